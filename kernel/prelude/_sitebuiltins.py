"""What the command line finds among the builtins beside those of the language: exit and quit."""
import builtins
import sys


class Quitter:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'Use %s() or Ctrl-D (i.e. EOF) to exit' % self.name

    def __call__(self, code=None):
        raise SystemExit(code)


builtins.exit = Quitter('exit')
builtins.quit = Quitter('quit')
