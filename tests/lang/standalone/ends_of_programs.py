# The words a program was started with, and whether it ends.
import atexit
import sys


class Released:
    ending = sys.is_finalizing
    say = print

    def __init__(self, name):
        self.name = name

    def __del__(self):
        self.say(self.name, self.ending())


print(sys.orig_argv[-len(sys.argv):] == sys.argv, type(sys.orig_argv).__name__, len(sys.orig_argv) > len(sys.argv))
atexit.register(lambda: print('atexit', sys.is_finalizing()))
early, late = Released('early'), Released('late')
del early
print(sys.is_finalizing())
