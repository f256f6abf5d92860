# SystemExit with a text.
import sys
print("out")
sys.exit("bye")
