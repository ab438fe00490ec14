"""The few colours of the picture of an e-mail are those that mean something."""

from io import BytesIO
from typing import Any

import letter_samples as samples
import pytest
from PIL import Image

from referee.mail.write import mime
from referee.report.pictures.palette import paints

RING = (0x0B, 0x5C, 0xD5)
"""The ring round what is new."""
CLOSE = 16
"""Steps of red, green and blue together that nobody sees."""


@pytest.mark.usefixtures("real_pictures")
@pytest.mark.parametrize(("id", "upto"), [("mezzogiorno-4", 30), ("mezzogiorno-4", 40)])
def test_rings_and_seats_keep_their_colours(id: str, upto: int) -> None:
    letter = samples.letter(id, upto)
    assert letter.view is not None
    mail = samples.opened(mime.message(letter, samples.MAIL, samples.KEY))
    shown = Image.open(BytesIO(samples.board(mail).get_content())).convert("RGB")
    colours: list[Any] = [colour for _, colour in shown.getcolors(shown.width * shown.height) or ()]
    fills = [paint.fill for paint in paints(letter.view.seats).values()]
    for wanted in (RING, *(tuple(bytes.fromhex(fill[1:])) for fill in fills)):
        assert min(sum(abs(a - b) for a, b in zip(wanted, each, strict=True)) for each in colours) <= CLOSE, wanted
