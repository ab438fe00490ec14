"""The use cases of the referee: arguments in, plain results out; no printing. The one place that knows all parts.

`game_access` reads a game, `errors` says no. The rooms are the use cases.
"""
