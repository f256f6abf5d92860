# The programs calendar and json.tool, called as functions; unittest, run as a program.
import calendar
import contextlib
import io
import json.tool
import os
import sys
import tempfile

sys.argv[0] = 'calendar.py'


def said(function, *arguments):
    out, errors = io.TextIOWrapper(io.BytesIO(), 'utf-8', newline='\n'), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            status = function(*arguments)
        except SystemExit as end:
            status = end.code if isinstance(end.code, (int, type(None))) else str(end.code)
    out.flush()
    return status, out.buffer.getvalue(), errors.getvalue().strip().rpartition('\n')[2]


for line in ('2004', '2004 1', '-w 3 -l 2 -s 8 -m 2 2023', '-e utf-16-le 2023 2', '-t text 1 1'):
    print(said(calendar.main, ['calendar', *line.split()])[1].decode('latin-1')[:700])
for line in ('-t html -c own.css -e ascii 2004', '-t html 2004'):
    text = said(calendar.main, ['calendar', *line.split()])[1]
    print(len(text), text[:60], b'own.css' in text)
for line in ('-z', 'spam', '2004 spam', '-t html 2004 1', '-t spam', '-L de', '-m', '-w x'):
    print(said(calendar.main, ['calendar', *line.split()])[::2])


def tool(line, text):
    with open('given', 'w') as file:
        file.write(text)
    before, sys.argv = sys.argv, ['json.tool', *line.split(), 'given', 'made']
    try:
        status, _, errors = said(json.tool.main)
    finally:
        sys.argv = before
    with contextlib.suppress(FileNotFoundError), open('made') as file:
        return status, file.read(), errors


home = os.getcwd()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for line in ('', '--indent 2', '--tab', '--no-indent', '--compact', '--sort-keys', '--no-ensure-ascii'):
        print(line, tool(line, '{"b": [1, 2.5, "é"], "a": null}'))
    print(tool('--json-lines', '{"a": 1}\n[2]\n'), tool('--indent 1 --tab', '1')[::2], tool('--json-lines --compact', '[1, 2]\n[3]\n'))
    print(tool('', '[1,')[0])
    sys.argv = ['json.tool', 'made', 'made']
    print(said(json.tool.main)[:2], open('made').read())
    os.chdir(home)

# unittest as a program: tests by name, tests that are found, the first of its usage
import runpy
import unittest
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open('test_of_two.py', 'w') as file:
        file.write('import unittest\nclass Two(unittest.TestCase):\n    def test_a(self): pass\n    def test_b(self): self.fail()\n')
    sys.path.insert(0, folder)
    for line in ('test_of_two.Two.test_a', '', 'discover -p none*.py', '-k *_b', '--nonsense'):
        sys.argv = ['x', *line.split()]
        status, out, errors = said(runpy.run_module, 'unittest', None, '__main__', True)
        print(line, status, out, errors.rpartition(' -m ')[2])
    os.chdir(home)
