"""`python bench [speed | balance | letters | mails | archive | refusals | schemas | status | diff] …`: see bench/README.md."""

import os
import sys
from runpy import run_path

HERE = os.path.dirname(os.path.abspath(__file__))

if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "speed"
    if not os.path.exists(os.path.join(HERE, f"{name}.py")):
        sys.exit(__doc__)
    sys.argv = sys.argv[1:] or [name]
    run_path(os.path.join(HERE, f"{name}.py"), run_name="__main__")
