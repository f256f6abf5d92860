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

    def test_an_unknown_option(self):
        done = self.call('--no-such-option')
        self.assertNotEqual(done.returncode, 0)
        self.assertTrue(done.stderr)

    def test_simulated_devices(self):
        code = 'import torch; print(torch.cuda.device_count())'
        self.assertEqual(self.call('--sim-gpus', '2', '-c', code).stdout, '2\n')
        self.assertEqual(self.call('-c', code, environment={'TENSOR_SIM_GPUS': '3'}).stdout, '3\n')
        self.assertEqual(self.call('-c', code).stdout, '0\n')

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
