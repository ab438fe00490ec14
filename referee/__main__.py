"""The program `referee`, also as `python -m referee`."""

import gc

gc.disable()  # nothing that is imported is garbage: `referee check` takes 4 % longer without this line

from referee.cli import main  # noqa: E402

if __name__ == "__main__":
    main()
