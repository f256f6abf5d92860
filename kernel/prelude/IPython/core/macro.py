"""Inputs under a name: %macro."""


class Macro:
    """Lines of input that are run in the place of a cell that names them."""

    def __init__(self, code):
        lines = code.splitlines()
        if lines and '# coding:' in lines[0] or lines and lines[0].startswith('# -*- coding'):
            lines = lines[1:]
        self.value = '\n'.join(lines) + '\n'

    def __str__(self):
        return self.value

    def __repr__(self):
        return 'IPython.macro.Macro(%r)' % self.value

    def __getstate__(self):
        return {'value': self.value}

    def __add__(self, other):
        if isinstance(other, Macro):
            return Macro(self.value + other.value)
        if isinstance(other, str):
            return Macro(self.value + other)
        raise TypeError
