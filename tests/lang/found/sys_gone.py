# print() still finds its stream when sys has left sys.modules, and __del__ prints at the end of the program
import sys
import gc
del sys.modules['sys']
del sys
gc.collect()
print('still here')


class Last:
    def __del__(self):
        print('gone')


last = Last()
last.cycle = [last]
