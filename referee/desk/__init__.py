"""The use cases of the referee, one function each: arguments in, plain results out; no printing.

`opening` begins a game, `playing` records what is done in it, `looking` shows it, `verifying` checks logs, `library`
tells what there is, `doctor` looks at the machine. This is the one place that knows all parts.
"""
