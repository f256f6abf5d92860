# SystemExit with a number.
import sys
try:
    sys.exit(-1)
finally:
    print("finally")
