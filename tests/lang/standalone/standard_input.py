# What a program reads from the pipe that it is started with.
import os
import subprocess
import sys

PROGRAM = r'''
import sys
print(sys.stdin.isatty(), sys.stdin.readable(), sys.stdin.writable(), sys.stdin.name, sys.stdin.mode, sys.stdin.encoding)
print(ascii(sys.stdin.read(3)), ascii(sys.stdin.readline()), ascii(sys.stdin.readline(2)))
print(ascii(input('prompt> ')))
print(sys.stdin.readlines(4))
for line in sys.stdin:
    print(ascii(line))
    break
print(ascii(sys.stdin.read()), ascii(sys.stdin.read()), ascii(sys.stdin.readline()), sys.stdin.newlines)
try:
    input()
except EOFError as e:
    print('EOFError', e)
'''


def run(program, data, locale='C.UTF-8'):
    print(subprocess.run([sys.executable, '-c', program], input=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env={**os.environ, 'LC_ALL': locale}).stdout.decode())


run(PROGRAM, b'abcdef\nxyz\r\nq1\nl1\nl2\nl3\n\xc3\xa9last')
run(PROGRAM, b'abcdefgh\n\n1\n2\n3\n')
run('import sys; print(sys.stdin.buffer.read(), sys.stdin.buffer.read(1))', b'ab\xff\x00\r\n')
run('import sys; print(sys.stdin.buffer.readline(), sys.stdin.buffer.peek(1)[:1], type(sys.stdin.buffer).__name__)', b'a\nb')
run('import sys; sys.stdin.reconfigure(errors="replace"); print(ascii(sys.stdin.read()), sys.stdin.errors)', b'ab\xff')
run('import sys; sys.stdin.reconfigure(encoding="latin-1", newline=None); print(ascii(sys.stdin.read()), sys.stdin.encoding)', b'ab\xff\r\nc')
run('import sys\ntry: sys.stdin.read()\nexcept UnicodeDecodeError as e: print(e)', b'ab\xff')
run('import sys; print(ascii(sys.stdin.read()), sys.stdin.errors)', b'ab\xff', 'C')
run('print(input(), input("? "), input())', b'one\ntwo\nthree')
run('import sys\ntry: input()\nexcept EOFError as e: print(repr(e))\nprint(repr(sys.stdin.read()))', b'')
run('import subprocess, sys; print(subprocess.run(["cat"], stdout=subprocess.PIPE).stdout)', b'for the child\n')
run('import sys, io; sys.stdin = io.StringIO("own\\nlines\\n"); print(input(), sys.__stdin__.read())', b'piped')
