"""Encodings of programs: a mark at their beginning, or a comment in the first two lines (PEP 263)."""
import ast
import os
import runpy
import sys

CASES = {
    'latin': b'# -*- coding: latin-1 -*-\nx = "\xe4"\nprint(ascii(x))\n',
    'second_line': b'#!/bin/x\n# vim: set fileencoding=iso-8859-15 :\nx = "\xa4"\nprint(ascii(x))\n',
    'mark': b'\xef\xbb\xbf# coding: utf-8\nx = "\xc3\xa4"\nprint(ascii(x))\n',
    'mark_alone': b'\xef\xbb\xbfx = "\xc3\xa4"\nprint(ascii(x))\n',
    'mark_upper': b'\xef\xbb\xbf# coding: UTF_8\nx = "\xc3\xa4"\nprint(ascii(x))\n',
    'mark_and_latin': b'\xef\xbb\xbf# coding: latin-1\nx = 1\n',
    'unknown': b'# coding: foobar\nx = 1\n',
    'long': b'# coding: ' + b'x' * 300 + b'\n',
    'not_ascii': b'# coding: ascii\ny = "\xe4"\n',
    'undefined': b'# coding: cp1252\ny = "\x81"\n',
    'utf16': b'# coding: utf-16\ny = 1\n',
    'no_text': b'# coding: hex\nl = 1\n',
    'utf7': b'# coding: utf-7\nl = 1\nprint(ascii("+AOQ-"))\n',
    'signed': b'# coding: utf-8-sig\nl = 1\nprint(ascii("\xc3\xa4"))\n',
    'null': b'# coding: latin-1\nx = 1\0\n',
    'feed': b'\x0c# coding: latin-1\nx="\xe4"\nprint(ascii(x))\n',
    'windows': b'#!/x\r\n# coding: latin-1\r\nx="\xe4"\r\nprint(ascii(x))\r\n',
    'returns': b'#!/x\r# coding: latin-1\rx="\xe4"\rprint(ascii(x))\r',
    'syntax': b'# coding: latin-1\nx="\xe4\xe4" y\n',
    'nothing_named': b'# coding:\nx = 1\n',
    'equals': b'# coding=latin-1\nx = "\xe4"\nprint(ascii(x))\n',
    'variant': b'# coding: Latin_1-unix\nx = "\xe4"\nprint(ascii(x))\n',
    'two_bytes': '# coding: shift_jis\nx = "\u3042"\nprint(ascii(x))\n'.encode('shift_jis'),
    'one_line': b'# coding: latin-1',
    'blank_first': b'   \n# coding: latin-1\nprint(ascii("\xe4"))\n',
    'names': '# coding: koi8-r\nимя = "слово"\nprint(ascii(имя))\n'.encode('koi8-r'),
}


def tell(what, function, *args):
    try:
        function(*args)
    except (SyntaxError, ValueError) as error:
        print(what, type(error).__name__, error.args if isinstance(error, SyntaxError) else error)


sys.path.insert(0, os.getcwd())
sys.dont_write_bytecode = True
for name, source in CASES.items():
    print('--', name)
    tell('compile', lambda: exec(compile(source, 'file', 'exec')))
    tell('exec', exec, source)
    with open('coded_%s.py' % name, 'wb') as file:
        file.write(source)
    try:
        __import__('coded_' + name)
    except (SyntaxError, ValueError) as error:
        print('import', type(error).__name__, error.msg if isinstance(error, SyntaxError) else error)
    tell('tree', lambda: ast.parse(source))
print(ascii(eval(b'# coding: latin-1\n"\xe4"')), ascii(runpy.run_path('coded_latin.py')['x']))
exec('# coding: latin-1\nprint(ascii("ä"))')
try:
    exec('# coding: foobar\nprint("a str has none")')
except SyntaxError as error:
    print(error)
for source in b'x = 1\n# coding: latin-1\nx = "\xa4"\n', b'#\n#\n# coding: latin-1\nx = "\xa4"\n', b'x = "\xe4"\n':
    try:
        compile(source, 'file', 'exec')
    except SyntaxError as error:
        print(error.msg.partition(' in position')[0])
