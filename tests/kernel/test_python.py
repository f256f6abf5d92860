"""Packages of the Python that runs these tests, in a kernel: figures, tables, output in order, interrupts, threads, errors."""
import base64
import importlib.util
import os
import re
import sys
import tempfile
import time
import unittest
from harness import ECHO, KernelCase, main, text, types

PROGRAM = os.environ['TENSOR_KERNEL']


def there_is_a_plugin():
    folder = os.path.dirname(os.path.realpath(PROGRAM))
    return any(os.path.exists(os.path.join(folder, place, 'tensor-python.so')) for place in ('.', '../lib/tensor-kernel'))


def needs(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f'{missing} are not installed')


@unittest.skipIf(ECHO or not there_is_a_plugin(), 'there is no plugin for Python')
class PythonCase(KernelCase):
    environment = {'TENSOR_PYTHON': sys.executable, 'PYTHONDONTWRITEBYTECODE': '1'}

    def good(self, code):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'ok', reply['content'])
        return messages

    def shown(self, code):
        return [(m['msg_type'], m['content']['data']) for m in self.good(code) if m['msg_type'] in ('execute_result', 'display_data')]


@needs('matplotlib', 'numpy')
class Figures(PythonCase):
    def test_a_figure_is_shown_at_the_end_of_its_cell(self):
        (kind, line), (shown, figure) = self.shown('import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])')
        self.assertEqual((kind, shown), ('execute_result', 'display_data'))
        self.assertRegex(line['text/plain'], r'^\[<matplotlib.lines.Line2D at 0x[0-9a-f]+>\]$')
        self.assertEqual(figure['text/plain'], '<Figure size 640x480 with 1 Axes>')
        self.assertEqual(base64.b64decode(figure['image/png'])[:8], b'\x89PNG\r\n\x1a\n')
        self.assertEqual(self.shown('1'), [('execute_result', {'text/plain': '1'})])

    def test_show_in_the_middle(self):
        messages = self.good("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nprint('after')")
        self.assertEqual([m['msg_type'] for m in messages if m['msg_type'] in ('display_data', 'stream')], ['display_data', 'stream'])

    def test_a_figure_as_a_value_and_closed(self):
        shown = self.shown('import matplotlib.pyplot as plt\nfig, ax = plt.subplots(figsize=(4, 3)); ax.plot([1]); plt.close(fig)\nfig')
        self.assertEqual([(kind, data['text/plain'], 'image/png' in data) for kind, data in shown],
                         [('execute_result', '<Figure size 400x300 with 1 Axes>', True)])

    def test_formats(self):
        self.good('%matplotlib inline')
        [(_, data)] = self.shown("%config InlineBackend.figure_formats = ['svg']\nimport matplotlib.pyplot as plt\nplt.plot([1]);")
        self.assertIn('image/svg+xml', data)
        self.assertNotIn('image/png', data)
        self.good("from matplotlib_inline import backend_inline\nbackend_inline.set_matplotlib_formats('png')")
        [(_, data)] = self.shown('plt.plot([1]);')
        self.assertIn('image/png', data)
        reply, _ = self.k.run("%config InlineBackend.figure_format = 'bmp'")
        self.assertEqual(reply['content']['ename'], 'ValueError')

    def test_a_figure_of_a_cell_that_fails(self):
        reply, messages = self.k.run('import matplotlib.pyplot as plt\nplt.plot([1])\n1/0')
        self.assertEqual(reply['content']['ename'], 'ZeroDivisionError')
        self.assertEqual([t for t in types(messages) if t in ('error', 'display_data')], ['error', 'display_data'])

    def test_tensors_are_drawn(self):
        [(_, data)] = self.shown('import torch, matplotlib.pyplot as plt\nplt.plot(torch.arange(3.), torch.ones(3), label="x")\n'
                                 'plt.imshow(torch.rand(4, 4)); plt.hist(torch.randn(10)); plt.title("t"); plt.legend();')
        self.assertIn('image/png', data)


@needs('pandas')
class Tables(PythonCase):
    def test_a_frame_is_html(self):
        [(_, data)] = self.shown("import pandas as pd\npd.DataFrame({'a': [1, 2]})")
        self.assertEqual(data['text/plain'], '   a\n0  1\n1  2')
        self.assertIn('<table border="1" class="dataframe">', data['text/html'])
        self.assertEqual(self.shown("pd.Series([1.5])"), [('execute_result', {'text/plain': '0    1.5\ndtype: float64'})])


class Session(PythonCase):
    def test_output_keeps_its_order(self):
        messages = self.good("import logging, sys, textwrap\nprint('one')\nlogging.warning('two')\nprint('three', file=sys.stderr)\n"
                             "import pprint\npprint.pprint('four')\nprint('five')")
        streams = [(m['content']['name'], m['content']['text']) for m in messages if m['msg_type'] == 'stream']
        self.assertEqual(''.join(t for n, t in streams if n == 'stdout'), "one\n'four'\nfive\n")
        self.assertEqual(''.join(t for n, t in streams if n == 'stderr'), 'WARNING:root:two\nthree\n')
        turns = [name for (name, _), (before, _) in zip(streams, [('', ''), *streams]) if name != before]
        self.assertEqual(turns, ['stdout', 'stderr', 'stdout'])

    def test_interrupts(self):
        for code in ('import timeit\ntimeit.timeit("pass", number=10**12)', 'import threading\nthreading.Event().wait()',
                     'import queue\nqueue.Queue().get()', 'import textwrap, functools, re\nwhile True: textwrap.dedent("x")',
                     'import re\nre.sub("a", lambda m: [x for x in range(10**12)], "a")'):
            msg_id = self.k.client.execute(code)
            time.sleep(0.7)
            self.k.client.control_channel.send(self.k.client.session.msg('interrupt_request', {}))
            reply = self.k.reply(msg_id)
            self.k.until_idle(msg_id)
            self.assertEqual(reply['content']['ename'], 'KeyboardInterrupt', code)
        self.is_alive()

    def test_a_traceback_has_the_frames_of_both(self):
        reply, messages = self.k.run('import json\ndef load(s):\n    return json.loads(s)\nload("{bad")')
        self.assertEqual(reply['content']['ename'], 'JSONDecodeError')
        lines = '\n'.join(reply['content']['traceback'])
        places = [lines.find(name) for name in ('load', 'json/__init__.py', 'json/decoder.py', 'Expecting property name')]
        self.assertTrue(all(place >= 0 for place in places), lines)
        self.assertEqual(places, sorted(places))

    SOURCE = '''def call(f, *a):
    return f(*a)


def wrap(f, *a, k=1, **kw):
    """Calls
    f."""
    if k:
        try:
            x = [
                f(a,
                  2) + 1,
                2]

        except Exception as e:
            raise RuntimeError("wrapped") from e


def noted():
    e = ValueError("two\\nlines")
    e.add_note("a note")
    raise e
'''

    def lines(self, code):
        """The traceback without colours, behind what is imported."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'there.py')
            with open(path, 'w') as file:
                file.write(self.SOURCE)
            reply, _ = self.k.run(f'import runpy, types\nthere = types.SimpleNamespace(**runpy.run_path({path!r}))')
            self.assertEqual(reply['content']['status'], 'ok')
            reply, _ = self.k.run(code)
            raw = '\n'.join(reply['content']['traceback'])
            return re.sub(r'\x1b\[[0-9;]*m', '', raw).replace(path, 'PATH'), raw

    @needs('stack_data', 'pygments')
    def test_frames_of_python_as_ipython_shows_them(self):
        plain, raw = self.lines('there.wrap(lambda *a: 1 / 0)')
        number = re.search(r'In\[(\d+)\]', plain)[1]
        cell = f'Cell In[{number}], line 1'
        self.assertEqual(plain.split('\n')[1:], [
            'ZeroDivisionError                         Traceback (most recent call last)',
            'File PATH:11, in wrap(f, k, *a, **kw)', '      9 try:', '     10     x = [', '---> 11         f(a,',
            '     12           2) + 1,', '     13         2]', '     15 except Exception as e:', '',
            f'{cell}, in <lambda>(*a)', '----> 1 there.wrap(lambda *a: 1 / 0)', '',
            'ZeroDivisionError: division by zero', '',
            'The above exception was the direct cause of the following exception:', '',
            'RuntimeError                              Traceback (most recent call last)',
            cell, '----> 1 there.wrap(lambda *a: 1 / 0)', '',
            'File PATH:16, in wrap(f, k, *a, **kw)', '     10     x = [', '     11         f(a,', '     12           2) + 1,', '     13         2]',
            '     15 except Exception as e:', '---> 16     raise RuntimeError("wrapped") from e', '',
            'RuntimeError: wrapped'])
        self.assertIn('\x1b[30;43mf\x1b[39;49m\x1b[30;43m(\x1b[39;49m\x1b[30;43ma\x1b[39;49m\x1b[30;43m,\x1b[39;49m\n', raw)

    def test_an_exception_that_goes_back_and_forth(self):
        plain, _ = self.lines('there.call(lambda: there.call(lambda: there.call(there.noted)))')
        heads = [line.partition(', in ')[2] for line in plain.split('\n') if line.startswith(('File', 'Cell'))]
        self.assertEqual(heads, ['', 'call(f, *a)', '<lambda>()', 'call(f, *a)', '<lambda>.<locals>.<lambda>()', 'call(f, *a)', 'noted()'])
        self.assertEqual(plain.split('\n')[-3:], ['ValueError: two', 'lines', 'a note'])

    def test_what_is_handled_here_is_the_context(self):
        plain, _ = self.lines('try:\n    1 / 0\nexcept ZeroDivisionError:\n    there.wrap(there.call, 3)')
        self.assertEqual([line.split(':')[0] for line in plain.split('\n') if re.match(r'\w+: |The above|During', line)],
                         ['ZeroDivisionError', 'During handling of the above exception, another exception occurred', 'TypeError',
                          'The above exception was the direct cause of the following exception', 'RuntimeError'])

    def test_no_such_module(self):
        reply, _ = self.k.run('import there_is_no_such_module')
        self.assertEqual((reply['content']['ename'], reply['content']['evalue']),
                         ('ModuleNotFoundError', "No module named 'there_is_no_such_module'"))
        reply, _ = self.k.run('import json.nothing')
        self.assertEqual(reply['content']['evalue'], "No module named 'json.nothing'")
        reply, _ = self.k.run('from json import nothing')
        self.assertEqual(reply['content']['ename'], 'ImportError')

    def test_exit_over_there_keeps_the_kernel(self):
        reply, _ = self.k.run('import trace\ntrace.sys.exit(3)')
        self.assertEqual((reply['content']['ename'], reply['content']['evalue']), ('SystemExit', '3'))
        self.is_alive()

    def test_events(self):
        messages = self.good("def f(*a): print('called', len(a))\nip = get_ipython()\nip.events.register('post_run_cell', f)")
        self.assertEqual(text(messages), 'called 1\n')
        self.assertEqual(text(self.good("print('x')")), 'x\ncalled 1\n')
        self.assertEqual(text(self.good("ip.events.unregister('post_run_cell', f)")), '')
        reply, _ = self.k.run("ip.events.unregister('post_run_cell', f)")
        self.assertEqual(reply['content']['ename'], 'ValueError')
        reply, _ = self.k.run("ip.events.register('nothing', f)")
        self.assertEqual(reply['content']['ename'], 'KeyError')

    def test_input(self):
        msg_id = self.k.client.execute('import cmd\nclass C(cmd.Cmd):\n    def do_hello(self, a): print("hello", a)\n    def do_end(self, a): return True\n'
                                       'C().cmdloop("")', allow_stdin=True)
        for line in ('hello you', 'end'):
            self.assertEqual(self.k.client.get_stdin_msg(timeout=30)['content']['prompt'], '(Cmd) ')
            self.k.client.input(line)
        self.assertEqual(self.k.reply(msg_id)['content']['status'], 'ok')
        self.assertIn('hello you', text(self.k.until_idle(msg_id)))


class Missing(KernelCase):
    environment = {'TENSOR_PYTHON': '/there/is/no/python'}

    @unittest.skipIf(ECHO, 'the stand-in imports nothing')
    def test_no_python_is_said_in_one_line(self):
        reply, _ = self.k.run('import json')
        self.assertEqual(reply['content']['ename'], 'ModuleNotFoundError')
        self.assertRegex(reply['content']['evalue'], r"^No module named 'json' \(.+\)$")
        self.is_alive()


if __name__ == '__main__':
    main()
