"""`python -m unittest`: the tests that the command line names, or those that are found below this folder."""
import os
import sys

from unittest import main

__unittest = True
sys.argv[0] = os.path.basename(sys.executable) + ' -m unittest'
main(module=None)
