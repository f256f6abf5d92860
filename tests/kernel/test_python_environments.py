"""Which Python serves imports: how environments lie on a disk, those that are broken, and packages that do harm at their import."""
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import unittest
from harness import ECHO, Kernel, main, text
from test_python import PROGRAM, needs, there_is_a_plugin

VERSION = f'{sys.version_info[0]}.{sys.version_info[1]}'
LIBRARY = next((path for folder in (sysconfig.get_config_var('LIBDIR') or '', os.path.join(sysconfig.get_config_var('LIBDIR') or '', sysconfig.get_config_var('MULTIARCH') or ''))
                if os.path.exists(path := os.path.join(folder, f'libpython{VERSION}.so.1.0'))), None)


def complete_in_its_file():
    """A Python that needs no shared library and shows its functions, as Debian's do; None: there is none."""
    for path in [sys.executable, *(f'/usr/bin/python3.{minor}' for minor in range(9, 15))]:
        if os.path.exists(path):
            with open(path, 'rb') as file:
                data = file.read()
            if b'\0Py_InitializeEx\0' in data and b'\0libpython3' not in data:
                return os.path.realpath(path)
    return None


@unittest.skipIf(ECHO or not there_is_a_plugin(), 'there is no plugin for Python')
class EnvironmentCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def write(self, name, content, mode=0o644):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as file:
            file.write(content)
        os.chmod(path, mode)
        return path

    def venv(self, *options):
        subprocess.run([sys.executable, '-m', 'venv', '--without-pip', *options, os.path.join(self.folder, 'v')], check=True)
        self.packages = f'v/lib/python{VERSION}/site-packages/'
        return os.path.join(self.folder, 'v/bin/python')

    def run_program(self, *arguments, clean=False, **environment):
        base = {'PATH': '/usr/bin:/bin'} if clean else {**os.environ, 'PYTHONDONTWRITEBYTECODE': '1'}
        return subprocess.run([PROGRAM, *arguments], env={**base, **environment}, capture_output=True, text=True, check=False, cwd=self.folder, timeout=60)

    def prints(self, code, **environment):
        done = self.run_program('-c', code, **environment)
        self.assertEqual((done.returncode, done.stderr), (0, ''), done)
        return done.stdout

    def refusal(self, **environment):
        """What an import says, and `tensor-kernel python` as well."""
        done = self.run_program('-c', 'import zz_no_module', **environment)
        self.assertEqual(done.returncode, 1)
        error = done.stderr.splitlines()[-1]
        head = "ModuleNotFoundError: No module named 'zz_no_module' ("
        self.assertTrue(error.startswith(head) and error.endswith(')'), error)
        self.assertIn(error[len(head):-1], self.run_program('python', **environment).stdout)
        return error[len(head):-1]

    def described(self, **environment):
        return dict(line.split(None, 1) for line in self.run_program('python', **environment).stdout.splitlines())


OWN = """import typing, contextlib, collections, collections.abc, functools, dataclasses, enum, abc, copy, pickle, warnings, weakref, os, io, time, random, zlib, types
import torch, torch.nn.functional, torch.optim.lr_scheduler, torch.utils.data, torch.distributions, torch.func, torch.profiler, torch.utils.checkpoint, torch.nn.utils.parametrize
class Batch(typing.NamedTuple):
    x: torch.Tensor
@dataclasses.dataclass
class Config: width: int = 3
class Mine(typing.Protocol[typing.TypeVar('T')]): pass
model = torch.nn.Linear(Config().width, 2)
steps = torch.optim.Adam(model.parameters())
for x, y in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.ones(4, 3), torch.zeros(4, 2)), batch_size=2):
    torch.nn.functional.mse_loss(model(Batch(x).x), y).backward(); steps.step()
torch.save(copy.deepcopy(model).state_dict(), 'm.pt'); print(len(torch.load('m.pt')))
"""


class Layouts(EnvironmentCase):
    @unittest.skipIf(LIBRARY is None, 'this Python has no shared library')
    def test_a_library_that_only_lies_beside(self):
        python = self.venv()
        os.makedirs(os.path.join(self.folder, 'lib'))
        os.symlink(LIBRARY, os.path.join(self.folder, f'lib/libpython{VERSION}.so.1.0'))
        # conda's say that they have an archive, those of uv name the folder of who has built them
        for name, folder in ((f'libpython{VERSION}.a', os.path.join(self.folder, 'lib')), (f'libpython{VERSION}.so.1.0', '/install/lib')):
            answer = '\\n'.join([VERSION + '.1', folder, '', name, '0', 'cpython', python, self.folder, ''])
            script = self.write('bin/named', f"#!/bin/sh\nprintf '{answer}'\n", 0o755)
            self.assertEqual(self.described(TENSOR_PYTHON=script)['library'], os.path.join(self.folder, f'lib/libpython{VERSION}.so.1.0'))
            self.assertEqual(self.prints('import json; print(json.dumps([1]))', TENSOR_PYTHON=script), '[1]\n')

    def test_environments_within_each_other(self):
        python = self.venv()
        self.write(self.packages + 'zz_here.py', 'import sys\nprefix = sys.prefix\n')
        for environment in ({'TENSOR_PYTHON': python}, {'VIRTUAL_ENV': os.path.join(self.folder, 'v')}, {'CONDA_PREFIX': os.path.join(self.folder, 'v')},
                            {'TENSOR_PYTHON': 'python', 'PATH': os.path.dirname(python)}):
            done = self.run_program('-c', 'import zz_here; print(zz_here.prefix)', clean=True, **environment)
            self.assertEqual(done.stdout, os.path.join(self.folder, 'v') + '\n', (environment, done.stderr))
        copied = self.venv('--clear', '--copies')
        self.write(self.packages + 'zz_here.py', 'import sys\nprefix = sys.prefix\n')
        self.assertEqual(self.prints('import zz_here; print(zz_here.prefix)', TENSOR_PYTHON=copied), os.path.join(self.folder, 'v') + '\n')

    def test_an_installed_kernel_keeps_its_python(self):
        python = self.venv()
        self.run_program('install', '--prefix', self.folder, '--python', python)
        with open(os.path.join(self.folder, 'share/jupyter/kernels/tensor/kernel.json')) as file:
            spec = json.load(file)
        self.assertEqual(spec['env'], {'TENSOR_PYTHON': python})
        done = self.run_program('-c', 'import json; print(json.__name__)', clean=True, **spec['env'])
        self.assertEqual(done.stdout, 'json\n')

    def test_there_is_none(self):
        empty = os.path.join(self.folder, 'nothing')
        os.makedirs(empty)
        done = self.run_program('-c', 'import xmlrpc', clean=True, PATH=empty)
        self.assertEqual(done.stderr.splitlines()[-1], "ModuleNotFoundError: No module named 'xmlrpc' (there is no Python on PATH; TENSOR_PYTHON names one)")

    def test_folders_of_environments_are_pythons(self):
        self.venv()
        code = 'import sys\nversion = sys.version\n'
        self.write('other/site-packages/zz_there.py', code)
        self.write('mine/zz_mine.py', code)
        both = os.pathsep.join(os.path.join(self.folder, name) for name in ('other/site-packages', 'mine'))
        asked = 'import sys, zz_there, zz_mine; print(zz_there.version == sys.version, zz_mine.version == sys.version)'
        self.assertEqual(self.prints(asked, PYTHONPATH=both, TENSOR_PYTHON=sys.executable), 'False True\n')
        self.assertEqual(self.prints(asked, PYTHONPATH=both, TENSOR_PYTHON='off'), 'True True\n')


class Closed(EnvironmentCase):
    def test_the_library_opens_no_python(self):
        python = self.write('python', '#!/bin/sh\necho asked >>"$0.asked"\nexit 1\n', 0o755)
        self.assertEqual(self.prints(OWN, TENSOR_PYTHON=python), '2\n')
        self.assertFalse(os.path.exists(python + '.asked'))
        self.assertIn('AttributeError', self.run_program('-c', 'import os\nos.nothing_of_that_name', TENSOR_PYTHON=python).stderr)
        self.assertTrue(os.path.exists(python + '.asked'))


class Broken(EnvironmentCase):
    def test_its_home_is_gone(self):
        home = os.path.join(self.folder, 'v')
        python = self.venv()
        os.unlink(python)
        os.symlink('/nowhere/python3', python)
        self.assertEqual(self.refusal(VIRTUAL_ENV=home, TENSOR_PYTHON=''), f'{python} (VIRTUAL_ENV) cannot be run: No such file or directory')
        os.unlink(python)
        self.write('v/bin/python', 'no program', 0o755)
        self.assertEqual(self.refusal(TENSOR_PYTHON=python), f'{python} (TENSOR_PYTHON) cannot be run: Exec format error')
        self.write('v/bin/python', "#!/bin/sh\necho 'SyntaxError: invalid syntax' >&2\nexit 1\n", 0o755)
        self.assertEqual(self.refusal(TENSOR_PYTHON=python), f'{python} (TENSOR_PYTHON) cannot be run: SyntaxError: invalid syntax')

    def test_versions(self):
        for version in ('2.7.18', '3.8.20'):
            path = self.write('p', f"#!/bin/sh\nprintf '{version}\\n/l\\n\\nlibpython.so\\n0\\n{'cpython'}\\n'\n", 0o755)
            self.assertEqual(self.refusal(TENSOR_PYTHON=path), f'{path} is Python {version}; 3.9 or newer is needed')

    def test_a_wrong_home(self):
        python = self.venv()
        self.assertEqual(self.refusal(TENSOR_PYTHON=python, PYTHONHOME='/nowhere'),
                         f"{python} (TENSOR_PYTHON) cannot be run with PYTHONHOME=/nowhere: ModuleNotFoundError: No module named 'encodings'")

    def test_what_ends_python_at_its_start(self):
        python = self.venv()
        for code, reason in {'import sys\nsys.exit(3)\n': 'SystemExit: 3', 'import os\nos._exit(3)\n': 'exit status 3',
                             'import os\nos.kill(os.getpid(), 11)\n': 'Segmentation fault'}.items():
            self.write(self.packages + 'sitecustomize.py', code)
            self.assertEqual(self.refusal(TENSOR_PYTHON=python), f'{python} (TENSOR_PYTHON) cannot be run: {reason}')
        os.unlink(os.path.join(self.folder, self.packages, 'sitecustomize.py'))
        self.write(self.packages + 'end.pth', 'import sys; sys.exit("no")\n')
        self.assertEqual(self.refusal(TENSOR_PYTHON=python), f'{python} (TENSOR_PYTHON) cannot be run: SystemExit: no')

    def test_what_python_starts_with_in_spite_of_errors(self):
        python = self.venv()
        self.write(self.packages + 'sitecustomize.py', 'import os, sys\nos.environ["FROM_SITE"] = "1"\nprint("of sitecustomize", flush=True)\n1/0\n')
        self.write(self.packages + 'a.pth', 'import zz_no_such_module\n')
        self.write(self.packages + 'b.pth', 'import sys; raise ValueError("of a path file")\n')
        self.write(self.packages + 'c.pth', 'import os; os.environ["FROM_PTH"] = "2"; print("of a path file", flush=True)\n/nowhere\n')
        code = 'import ast, os; print(ast.literal_eval("1"), os.environ["FROM_SITE"], os.environ["FROM_PTH"])'
        ours, theirs = self.run_program('-c', code, TENSOR_PYTHON=python), subprocess.run([python, '-c', code], capture_output=True, text=True, check=False)
        self.assertEqual((ours.returncode, ours.stdout), (0, theirs.stdout))
        wanted = [line for line in theirs.stderr.splitlines() if 'Error' in line]
        self.assertEqual([line for line in ours.stderr.splitlines() if 'Error' in line], wanted)
        self.assertTrue(any('ZeroDivisionError' in line for line in wanted) and any('zz_no_such_module' in line for line in wanted), theirs.stderr)

    def test_a_start_that_fails_in_the_middle(self):
        self.write('shadow/warnings.py', 'raise RuntimeError("not these")\n')
        self.write('program.py', '''import os, sys
for i in range(3):
    try:
        import xmlrpc.client
    except ModuleNotFoundError as e:
        print(e)
    if i == 1:
        os.remove('shadow/warnings.py')
print(xmlrpc.client.escape('works'))
import warnings, pprint
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    warnings.warn('one')
print(len(seen))
pprint.pprint('once')
os.environ['OF_BOTH'] = '1'
import platform
print(platform.os.environ['OF_BOTH'])
''')
        done = self.run_program('run', 'program.py', TENSOR_PYTHON=sys.executable, PYTHONPATH=os.path.join(self.folder, 'shadow'))
        cause = "No module named 'xmlrpc' (the bridge could not be started: RuntimeError: not these)\n"
        self.assertEqual((done.stdout, done.stderr), (cause * 2 + "works\n1\n'once'\n1\n", ''))


class Ends(EnvironmentCase):
    def test_functions_of_atexit_and_threads(self):
        code = '''import atexit, threading, time, concurrent.futures, weakref
class C: pass
c = C()
weakref.finalize(c, print, 'finalized')
atexit.register(print, 'first', flush=True)
@atexit.register
def last():
    print('last', len(done))
done = []
def slow():
    time.sleep(0.2)
    done.append(1)
concurrent.futures.ThreadPoolExecutor(1).submit(slow)
print('end')
'''
        script = self.write('program.py', code)
        theirs = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout
        ours = self.run_program('run', script, TENSOR_PYTHON=sys.executable)
        self.assertEqual((sorted(ours.stdout.splitlines()), ours.stderr, ours.returncode), (sorted(theirs.splitlines()), '', 0))
        self.assertLess(ours.stdout.index('last 1'), ours.stdout.index('first'))


PACKAGES = {
    'raises': 'raise RuntimeError("at import")',
    'exits': 'import sys\nsys.exit(3)',
    'ends': 'import os\nos._exit(7)',
    'crashes': 'import os, signal\nsignal.signal(signal.SIGSEGV, signal.SIG_DFL)\nos.kill(os.getpid(), signal.SIGSEGV)',
    'writes': 'import os\nos.write(1, b"to the file\\n")\nos.system("echo of a child")\nos.write(2, b"to the other\\n")',
    'replaces': 'import sys\nclass S:\n    def write(self, t): former.write(t.upper())\n    def flush(self): pass\nformer = sys.stdout\nsys.stdout = S()\n'
                'def back(): sys.stdout = former',
    'breaks': 'import sys\nclass S:\n    def write(self, t): raise OSError("full")\n    flush = write\nformer = sys.stdout\nsys.stdout = S()\n'
              'sys.broken_by = lambda: setattr(sys, "stdout", former)\nraise ValueError("after that")',
    'mutes': 'import sys\nformer = sys.stdout\nsys.stdout = None\ndef back(): sys.stdout = former',
    'serves': 'import threading, time, http.server, socketserver\nrunning = True\ndef tick():\n    while running: time.sleep(0.001)\n'
              'for _ in range(4): threading.Thread(target=tick, daemon=True).start()\n'
              'server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)\n'
              'threading.Thread(target=server.serve_forever, daemon=True).start()\nport = server.server_address[1]',
    'atexits': 'import atexit, os\natexit.register(lambda: open(os.environ["ZZ_FILE"], "w").close())',
    'signals': 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)',
}


@unittest.skipIf(ECHO or not there_is_a_plugin(), 'there is no plugin for Python')
class Harm(unittest.TestCase):
    """Each cell in a kernel of its own environment; those that live on share one."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        home = os.path.realpath(cls.folder.name)
        subprocess.run([sys.executable, '-m', 'venv', '--without-pip', home], check=True)
        for name, code in PACKAGES.items():
            with open(os.path.join(home, f'lib/python{VERSION}/site-packages/zz_{name}.py'), 'w') as file:
                file.write(code + '\n')
        cls.file = os.path.join(home, 'at_exit')
        cls.environment = {'TENSOR_PYTHON': os.path.join(home, 'bin/python'), 'PYTHONDONTWRITEBYTECODE': '1', 'ZZ_FILE': cls.file}
        cls.k = Kernel(environment=cls.environment)

    @classmethod
    def tearDownClass(cls):
        cls.k.close()
        cls.folder.cleanup()

    def good(self, code):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'ok', reply['content'])
        return messages

    def error(self, code):
        content = self.k.run(code)[0]['content']
        return content.get('ename'), content.get('evalue')

    def test_errors_and_exits(self):
        for _ in range(2):
            self.assertEqual(self.error('import zz_raises'), ('RuntimeError', 'at import'))
            self.assertEqual(self.error('import zz_exits'), ('SystemExit', '3'))
        self.assertEqual(text(self.good('print("lives")')), 'lives\n')

    def test_output_of_the_process(self):
        messages = self.good('print("before", flush=True)\nimport zz_writes\nprint("after")')
        said = text(messages)
        for line in ('before', 'to the file', 'of a child', 'after'):
            self.assertIn(line + '\n', said)
        self.assertIn('to the other\n', text(messages, 'stderr'))

    def test_streams_that_are_replaced(self):
        self.assertEqual(text(self.good('import zz_replaces\nprint("loud")')), 'LOUD\n')
        self.assertEqual(text(self.good('zz_replaces.back()\nprint("quiet")')), 'quiet\n')
        self.assertEqual(text(self.good('import zz_mutes\nprint("nothing")')), '')
        self.assertEqual(text(self.good('zz_mutes.back()\nprint("again")')), 'again\n')

    def test_a_stream_that_fails(self):
        self.assertEqual(self.error('import zz_breaks'), ('ValueError', 'after that'))
        self.assertEqual(self.error('print("x")'), ('OSError', 'full'))
        self.good('import pydoc\npydoc.sys.broken_by()')
        self.assertEqual(text(self.good('print("lives")')), 'lives\n')

    def test_modules_beside_the_notebook(self):
        beside = os.path.join(self.folder.name, 'beside')
        os.makedirs(beside)
        for name in ('random', 'textwrap', 'struct'):
            with open(os.path.join(beside, name + '.py'), 'w') as file:
                file.write('raise RuntimeError("the wrong one")\n')
        with open(os.path.join(beside, 'zz_mine.py'), 'w') as file:
            file.write('value = 5\n')
        self.good(f'import os\nbefore = os.getcwd()\nos.chdir({beside!r})')
        # Python's modules find those of its library; what the notebook itself imports is what lies beside it
        self.assertEqual(text(self.good('import tempfile, random, zz_mine\nprint(bool(tempfile.gettempdir()), random.Random(1).randint(0, 9), zz_mine.value)')),
                         'True 2 5\n')
        self.good('os.chdir(before)')

    def test_threads_and_a_server(self):
        self.good('import zz_serves, urllib.request, os\nos.chdir(os.path.dirname(zz_serves.__file__))')
        self.assertEqual(text(self.good('print(urllib.request.urlopen(f"http://127.0.0.1:{zz_serves.port}/zz_raises.py").read())')),
                         repr((PACKAGES['raises'] + '\n').encode()) + '\n')
        self.good('zz_serves.running = False\nzz_serves.server.shutdown()')

    def test_an_interrupt_is_taken_all_the_same(self):
        self.good('import zz_signals')
        msg_id = self.k.client.execute('import time\nwhile True: time.sleep(0.01)')
        self.assertIsNone(self.k.process.poll())
        import time
        time.sleep(0.5)
        os.kill(self.k.process.pid, signal.SIGINT)
        self.assertEqual(self.k.reply(msg_id)['content']['ename'], 'KeyboardInterrupt')
        self.k.until_idle(msg_id)

    def ends(self, code):
        kernel = Kernel(environment=self.environment)
        self.addCleanup(kernel.close)
        kernel.client.execute(code)
        return kernel.process.wait(timeout=30)

    def test_what_ends_the_process(self):
        self.assertEqual(self.ends('import zz_ends'), 7)
        self.assertEqual(self.ends('import zz_crashes'), -signal.SIGSEGV)

    def test_functions_of_atexit(self):
        kernel = Kernel(environment=self.environment)
        self.addCleanup(kernel.close)
        kernel.run('import zz_atexits')
        kernel.request('shutdown_request', {'restart': False}, 'control')
        self.assertEqual(kernel.process.wait(timeout=30), 0)
        self.assertTrue(os.path.exists(self.file))


@unittest.skipIf(complete_in_its_file() is None, 'there is no Python that is complete in its file')
@unittest.skipIf(not os.path.exists(os.path.join(os.path.dirname(PROGRAM), 'tensor-kernel.so')) and
                 not os.path.exists(os.path.join(os.path.dirname(PROGRAM), '../lib/tensor-kernel/tensor-kernel.so')), 'the program is no shared object')
class Hosted(EnvironmentCase):
    """A Python without a shared library: the program runs inside of its process."""

    def setUp(self):
        super().setUp()
        found = complete_in_its_file()
        self.name = os.path.basename(found)
        asked = 'import sys, sysconfig; print(sysconfig.get_path("stdlib"), "%d.%d" % sys.version_info[:2])'
        library, self.version = subprocess.run([found, '-I', '-c', asked], capture_output=True, text=True, check=True).stdout.split()
        os.makedirs(os.path.join(self.folder, 'bin'))
        os.makedirs(os.path.join(self.folder, 'lib', self.name))
        shutil.copy(found, os.path.join(self.folder, 'bin', self.name))
        for name in os.listdir(library):
            os.symlink(os.path.join(library, name), os.path.join(self.folder, 'lib', self.name, name))
        self.python = os.path.join(self.folder, 'bin', self.name)

    def test_a_program(self):
        self.write('program.py', '''import os, sys, json
print(json.dumps(sys.argv[1:]), os.path.basename(sys.executable), [name for name in os.environ if 'HOSTED' in name or name == 'LD_PRELOAD'])
with open('/proc/self/comm') as file:
    print(file.read().strip(), os.readlink('/proc/self/exe') == os.environ['TENSOR_PYTHON'])
import platform
print(platform.sys.executable == os.environ['TENSOR_PYTHON'])
import torch
class Data:
    def __len__(self): return 2
    def __getitem__(self, i): return len(json.dumps([i])), os.getpid() != parent
parent = os.getpid()
print(*torch.utils.data.DataLoader(Data(), num_workers=1))
import subprocess
print(subprocess.run([sys.executable, '-c', 'import json; print(json.dumps({}))'], capture_output=True, text=True).stdout.strip())
sys.exit(5)
''')
        done = self.run_program('run', 'program.py', 'a', 'b c', TENSOR_PYTHON=self.python)
        self.assertEqual((done.stdout, done.returncode), ('["a", "b c"] tensor-kernel []\ntensor-kernel True\nTrue\n[tensor([3]), tensor([True])] [tensor([3]), tensor([True])]\n{}\n', 5), done.stderr)
        self.assertEqual(self.prints('import os, json; print(os.environ["LD_PRELOAD"])', TENSOR_PYTHON=self.python, LD_PRELOAD='libm.so.6'), 'libm.so.6\n')

    def test_a_folder_with_blanks(self):
        place = os.path.join(self.folder, 'a place: here')
        os.makedirs(place)
        for name in ('tensor-kernel', 'tensor-kernel.so', 'tensor-python.so'):
            beside = os.path.join(os.path.dirname(os.path.realpath(PROGRAM)), name)
            os.symlink(beside, os.path.join(place, name))
        if not os.path.exists(os.path.join(place, 'tensor-kernel.so')):
            self.skipTest('installed elsewhere')
        for name in ('tensor-kernel', 'tensor-kernel.so', 'tensor-python.so'):
            path = os.path.join(place, name)
            real = os.path.realpath(path)
            os.unlink(path)
            try:
                os.link(real, path)
            except OSError:
                shutil.copy(real, path)
        done = subprocess.run([os.path.join(place, 'tensor-kernel'), '-c', 'import json, sys; print(json.dumps(sys.executable))'],
                              env={**os.environ, 'TENSOR_PYTHON': self.python}, capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, json.dumps(os.path.join(place, 'tensor-kernel')) + '\n', done.stderr)

    @needs('numpy')
    def test_numpy(self):
        if self.version != VERSION:
            self.skipTest('the packages are of another version')
        import numpy
        packages = os.path.dirname(os.path.dirname(numpy.__file__))
        code = 'import numpy, torch; a = torch.arange(3).numpy(); a += 1; print(a, numpy.linalg.norm(numpy.ones(4)))'
        self.assertEqual(self.prints(code, TENSOR_PYTHON=self.python, PYTHONPATH=packages), '[1 2 3] 2.0\n')

    def test_a_kernel(self):
        kernel = Kernel(environment={'TENSOR_PYTHON': self.python, 'PYTHONDONTWRITEBYTECODE': '1'})
        self.addCleanup(kernel.close)
        said = text(kernel.run('import os, pprint\npprint.pprint([1])\nos.system("echo child")\nprint(os.environ.get("LD_PRELOAD"))')[1])
        self.assertEqual(sorted(said.split()), ['None', '[1]', 'child'])
        self.assertEqual(os.readlink(f'/proc/{kernel.process.pid}/exe'), self.python)
        for code in ('while True: pass', 'import timeit\ntimeit.timeit("pass", number=10**12)', 'import threading\nthreading.Event().wait()'):
            msg_id = kernel.client.execute(code)
            kernel.client.get_iopub_msg(timeout=20)
            import time
            time.sleep(0.5)
            os.kill(kernel.process.pid, signal.SIGINT)
            self.assertEqual(kernel.reply(msg_id)['content']['ename'], 'KeyboardInterrupt', code)
        kernel.request('shutdown_request', {'restart': False}, 'control')
        self.assertEqual(kernel.process.wait(timeout=30), 0)


if __name__ == '__main__':
    main()
