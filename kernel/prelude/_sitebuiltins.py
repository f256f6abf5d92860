"""What the command line finds among the builtins beside those of the language: exit and quit."""
import builtins
import sys


class Quitter:
    def __init__(self, name, eof='Ctrl-D (i.e. EOF)'):
        self.name = name
        self.eof = eof

    def __repr__(self):
        return f'Use {self.name}() or {self.eof} to exit'

    def __call__(self, code=None):
        raise SystemExit(code)


builtins.exit = Quitter('exit')
builtins.quit = Quitter('quit')
