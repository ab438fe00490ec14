"""Make the fonts of pictures: DejaVu Sans, only the Latin, Greek and Cyrillic letters. Needs fonttools.

python tools/fonts.py /usr/share/fonts/truetype/dejavu referee/report/pictures/fonts
"""

import sys
from pathlib import Path

from fontTools import subset

NAMES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
LATIN, GREEK, CYRILLIC = range(0xA0, 0x180), range(0x370, 0x400), range(0x400, 0x500)
LETTERS = [*range(0x20, 0x7F), *LATIN, *GREEK, *CYRILLIC, *range(0x2010, 0x2027), 0x20AC, 0xFFFD]


def main(source: str, target: str) -> None:
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["FFTM"]
    options.recalc_timestamp = False
    for name in NAMES:
        font = subset.load_font(str(Path(source, name)), options)
        maker = subset.Subsetter(options)
        maker.populate(unicodes=LETTERS)
        maker.subset(font)
        subset.save_font(font, str(Path(target, name)), options)


if __name__ == "__main__":
    main(*sys.argv[1:])
