"""Packages of the Python that runs these tests, in a kernel: figures, tables, output in order, interrupts, threads, errors."""
import base64
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile
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


@needs('joblib', 'cloudpickle')
class ByValue(PythonCase):
    def test_functions_of_cells_with_escapes(self):
        self.good('!true\nk = 3\ndef f(i):\n    return i * k')
        self.good('%time g = lambda x: f(x) + 1')
        self.assertEqual(self.shown('from joblib import Parallel, delayed\nParallel(n_jobs=2)(delayed(g)(i) for i in range(3))'),
                         [('execute_result', {'text/plain': '[1, 4, 7]'})])
        self.good("exec('def h(): return g(5)')")
        self.assertEqual(self.shown('import cloudpickle\ncloudpickle.loads(cloudpickle.dumps(h))()'), [('execute_result', {'text/plain': '16'})])

    def test_from_another_thread(self):
        self.good('import threading, cloudpickle\n!true\nseen = []\ndef f(): return get_ipython() and 7')
        self.good('thread = threading.Thread(target=lambda: seen.append(len(cloudpickle.dumps(f)) > 100)); thread.start(); thread.join()')
        self.assertEqual(self.shown('seen'), [('execute_result', {'text/plain': '[True]'})])


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

    def test_options_are_listed(self):
        lines = text(self.good("%config InlineBackend.figure_format = 'png'\n%config InlineBackend")).splitlines()
        self.assertEqual(lines[:2], ['InlineBackend(InlineBackendConfig) options', '-' * 40])
        self.assertEqual([line.split('=')[0] for line in lines if line.startswith('InlineBackend.')],
                         ['InlineBackend.' + name for name in ('close_figures', 'figure_format', 'figure_formats', 'print_figure_kwargs', 'rc')])
        self.assertEqual([line for line in lines if 'Current' in line],
                         ['    Current: ' + value for value in ("True", "''", "{'png'}", "{'bbox_inches': 'tight'}", '{}')])

    def test_sizes_and_options(self):
        self.good('%matplotlib inline\nimport matplotlib.pyplot as plt')
        self.good("%config InlineBackend.figure_format = 'retina'")
        messages = self.good('plt.figure(figsize=(2, 2)); plt.plot([1, 2]);')
        [shown] = [m['content'] for m in messages if m['msg_type'] == 'display_data']
        data = base64.b64decode(shown['data']['image/png'])
        size = {'width': int.from_bytes(data[16:20], 'big') // 2, 'height': int.from_bytes(data[20:24], 'big') // 2}
        self.assertEqual(shown['metadata'], {'image/png': size})
        self.good("%config InlineBackend.figure_format = 'png'\n%config InlineBackend.print_figure_kwargs = dict(bbox_inches=None)")
        [(_, shown)] = self.shown('plt.figure(figsize=(2, 2)); plt.plot([1, 2]);')
        self.assertEqual(base64.b64decode(shown['image/png'])[16:24], (200).to_bytes(4, 'big') * 2)
        self.good("%config InlineBackend.print_figure_kwargs = dict(bbox_inches='tight')")

    def test_which_figures_a_cell_shows(self):
        self.good('%matplotlib inline\nimport matplotlib.pyplot as plt')
        self.assertEqual(len(self.shown('plt.ioff(); plt.figure(); plt.plot([1]);')), 0)
        self.assertEqual(len(self.shown('plt.show()')), 1)
        self.good('plt.ion()\n%config InlineBackend.close_figures = False')
        self.assertEqual(len(self.shown('plt.figure(); plt.plot([1]);')), 1)
        self.assertEqual(len(self.shown('plt.plot([2]);')), 0)
        self.good("plt.close('all')\n%config InlineBackend.close_figures = True")

    def test_an_error_while_drawing(self):
        reply, messages = self.k.run(r"plt = __import__('matplotlib.pyplot').pyplot; fig, ax = plt.subplots(); ax.set_title(r'$\frac{x$');")
        self.assertEqual(reply['content']['status'], 'ok')
        self.assertIn('error', types(messages))
        self.assertEqual(len(self.shown('plt.plot([1]);')), 1)

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
        reply, messages = self.k.run('import configparser\ndef load(s):\n    return configparser.ConfigParser().read_string(s)\nload("bad")')
        self.assertEqual(reply['content']['ename'], 'MissingSectionHeaderError')
        lines = '\n'.join(reply['content']['traceback'])
        places = [lines.find(name) for name in ('load', 'read_string', 'read_file', 'File contains no section headers')]
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

    def installed(self, folder, **modules):
        """Modules of an environment, which Python runs: the paths of their files."""
        folder = os.path.join(folder, 'site-packages')
        os.mkdir(folder)
        for name, text in modules.items():
            with open(os.path.join(folder, name + '.py'), 'w') as file:
                file.write(text)
        self.k.run(f'import sys\nsys.path.insert(0, {folder!r})\nfor name in {list(modules)}: sys.modules.pop(name, None)')
        return [os.path.join(folder, name + '.py') for name in modules]

    def lines(self, code):
        """The traceback without colours, behind what is imported."""
        with tempfile.TemporaryDirectory() as folder:
            path, = self.installed(folder, there=self.SOURCE)
            reply, _ = self.k.run('import there')
            self.assertEqual(reply['content']['status'], 'ok', reply['content'])
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

    LARGE = '\ndef far(x):\n    """Text\n    of it."""\n    y = [\n        x,\n        1 / x,\n    ]\n    if y:\n\n        return far(\n            x)\n'

    @needs('stack_data', 'pygments')
    def test_frames_of_large_files_and_of_frozen_modules(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = self.installed(folder, large_there=self.LARGE + 'x = 1\n' * 9990, small_there=self.LARGE + 'x = 1\n' * 9980, fails_there='1 / 0\n')
            reply, _ = self.k.run('from large_there import far as large\nfrom small_there import far as small')
            self.assertEqual(reply['content']['status'], 'ok', reply['content'])
            shown = ['      3     """Text', '      4     of it."""', '      5     y = [', '      6         x,', '----> 7         1 / x,', '      8     ]',
                     '      9     if y:', '     10 ']
            for name, path in zip(('large', 'small'), paths):
                reply, _ = self.k.run(name + '(0)')
                lines = re.sub(r'\x1b\[[0-9;]*m', '', '\n'.join(reply['content']['traceback'])).split('\n')
                at = lines.index(f'File {path}:7, in far(x)')
                self.assertEqual(lines[at + 1:at + 9] == shown, name == 'large', lines)
            reply, _ = self.k.run('import fails_there')
            lines = re.sub(r'\x1b\[[0-9;]*m', '', '\n'.join(reply['content']['traceback'])).split('\n')
            frozen = [i for i, line in enumerate(lines) if line.startswith('File <frozen ')]
            self.assertTrue(all(lines[i + 1] == '' for i in frozen), lines)
            self.assertEqual(lines[-4:], [f'File {paths[2]}:1', '----> 1 1 / 0', '', 'ZeroDivisionError: division by zero'])

    @needs('stack_data', 'pygments')
    def test_frames_of_files_that_the_kernel_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'mine.py')
            with open(path, 'w') as file:
                file.write(self.LARGE)
            reply, _ = self.k.run(f'import sys, linecache\nsys.path.insert(0, {folder!r})\nimport mine\nmine.far(0)')
            lines = re.sub(r'\x1b\[[0-9;]*m', '', '\n'.join(reply['content']['traceback'])).split('\n')
            at = lines.index(f'File {path}:7, in far(x)')
            self.assertEqual(lines[at + 1:at + 9], ['      2 def far(x):', '      3     """Text', '      4     of it."""', '      5     y = [', '      6         x,',
                                                    '----> 7         1 / x,', '      8     ]', '      9     if y:'])
            self.assertEqual(lines[at + 9:at + 11], ['     11         return far(', '     12             x)'])

    def test_the_text_of_a_function_in_a_cell(self):
        cell = 'def f(x):\n    # doubled\n    return 2 * x\n\ng = lambda x: x\n'
        self.good(cell)
        self.assertEqual(text(self.good('import inspect\nprint(inspect.getsource(f) + inspect.getsource(g), inspect.getsourcelines(f)[1])')),
                         'def f(x):\n    # doubled\n    return 2 * x\ng = lambda x: x\n 1\n')
        self.assertEqual(text(self.good(cell.replace('2 * x', '3 * x') + 'print(inspect.getsource(f))')), 'def f(x):\n    # doubled\n    return 3 * x\n\n')

    @needs('pandas')
    def test_packages_know_that_this_is_a_notebook(self):
        self.assertEqual(self.shown("import pandas as pd\npd.get_option('display.max_columns')"), [('execute_result', {'text/plain': '20'})])

    def test_a_captured_command_has_no_terminal(self):
        got = text(self.good('x = !test -t 1; echo $?; echo e >&2; printf "a\\\\rb"\nprint(list(x))\n!test -t 1; echo $?'))
        self.assertEqual(got.replace('\r', ''), "['1', 'e', 'a', 'b']\n0\n")

    def test_the_program_says_its_arguments(self):
        self.assertEqual(text(self.good("import sys, argparse\nsys.argv = ['train.py', '--lr', '3']\np = argparse.ArgumentParser()\n"
                                        "p.add_argument('--lr', type=float)\nprint(p.parse_args(), p.prog)")), 'Namespace(lr=3.0) train.py\n')

    def test_help_of_an_exception_class(self):
        import contextlib
        import io
        with contextlib.redirect_stdout(io.StringIO()) as theirs:
            help(__import__('configparser').NoSectionError)
        self.assertEqual(text(self.good('import configparser\nhelp(configparser.NoSectionError)')).strip(), re.sub('.\b', '', theirs.getvalue()).strip())

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

    def test_argparse_shows_the_name_that_ipykernel_has(self):
        setup = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--lr', type=float, default=0.1)\n"
        self.assertEqual(self.shown(setup + 'p.parse_args()'), [('execute_result', {'text/plain': 'Namespace(lr=0.1)'})])
        reply, messages = self.k.run(setup + "p.parse_args(['--bad'])")
        self.assertEqual(reply['content']['ename'], 'SystemExit')
        self.assertIn('usage: ipykernel_launcher.py [-h] [--lr LR]\nipykernel_launcher.py: error: unrecognized arguments: --bad\n', text(messages, 'stderr'))

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


WHEEL = {
    'zz_sample/__init__.py': 'value = 5\n',
    'zz_sample-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: zz-sample\nVersion: 1.0\n',
    'zz_sample-1.0.dist-info/WHEEL': 'Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    'zz_sample-1.0.dist-info/RECORD': 'zz_sample/__init__.py,,\nzz_sample-1.0.dist-info/METADATA,,\nzz_sample-1.0.dist-info/WHEEL,,\n'
                                      'zz_sample-1.0.dist-info/RECORD,,\n',
}


class Packages(PythonCase):
    """In an environment of their own, which also looks like one of conda."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        home = cls.home = os.path.join(os.path.realpath(cls.folder.name), 'an environment')
        subprocess.run([sys.executable, '-m', 'venv', home], check=True, stdout=subprocess.DEVNULL)
        cls.python = os.path.join(home, 'bin', 'python')
        with zipfile.ZipFile(os.path.join(home, 'zz_sample-1.0-py3-none-any.whl'), 'w') as wheel:
            for name, content in WHEEL.items():
                wheel.writestr(name, content)
        cls.environment = {**PythonCase.environment, 'TENSOR_PYTHON': cls.python, 'PIP_DISABLE_PIP_VERSION_CHECK': '1'}
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.folder.cleanup()

    def test_what_pip_installs_is_there_at_once(self):
        self.assertEqual(self.k.run('import textwrap, zz_sample')[0]['content']['ename'], 'ModuleNotFoundError')
        said = text(self.good(f'%pip install --no-index --no-deps "{self.home}/zz_sample-1.0-py3-none-any.whl"'))
        self.assertIn('Successfully installed zz-sample-1.0', said)
        self.assertTrue(said.endswith('Note: you may need to restart the kernel to use updated packages.\n'), said)
        self.assertEqual(text(self.good('import zz_sample\nprint(zz_sample.value)')), '5\n')
        self.assertIn('zz-sample', text(self.good('import sys\n!{sys.executable} -m pip list')))

    def test_pip_that_fails(self):
        said = text(self.good('%pip nothing'))
        self.assertIn('unknown command "nothing"', said)
        self.assertIn('Note:', said)

    def test_conda(self):
        reply, _ = self.k.run('%conda install x')
        self.assertEqual((reply['content']['ename'], reply['content']['evalue']),
                         ('ValueError', 'The python kernel does not appear to be a conda environment.  Please use ``%pip install`` instead.'))
        os.mkdir(os.path.join(self.home, 'conda-meta'))
        open(os.path.join(self.home, 'conda-meta', 'history'), 'w').close()
        program = os.path.join(self.home, 'bin', 'conda')
        with open(program, 'w') as script:
            script.write('#!/bin/sh\nfor word; do printf "<%s>" "$word"; done; echo\n')
        os.chmod(program, 0o755)
        note = '\nNote: you may need to restart the kernel to use updated packages.\n'
        prefix = f'<--prefix><{self.home}>'
        for line, words in {'list': f'<list>{prefix}', 'install x y': f'<install><--yes>{prefix}<x><y>', 'install -y x': f'<install>{prefix}<-y><x>',
                            'update x -n e': '<update><--yes><x><-n><e>', 'info': '<info>', 'create x': '<create><x>',
                            'remove "a b"': f'<remove><--yes>{prefix}<a b>'}.items():
            self.assertEqual(text(self.good('%conda ' + line)).replace('\r', ''), words + '\n' + note)

    def test_who_imports_is_a_setting(self):
        self.assertEqual(self.shown('%config Import.native'), [('execute_result', {'text/plain': '[]'})])
        folder = os.path.join(self.home, 'lib', f'python{sys.version_info[0]}.{sys.version_info[1]}', 'site-packages')
        for name in ('zz_one', 'zz_two'):
            with open(os.path.join(folder, name + '.py'), 'w') as file:
                file.write('import sys\nversion = sys.version\n')
        self.good("%config Import.native = ['zz_one']")
        self.assertEqual(text(self.good('import sys, zz_one, zz_two\nprint(zz_one.version == sys.version, zz_two.version == sys.version)')), 'True False\n')
        self.assertEqual(self.shown('%config Import.native'), [('execute_result', {'text/plain': "['zz_one']"})])
        self.assertEqual(self.k.run('%config Import.nothing = []')[0]['content']['ename'], 'AttributeError')
        self.assertEqual(self.k.run("%config Import.native = 'x'")[0]['content']['ename'], 'ValueError')

    def test_a_class_over_there_says_how_it_is_shown(self):
        folder = os.path.join(self.home, 'lib', f'python{sys.version_info[0]}.{sys.version_info[1]}', 'site-packages')
        with open(os.path.join(folder, 'zz_shown.py'), 'w') as file:
            file.write("""class Shown:
    def _repr_pretty_(self, printer, cycle):
        with printer.group(2, '<', '>'):
            printer.text('shown')
            printer.breakable()
            printer.pretty([1, 'a'])

class Again(Shown):
    def __repr__(self):
        return 'again'
""")
        self.good('import zz_shown')
        self.assertEqual(self.shown('zz_shown.Shown(), [zz_shown.Again()]'), [('execute_result', {'text/plain': "(<shown [1, 'a']>, [again])"})])

    def test_prompts_tell_that_somebody_reads(self):
        self.assertEqual(self.shown('import sys; sys.ps1, sys.ps2, sys.ps3'), [('execute_result', {'text/plain': "('In : ', '...: ', 'Out: ')"})])

    def test_passwords_and_output_of_c(self):
        msg_id = self.k.client.execute('import urllib.request, getpass, code\nprint(getpass.getpass("there? "))\n'
                                       'code.InteractiveInterpreter().runsource("import getpass; print(getpass.getpass(\'pw: \'))", "x", "exec")', allow_stdin=True)
        for prompt in ('there? ', 'pw: '):
            asked = self.k.client.get_stdin_msg(timeout=30)['content']
            self.assertEqual((asked['prompt'], asked['password']), (prompt, True))
            self.k.client.input('secret')
        self.assertEqual(self.k.reply(msg_id)['content']['status'], 'ok')
        self.assertEqual(text(self.k.until_idle(msg_id)), 'secret\nsecret\n')
        said = text(self.good("import ctypes\nprint('one')\nc = ctypes.CDLL(None)\nc.puts(b'two')\nc.fflush(None)\nprint('three')"))
        self.assertEqual(sorted(said.split()), ['one', 'three', 'two'])


@unittest.skipIf(ECHO or not there_is_a_plugin(), 'there is no plugin for Python')
class Finding(unittest.TestCase):
    """`tensor-kernel python`: which one it is, and why."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def script(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as file:
            file.write(text)
        os.chmod(path, 0o755)
        return path

    def found(self, **environment):
        done = subprocess.run([PROGRAM, 'python'], env={'PATH': os.path.join(self.folder, 'bin') + ':/usr/bin:/bin', **environment},
                              capture_output=True, text=True, check=False)
        first = done.stdout.splitlines()[0]
        return done.returncode, first if first.startswith('no ') else first.split(None, 1)[1]

    def test_what_names_it(self):
        here = os.path.join(self.folder, 'a venv')
        subprocess.run([sys.executable, '-m', 'venv', '--without-pip', here], check=True)
        python = os.path.join(here, 'bin', 'python')
        for variable in ('VIRTUAL_ENV', 'CONDA_PREFIX'):
            self.assertEqual(self.found(**{variable: here}), (0, f'{python} ({variable})'))
        self.assertEqual(self.found(TENSOR_PYTHON=python, VIRTUAL_ENV='/nowhere'), (0, python + ' (TENSOR_PYTHON)'))
        host = subprocess.Popen([python, '-c', 'input()'], stdin=subprocess.PIPE)
        self.assertEqual(self.found(JPY_PARENT_PID=str(host.pid)), (0, python + ' (what has started the kernel)'))
        host.communicate(b'\n')
        self.script('bin/python7', f'#!/bin/sh\nexec "{python}" "$@"\n')  # as pyenv has them
        self.assertEqual(self.found(TENSOR_PYTHON='python7'), (0, python + ' (TENSOR_PYTHON)'))
        for text in ('#!/bin/sh\n\'\'\'exec\' "%s" "$0" "$@"\n\' \'\'\'\n' % python, '#!/usr/bin/env python7\n'):
            self.script('bin/jupyter', text)
            self.assertEqual(self.found(), (0, python + ' (the jupyter on PATH)'))

    def test_what_is_wrong(self):
        broken = os.path.join(self.folder, 'broken', 'bin')
        os.makedirs(broken)
        os.symlink('/nowhere/python', os.path.join(broken, 'python'))
        self.assertEqual(self.found(VIRTUAL_ENV=os.path.dirname(broken)), (1, f'no Python: {broken}/python (VIRTUAL_ENV) cannot be run: No such file or directory'))
        self.assertEqual(self.found(TENSOR_PYTHON='off'), (1, 'no Python: TENSOR_PYTHON=off'))
        self.assertEqual(self.found(TENSOR_PYTHON='/nowhere'), (1, 'no Python: /nowhere (TENSOR_PYTHON) cannot be run: No such file or directory'))
        answers = {'3.8.1\\n/l\\n\\nlibpython3.8.so\\n0\\ncpython\\n': 'P is Python 3.8.1; 3.9 or newer is needed',
                   '3.13.1\\n/l\\n\\nlibpython3.13.so\\n1\\ncpython\\n': 'P is a free-threaded Python 3.13.1; one with a GIL is needed',
                   '3.11.1\\n/l\\n\\nlibpython3.11.a\\n0\\ncpython\\n':
                       'P has no shared library; install libpython3.11, or a Python built with --enable-shared',
                   '3.10.1\\n/l\\n\\nlibpypy.so\\n0\\npypy\\n': 'P (TENSOR_PYTHON) is no CPython', 'x': 'P (TENSOR_PYTHON) is no CPython'}
        for answer, reason in answers.items():
            path = self.script('bin/p', f"#!/bin/sh\nprintf '{answer}'\n")
            self.assertEqual(self.found(TENSOR_PYTHON=path), (1, 'no Python: ' + reason.replace('P', path, 1)))

    def test_a_library_that_is_not_there(self):
        path = self.script('bin/p', r"""#!/bin/sh
printf '3.11.2\n/nowhere\nx86\nlibpython_of_nobody.so.1\n0\ncpython\n'
""")
        done = subprocess.run([PROGRAM, 'python'], env={'TENSOR_PYTHON': path}, capture_output=True, text=True, check=False)
        self.assertIn(f'{path} (TENSOR_PYTHON) has no library that can be opened; install libpython3.11 (', done.stdout)
        self.assertEqual(done.returncode, 1)
        done = subprocess.run([PROGRAM, '-c', 'import numpy'], env={'TENSOR_PYTHON': path}, capture_output=True, text=True, check=False)
        self.assertIn("ModuleNotFoundError: No module named 'numpy' (" + path, done.stderr)

    def test_a_module_that_it_runs(self):
        done = subprocess.run([PROGRAM, '-m', 'json.tool', '--compact'], env={**os.environ, 'TENSOR_PYTHON': sys.executable}, input='[1, 2]',
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.stdout, done.returncode), ('[1,2]\n', 0))
        done = subprocess.run([PROGRAM, '-m', 'ensurepip'], env={**os.environ, 'TENSOR_PYTHON': 'off'}, capture_output=True, text=True, check=False)
        self.assertEqual((done.stderr, done.returncode), ('tensor-kernel: No module named ensurepip\n', 1))


class Introspection(PythonCase):
    def described(self, code, detail=0):
        msg_id = self.k.request('inspect_request', {'code': code, 'cursor_pos': len(code), 'detail_level': detail})
        text = self.k.reply(msg_id)['content']['data'].get('text/plain', '')
        self.k.until_idle(msg_id)
        return re.sub(r'\x1b\[[0-9;]*m', '', text)

    def completed(self, code):
        msg_id = self.k.request('complete_request', {'code': code, 'cursor_pos': len(code)})
        content = self.k.reply(msg_id)['content']
        self.k.until_idle(msg_id)
        return [(row['text'], row['type'], row['signature']) for row in content['metadata']['_jupyter_types_experimental']]

    def test_functions_classes_and_objects(self):
        self.good('import ast, fractions\nf = fractions.Fraction(1, 2)')
        self.assertEqual(self.described('ast.parse').split('\n')[:6],
                         ['Signature:', 'ast.parse(', '    source,', "    filename='<unknown>',", "    mode='exec',", '    *,'])
        self.assertRegex(self.described('ast.parse'), r'\nFile:      .*ast\.py\nType:      function$')
        self.assertIn('Source:   \ndef parse(source, filename=', self.described('ast.parse', 1))
        self.assertEqual(self.described('f').split('\n')[:2], ['Type:        Fraction', 'String form: 1/2'])
        self.assertEqual(self.described('ast.literal_eval').split('\n')[0], 'Signature: ast.literal_eval(node_or_string)')
        self.assertEqual(self.shown('ast.parse, ast.literal_eval'), [('execute_result', {'text/plain': (
            "(<function ast.parse(source, filename='<unknown>', mode='exec', *, type_comments=False, feature_version=None)>,\n"
            ' <function ast.literal_eval(node_or_string)>)')})])

    def test_members_of_enumerations_are_shown(self):
        self.good('import http, signal')
        self.assertEqual(self.shown('http.HTTPStatus.OK, [signal.SIGINT]'),
                         [('execute_result', {'text/plain': '(<HTTPStatus.OK: 200>, [<Signals.SIGINT: 2>])'})])

    def test_attributes_are_completed(self):
        self.good('import json, fractions\nf = fractions.Fraction(1, 2)')
        self.assertEqual([row[:2] for row in self.completed('json.lo')], [('load', 'function'), ('loads', 'function')])
        self.assertEqual(self.completed('f.nume'), [('numerator', 'instance', '')])
        self.assertEqual(self.completed('f.limit'), [('limit_denominator', 'function', '(max_denominator=1000000)')])

    def test_modules_are_completed(self):
        for code, found in {'import textwr': [('textwrap', 'module', '')], 'from textwr': [('textwrap', 'module', '')],
                            'import json.dec': [('json.decoder', 'module', '')], 'import json, textwr': [('textwrap', 'module', '')],
                            'from xml.etree import ElementT': [('ElementTree', 'module', '')], 'import no_such_module.': []}.items():
            self.assertEqual(self.completed(code), found, code)
        self.good('import textwrap')
        self.assertEqual(self.completed('from textwrap import ded'), [('dedent', 'function', '(text)')])

    @needs('pandas')
    def test_columns_are_completed(self):
        self.good("import pandas as pd\ndf = pd.DataFrame({'alpha': [1], 'b c': [2]})")
        self.assertEqual(self.completed('df["'), [('alpha', 'dict key', ''), ('b c', 'dict key', '')])
        for code in ('df.loc[:, "', "df.loc['", 'df[  "'):
            self.assertEqual(self.completed(code), [('alpha', 'dict key', ''), ('b c', 'dict key', '')], code)
        self.assertEqual(self.completed('df.loc[0, :, "al'), [])
        self.assertEqual(self.completed('df.head'), [('head', 'function', "(n: 'int'=5)")])


class Missing(KernelCase):
    environment = {'TENSOR_PYTHON': '/there/is/no/python'}

    @unittest.skipIf(ECHO, 'the stand-in imports nothing')
    def test_no_python_is_said_in_one_line(self):
        reply, _ = self.k.run('import numpy')
        self.assertEqual(reply['content']['ename'], 'ModuleNotFoundError')
        self.assertRegex(reply['content']['evalue'], r"^No module named 'numpy' \(.+\)$")
        self.is_alive()


if __name__ == '__main__':
    main()
