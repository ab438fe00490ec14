"""Attika (Marcel-André Casasola Merkle, 2003), for 2 to 4 players: hidden hands, face-down stacks, a growing board.

The chapters of the rulebook are modules: `setup` AT-2, `turns` AT-3, `building` AT-4, `costs` AT-4 and 5, `amphorae`
AT-6, `expansion` AT-7, `ending` AT-8; `play` says what a step makes happen, `physics` what each event changes.
"""
