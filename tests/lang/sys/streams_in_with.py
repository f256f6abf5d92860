"""The standard streams as context managers, as programs use them beside files."""
import sys

with sys.stdin as file:
    print(file is sys.stdin, repr(file.read()))
with sys.stdout as file:
    file.write('written\n')
