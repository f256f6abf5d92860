"""Options of magics: each does what it says or is refused; %autoreload loads changed modules again."""
import os
import shutil
import tempfile
import unittest
from pathlib import Path

from harness import ECHO, KernelCase, main, text

if ECHO:
    raise unittest.SkipTest('needs the real language')


class Magics(KernelCase):
    def cell(self, code):
        """(what was printed, the error as text or '')."""
        reply, messages = self.k.run(code)
        content = reply['content']
        error = '' if content['status'] == 'ok' else f"{content['ename']}: {content['evalue']}"
        return text(messages), error


class Options(Magics):
    def refused(self, code, words):
        out, error = self.cell(code)
        self.assertTrue(error.startswith('UsageError: '), (code, out, error))
        self.assertIn(words, error, code)

    def test_options_that_are_not_there(self):
        for code in ('%xmode --show', '%colors Linux', '%autoawait trio',
                     '%edit', '%gui qt', '%config IPCompleter.greedy = True'):
            self.refused(code, 'not supported')

    def test_options_that_nobody_knows(self):
        for code, words in (('%lsmagic x', 'unrecognized arguments: x'), ('%lsmagic --json', 'unrecognized arguments: --json'), ('%%html --foo\n<b>', 'unrecognized arguments: --foo'),
                            ('%%capture a b\n1', 'unrecognized arguments: b'), ('%%writefile -z a\n1', 'unrecognized arguments: -z'),
                            ('%%writefile a b\n1', 'unrecognized arguments: b'), ('%cd -x', 'option -x not recognized (allowed: "qb")'),
                            ('%timeit -z 1', 'option -z not recognized'), ('%history -z', 'unrecognized arguments: -z'),
                            ('%config Foo', "Invalid config statement: 'Foo'"), ("%%time 1\n2", "Can't use statement directly after"),
                            ('%load_ext', 'Missing module name.'), ('%autoreload 2', '`%autoreload` not found')):
            self.refused(code, words)

    def test_settings(self):
        self.assertEqual(self.cell("%config InteractiveShell.ast_node_interactivity = 'last_expr'"), ('', ''))
        self.assertEqual(self.cell('x = %config IPCompleter.greedy\nprint(x)'), ('False\n', ''))
        self.assertIn('IPCompleter.greedy=<Bool>\n', self.cell('%config IPCompleter')[0])
        self.assertIn('\n    ZMQInteractiveShell', self.cell('%config')[0])

    def test_plots_need_their_library(self):
        for code in ('%matplotlib inline', '%matplotlib --list'):
            self.assertEqual(self.cell(code), ('', "ModuleNotFoundError: No module named 'matplotlib'"))
        self.assertEqual(self.cell("%config InlineBackend.figure_format = 'svg'"), ('', "ModuleNotFoundError: No module named 'matplotlib_inline'"))

    def test_time_without_raising(self):
        out, error = self.cell('%time --no-raise-error 1 / 0')
        self.assertEqual(error, '')
        self.assertIn('Wall time', out)
        self.assertTrue(self.cell('%time 1 / 0')[1].startswith('ZeroDivisionError'))
        self.assertIn('per loop', self.cell('%timeit -c -n 1 -r 1 pass')[0])

    def test_minimal_errors(self):
        self.cell('%xmode Minimal')
        _, messages = self.k.run('1 / 0')
        lines = [m['content']['traceback'] for m in messages if m['msg_type'] == 'error'][0]
        self.assertEqual(len(lines), 1)
        self.assertIn('division by zero', lines[0])
        self.assertEqual(self.cell('%xmode context')[0], 'Exception reporting mode: Context\n')
        _, messages = self.k.run('1 / 0')
        self.assertGreater(len([m['content']['traceback'] for m in messages if m['msg_type'] == 'error'][0]), 1)

    def test_history_with_prompts(self):
        count = self.count() + 1
        self.k.run('a = 1\nb = 2')
        self.assertEqual(self.cell(f'%history -p {count}')[0], '>>> a = 1\n... b = 2\n...\n')
        self.assertEqual(self.cell(f'%history -n {count + 1}-')[0],
                         f'{count + 1:4d}: %history -p {count}\n{count + 2:4d}: %history -n {count + 1}-\n')

    def test_folders_by_number(self):
        self.cell('import os\nhere = os.getcwd()\n%cd -q /')
        self.assertEqual(self.cell('%cd -q -0\nprint(os.getcwd() == here)'), ('True\n', ''))
        self.assertEqual(self.cell('%cd -q -99')[0], 'The requested directory does not exist in history.\n')
        self.cell('os.chdir(here)')


class Displays(Magics):
    def shown(self, code):
        _, messages = self.k.run(code)
        return [m['content'] for m in messages if m['msg_type'] == 'display_data']

    def test_pictures(self):
        self.cell("""from IPython.display import Image, display
import sys
def number(n, size, order='big'): return n.to_bytes(size, order)
png = b'\\x89PNG\\r\\n\\x1a\\n' + number(13, 4) + b'IHDR' + number(10, 4) + number(7, 4) + b'\\x08\\x00'
gif = b'GIF89a' + number(10, 2, 'little') + number(7, 2, 'little') + b'\\x00' * 3
jpeg = b'\\xff\\xd8\\xff\\xe0' + number(4, 2) + b'ab' + b'\\xff\\xc0' + number(17, 2) + b'\\x08' + number(7, 2) + number(10, 2) + b'\\x03' * 12
""")
        for kind in ('png', 'gif', 'jpeg'):
            mime = f'image/{kind}'
            self.assertEqual(self.shown(f'display(Image(data={kind}, retina=True, unconfined=True))')[0]['metadata'],
                             {mime: {'width': 5, 'height': 3, 'unconfined': True}}, kind)
        self.assertEqual(self.shown("display(Image(url='http://a/b.png', unconfined=True, width=5, alt='q', retina=True))")[0]['data']['text/html'],
                         '<img src="http://a/b.png" width="5" class="unconfined" alt="q"/>')

    def test_what_passes_by(self):
        self.assertEqual(self.shown("display(1, transient={'display_id': 'x'})")[0]['transient'], {'display_id': 'x'})
        self.assertIn('transient', self.cell("display(1, transient={'a': 1})")[1])
        self.assertEqual(self.shown("display({'text/plain': 'a'}, raw=True, include=['text/html'])")[0]['data'], {'text/plain': 'a'})


class Requests(KernelCase):
    def history(self, **content):
        return self.k.reply(self.k.request('history_request', {'output': False, 'raw': True, **content}))['content']

    def test_history_without_a_file(self):
        self.k.run('1 + 1')
        self.k.run('!true')
        self.assertEqual(self.history(hist_access_type='range', session=0, start=0, stop=2)['history'], [[1, 1, '1 + 1']])
        self.assertEqual(self.history(hist_access_type='tail', n=1, raw=False)['history'], [[1, 2, "get_ipython().system('true')"]])
        self.assertEqual([self.history(hist_access_type='range', session=other)['history'] for other in (-1, 99)], [[], []])
        answer = self.history(hist_access_type='foo')
        self.assertEqual((answer['status'], answer['evalue']), ('error', 'hist_access_type must be range, tail or search'))


class Extensions(Magics):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.stamp = 0
        self.cell(f'import sys\nsys.path.insert(0, {str(self.folder)!r})\n%load_ext autoreload\n%autoreload 0')

    def tearDown(self):
        self.cell(f'%autoreload 0\nsys.path.remove({str(self.folder)!r})')

    def write(self, name, content):
        self.stamp += 1
        path = self.folder / f'{name}.py'
        path.write_text(content)
        os.utime(path, (self.stamp, self.stamp))

    def shown(self, code):
        out, error = self.cell(code)
        self.assertEqual(error, '', code)
        return out

    def test_changed_modules(self):
        self.cell('%autoreload 2')
        self.write('changing', 'print("loading")\nx = []\ny = 5\ndef f(): return 1\nclass C:\n    a = 1\n    def m(self): return "m1"\n'
                               '    @property\n    def p(self): return "p1"\n    def old(self): pass\ndef gone(): pass\nz = y\n')
        self.assertEqual(self.shown('import changing\nfrom changing import f, C\nc = C()\nchanging.x.append(1)\nprint(f(), c.m())'),
                         'loading\n1 m1\n')
        self.write('changing', 'print("loading")\nx = []\ny = 6\ndef f(n=3):\n    """New."""\n    return n\nclass C:\n    a = 2\n'
                               '    def m(self): return "m2"\n    @property\n    def p(self): return "p2"\n    def new(self): return "new"\n'
                               'z = y\ndef more(): return "more"\n')
        self.assertEqual(self.shown('print(f(), f.__doc__, c.m(), c.p, c.a, c.new(), hasattr(c, "old"))'), '3 New. m2 p2 2 new False\n')
        self.assertEqual(self.shown('print(changing.x, changing.y, changing.z, f is changing.f, type(c) is changing.C)\n'
                                    'print(hasattr(changing, "gone"), changing.more())'), '[1] 6 5 True True\nFalse more\n')

    def test_methods_that_call_those_of_the_base(self):
        self.cell('%autoreload 2')
        self.write('based', 'class A:\n    def m(self): return 1\nclass B(A):\n    def m(self): return super().m() + 1\n')
        self.assertEqual(self.shown('import based\nb = based.B()\nprint(b.m())'), '2\n')
        self.write('based', 'class A:\n    def m(self): return 10\nclass B(A):\n    def m(self): return super().m() + 2\n'
                            '    def n(self): return super().m()\n')
        self.assertEqual(self.shown('print(b.m(), b.n(), isinstance(b, based.B))'), '12 10 True\n')

    def test_a_module_that_cannot_be_loaded_stays_what_it_was(self):
        self.cell('%autoreload 2')
        self.write('breaking', 'def f(): return 1\ndef g(): return 2\n')
        self.cell('import breaking')
        for bad, words in (('def f(: return 2\n', 'SyntaxError'), ('def f(): return 5\n1 / 0\n', 'ZeroDivisionError')):
            self.write('breaking', bad)
            _, messages = self.k.run('print(breaking.f(), breaking.g())')
            self.assertEqual(text(messages), '1 2\n')
            self.assertIn('[autoreload of breaking failed: ', text(messages, 'stderr'))
            self.assertIn(words, text(messages, 'stderr'))
            _, messages = self.k.run('print(breaking.f())')
            self.assertEqual((text(messages), text(messages, 'stderr')), ('1\n', ''))
        self.write('breaking', 'def f(): return 7\n')
        self.assertEqual(self.shown('print(breaking.f(), hasattr(breaking, "g"))'), '7 False\n')
        self.cell('%autoreload --hide-errors 2')
        self.write('breaking', 'def f(:\n')
        _, messages = self.k.run('print(breaking.f())')
        self.assertEqual((text(messages), text(messages, 'stderr')), ('7\n', ''))

    def test_modes(self):
        self.write('one', 'x = 1\n')
        self.write('two', 'x = 1\n')
        self.cell('import one, two')

        def change(x):
            for name in ('one', 'two'):
                self.write(name, f'x = {x}\n')
            return self.shown('print(one.x, two.x)')

        self.assertEqual(change(2), '1 1\n')
        self.cell('%autoreload')
        self.assertEqual(self.shown('print(one.x, two.x)'), '2 2\n')
        self.cell('%autoreload explicit')
        self.assertEqual(change(3), '2 2\n')
        self.cell('%aimport one')
        self.assertEqual(self.shown('%aimport'), 'Modules to reload:\none\n\nModules to skip:\n\n')
        self.assertEqual(self.shown('print(one.x, two.x)'), '3 2\n')
        self.cell('%autoreload -p all\n%aimport -one')
        self.assertEqual(self.shown('%aimport'), "Reloading 'two'.\nModules to reload:\nall-except-skipped\n\nModules to skip:\none\n")
        self.assertEqual(change(4), "Reloading 'two'.\n3 4\n")
        self.cell('%aimport one')
        self.cell('%autoreload complete')
        self.write('one', 'x = 5\ndef fresh(): return "fresh"\n')
        self.assertEqual(self.shown('print(fresh())'), 'fresh\n')
        self.assertEqual(self.cell('%autoreload 5')[1], 'ValueError: Unrecognized autoreload mode "5".')
        self.assertIn('not supported', self.cell('%autoreload -l 2')[1])
        self.assertIn('unrecognized arguments: 3', self.cell('%autoreload 2 3')[1])

    def test_extensions_of_the_user(self):
        self.write('extending', 'def load_ipython_extension(shell): print("loaded", shell is not None)\n'
                                'def unload_ipython_extension(shell): print("unloaded")\n')
        self.assertEqual(self.shown('%load_ext extending'), 'loaded True\n')
        self.assertEqual(self.shown('%load_ext extending'), 'The extending extension is already loaded. To reload it, use:\n'
                                                            '  %reload_ext extending\n')
        self.assertEqual(self.shown('%reload_ext extending'), 'unloaded\nloaded True\n')
        self.assertEqual(self.shown('%unload_ext extending'), 'unloaded\n')
        self.assertEqual(self.shown('%unload_ext extending'), 'The extending extension is not loaded.\n')
        self.assertEqual(self.shown('%load_ext math'), 'The math module is not an IPython extension.\n')
        self.assertIn('No module named', self.cell('%load_ext nosuch')[1])


if __name__ == '__main__':
    main()
