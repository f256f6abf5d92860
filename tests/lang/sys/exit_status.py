# sys.exit: the status, and finally on the way out.
import sys
try:
    print('out')
    sys.exit(3)
finally:
    print('finally')
