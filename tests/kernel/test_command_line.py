"""The program without Jupyter: run, -c, a pipe, --version, --help, install."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ['TENSOR_KERNEL']
if os.environ.get('TENSOR_ECHO'):
    raise unittest.SkipTest('needs the real language')


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def call(self, *arguments, given=None, environment=None):
        return subprocess.run([PROGRAM, *arguments], input=given, capture_output=True, text=True, timeout=60, cwd=self.folder,
                              env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL if given is None else None)

    def test_run_a_file(self):
        (self.folder / 'hello.py').write_text("import sys\nprint('hello', len(sys.argv))\n")
        done = self.call('run', 'hello.py')
        self.assertEqual((done.stdout, done.stderr, done.returncode), ('hello 1\n', '', 0))

    def test_command(self):
        self.assertEqual(self.call('-c', 'print(6 * 7)').stdout, '42\n')

    def test_pipe(self):
        self.assertEqual(self.call(given='x = 6\nprint(x * 7)\n').stdout, '42\n')

    def test_an_error_is_a_traceback_and_status_1(self):
        (self.folder / 'bad.py').write_text('def f():\n    return 1 / 0\n\nf()\n')
        done = self.call('run', 'bad.py')
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith('Traceback (most recent call last):\n  File "'), done.stderr)
        self.assertTrue(done.stderr.endswith('ZeroDivisionError: division by zero\n'), done.stderr)

    def test_frames_of_layers_are_left_out_of_tracebacks(self):
        # their classes are made from rows of a table: the code is the library's all the same
        (self.folder / 'layer.py').write_text('from torch import nn\nnn.ELU()(3)\n')
        (self.folder / 'option.py').write_text("from torch import nn\nnn.Unflatten(1, (2, 'a'))\n")
        for name, last in (('layer.py', "TypeError: elu(): argument 'input' (position 1) must be Tensor, not int"),
                           ('option.py', 'TypeError: unflattened_size must be tuple of ints, but found element of type str at pos 1')):
            done = self.call('run', name)
            self.assertEqual(done.stderr.count('  File "'), 1, done.stderr)
            self.assertTrue(done.stderr.endswith(last + '\n'), done.stderr)

    def test_run_a_module(self):
        (self.folder / 'pack').mkdir()
        (self.folder / 'pack' / '__init__.py').write_text('')
        (self.folder / 'pack' / 'tool.py').write_text(
            'import os, sys, pack\nprint(__name__, __package__, __spec__.name, [os.path.basename(sys.argv[0]), *sys.argv[1:]], sys.path[0] == os.getcwd(),'
            ' sys.modules["__main__"].__file__ == __file__)\n')
        (self.folder / 'pack' / '__main__.py').write_text('from . import tool\nprint(__name__, __spec__.parent)\nraise SystemExit(4)\n')
        (self.folder / 'pack' / 'wrong.py').write_text('1 / 0\n')
        done = self.call('run', '-m', 'pack.tool', 'x', '-y')
        self.assertEqual((done.stdout, done.stderr), ("__main__ pack pack.tool ['tool.py', 'x', '-y'] True True\n", ''))
        done = self.call('run', '-m', 'pack')
        self.assertEqual((done.stdout, done.stderr, done.returncode), (
            "pack.tool pack pack.tool ['__main__.py'] True False\n__main__ pack\n", '', 4))
        done = self.call('run', '-m', 'pack.wrong')
        self.assertEqual((done.returncode, done.stderr.count('  File "'), done.stderr.endswith('ZeroDivisionError: division by zero\n')), (1, 1, True), done.stderr)
        for name, text in (('nothing', 'No module named nothing'), ('pack.nothing', 'No module named pack.nothing'),
                           ('.pack', 'Relative module names not supported')):
            done = self.call('run', '-m', name)
            self.assertEqual((done.stdout, done.stderr, done.returncode), ('', f'tensor-kernel: {text}\n', 1))
        self.assertEqual(self.call('run', '-m').returncode, 2)

    def test_a_module_of_the_library_alone(self):
        alone = {'TENSOR_PYTHON': 'off'}
        with open(os.path.join(self.folder, 'shown.py'), 'w') as file:
            file.write('x = 1')
        done = self.call('run', '-m', 'dis', 'shown.py', environment=alone)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertRegex(done.stdout, r'SETNAME +\w+, x\n')
        self.assertIn('loop', self.call('run', '-m', 'timeit', '-n', '1', 'pass', environment=alone).stdout)

    def test_a_file_that_is_not_there(self):
        done = self.call('run', 'nothing.py')
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn('nothing.py', done.stderr)

    def test_exit_status(self):
        self.assertEqual(self.call('-c', 'import sys; sys.exit(3)').returncode, 3)

    def test_version_and_help(self):
        done = self.call('--version')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('tensor-kernel', done.stdout)
        done = self.call('--help')
        self.assertEqual(done.returncode, 0)
        for word in ('-f', 'run', '-c', 'install', '--sim-gpus', '--version'):
            self.assertIn(word, done.stdout)

    def test_folders_of_pythonpath(self):
        for name in ('programs', 'one', 'two'):
            (self.folder / name).mkdir()
        (self.folder / 'two' / 'helper.py').write_text('x = 7\n')
        program = 'import sys\nprint(sys.path)\nimport helper\nprint(helper.x)\n'
        (self.folder / 'programs' / 'program.py').write_text(program)
        (self.folder / 'link.py').symlink_to(self.folder / 'programs' / 'program.py')
        here = os.path.realpath(self.folder)
        named = [here + '/two', here + '/one', here, '/not/there']
        environment = {'PYTHONPATH': f'two:./one/:two::{here}/two/../one:/not/there'}

        def shown(*arguments, **others):
            return self.call(*arguments, environment=environment, **others).stdout

        self.assertEqual(shown('-c', program), f'{["", *named]}\n7\n')
        self.assertEqual(shown(given=program), f'{["", *named]}\n7\n')
        for path in ('programs/program.py', 'link.py'):
            self.assertEqual(shown('run', path), f'{[here + "/programs", *named]}\n7\n', path)
        for text, folders in (('', []), (':', [here]), ('one:', [here + '/one', here])):
            environment = {'PYTHONPATH': text}
            self.assertEqual(shown('-c', 'import sys; print(sys.path)'), f'{["", *folders]}\n')

    def test_a_file_as_python_takes_it(self):
        (self.folder / 'args.py').write_text('import sys\nprint(sys.argv, __name__, __file__.split("/")[-1])\n')
        self.assertEqual(self.call('args.py', '-c', 'x').stdout, "['args.py', '-c', 'x'] __main__ args.py\n")
        self.assertEqual(self.call('./args.py').stdout, "['./args.py'] __main__ args.py\n")
        self.assertEqual(self.call('-', 'a', given='import sys\nprint(sys.argv)\n').stdout, "['-', 'a']\n")
        self.assertEqual(self.call(given='import sys\nprint(sys.argv)\n').stdout, "['']\n")
        self.assertEqual(self.call('-V').stdout, self.call('--version').stdout)
        self.assertEqual(self.call('-h').stdout, self.call('--help').stdout)

    def test_options_of_pythons_interpreter(self):
        flags = ('import sys; print(sys.flags.isolated, sys.flags.ignore_environment, sys.flags.safe_path, sys.flags.dont_write_bytecode, '
                 'sys.flags.dev_mode, sys.flags.int_max_str_digits, sys._xoptions, sys.warnoptions, sys.argv)')
        environment = {'PYTHONPATH': '/not/there', 'PYTHONWARNINGS': 'ignore,once', 'PYTHONDONTWRITEBYTECODE': ''}
        for words, expected in (((), "0 0 False 0 False -1 {} ['ignore', 'once'] ['-c']"),
                                (('-I', '-X', 'faulthandler'), "1 1 True 0 False -1 {'faulthandler': True} [] ['-c']"),
                                (('-EB', '-Wdefault', '-W', 'error::ImportWarning'), "0 1 False 1 False -1 {} ['default', 'error::ImportWarning'] ['-c']"),
                                (('-Xint_max_str_digits=700', '-Xa=b', '-X', 'dev'),
                                 "0 0 False 0 True 700 {'int_max_str_digits': '700', 'a': 'b', 'dev': True} ['default', 'ignore', 'once'] ['-c']")):
            done = self.call(*words, '-c', flags, environment=environment)
            self.assertEqual((done.stdout, done.stderr), (expected + '\n', ''), words)
        self.assertEqual(self.call('-Ic', 'import sys; print("" in sys.path, sys.argv)', 'a', environment=environment).stdout, "False ['-c', 'a']\n")
        done = self.call('-Werror::DeprecationWarning', '-Wnothing', '-c', 'import warnings; warnings.warn("old", DeprecationWarning)')
        self.assertEqual(done.stderr.splitlines()[0], "Invalid -W option ignored: invalid action: 'nothing'")
        self.assertEqual((done.stderr.splitlines()[-1], done.returncode), ('DeprecationWarning: old', 1))
        for words in (('-X', 'importtime', '-c', '1'), ('-O', '-c', '1'), ('-bb', '-c', '1'), ('-Xint_max_str_digits=5', '-c', '1')):
            self.assertIn('unknown option', self.call(*words).stderr)

    def test_unknown_words_and_options_get_one_line(self):
        for words, expected in ((['--no-such-option'], 'unknown option --no-such-option; try'), (['-x'], 'unknown option -x; try'),
                                (['frobnicate'], 'no such command or file: frobnicate; try'), (['-c'], 'argument missing after -c; try'),
                                (['nothing.py'], "can't open file '" + os.path.join(os.path.realpath(self.folder), 'nothing.py') + "'"),
                                (['install', '--bogus'], "unknown option --bogus; try 'tensor-kernel install --help'"),
                                (['install', 'word'], "unknown option word; try 'tensor-kernel install --help'"),
                                (['install', '--name'], "argument missing after --name; try 'tensor-kernel install --help'"),
                                (['install', '--user', '--sys-prefix'], 'only one of')):
            done = self.call(*words)
            self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (2, '', 1), (words, done.stderr))
            self.assertIn(expected, done.stderr)

    def test_install_help(self):
        for option in ('-h', '--help'):
            done = self.call('install', '--user', option)
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            for word in ('--user', '--sys-prefix', '--prefix', '--name', '--display-name', '--env', '--sim-gpus'):
                self.assertIn(word, done.stdout)

    def test_install_with_a_name_and_variables(self):
        done = self.call('install', '--prefix', str(self.folder), '--name=mine', '--display-name', 'My "own"', '--env', 'A', '1 2',
                         '--env', 'B', '')
        self.assertEqual(done.returncode, 0, done.stderr)
        kernel = json.loads((self.folder / 'share/jupyter/kernels/mine/kernel.json').read_text())
        self.assertEqual((kernel['display_name'], kernel['env']), ('My "own"', {'A': '1 2', 'B': ''}))
        self.assertEqual(self.call('install', '--prefix', str(self.folder), '--env', 'A=1', '2').returncode, 2)

    def test_install_where_a_user_may_not_write_names_the_way_out(self):
        # a user that may write nowhere: only root can become it, others are one already
        program, user = self.folder / 'program', {}
        shutil.copy(PROGRAM, program)
        self.folder.chmod(0o755)
        if os.getuid() == 0:
            user = {'user': 65534, 'group': 65534, 'extra_groups': []}
        elif os.access('/usr/local/share', os.W_OK):
            self.skipTest('this user may write where all users look')
        try:
            done = subprocess.run([program, 'install'], capture_output=True, text=True, timeout=60, cwd='/', **user)
        except PermissionError:
            self.skipTest('the folder cannot be reached by another user')
        self.assertEqual((done.returncode, done.stdout), (1, ''), done.stderr)
        self.assertIn('Permission denied', done.stderr)
        self.assertIn("Perhaps you want 'sudo' or '--user'?", done.stderr)

    def test_simulated_devices(self):
        code = 'import torch; print(torch.cuda.device_count())'
        self.assertEqual(self.call('--sim-gpus', '2', '-c', code).stdout, '2\n')
        self.assertEqual(self.call('-c', code, environment={'TENSOR_SIM_GPUS': '3'}).stdout, '3\n')
        self.assertEqual(self.call('-c', code).stdout, '0\n')

    def test_variables_that_mean_nothing(self):
        for name, text in (('TENSOR_SIM_GPUS', 'abc'), ('TENSOR_SIM_GPUS', '-3'), ('TENSOR_SIM_GPUS', '999'), ('TENSOR_CPU', 'foo'),
                           ('TENSOR_BLAS', 'foo'), ('TENSOR_THREADS', '0'), ('TENSOR_SIM_MEMORY', 'abc'), ('TENSOR_SIM_RANDOM', 'abc')):
            done = self.call('--sim-gpus', '1', '-c', '1', environment={name: text})
            self.assertEqual(done.returncode, 1, (name, text))
            self.assertIn(f'{name} is "{text}"', done.stderr)

    def test_install(self):
        done = self.call('install', '--prefix', str(self.folder))
        self.assertEqual(done.returncode, 0, done.stderr)
        spec = self.folder / 'share' / 'jupyter' / 'kernels' / 'tensor'
        kernel = json.loads((spec / 'kernel.json').read_text())
        self.assertEqual((kernel['display_name'], kernel['language']), ('Tensor', 'python'))
        self.assertIn('{connection_file}', kernel['argv'])
        self.assertTrue(os.access(kernel['argv'][0], os.X_OK), kernel['argv'])
        for logo in ('logo-32x32.png', 'logo-64x64.png', 'logo-svg.svg'):
            self.assertTrue((spec / logo).stat().st_size > 500, logo)

    def test_install_with_devices(self):
        done = self.call('install', '--prefix', str(self.folder), '--name', 'tensor-sim', '--sim-gpus', '2')
        self.assertEqual(done.returncode, 0, done.stderr)
        kernel = json.loads((self.folder / 'share/jupyter/kernels/tensor-sim/kernel.json').read_text())
        self.assertEqual(kernel['display_name'], 'Tensor (2 simulated GPUs)')
