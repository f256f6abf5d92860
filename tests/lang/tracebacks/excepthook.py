# A hook of the program gets what nobody catches.
import sys


def hook(kind, value, traceback):
    print("hook", kind.__name__, value, traceback.tb_lineno)


sys.excepthook = hook
print(sys.__excepthook__ is hook)
1/0
