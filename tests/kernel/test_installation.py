"""install, list, uninstall and settings: where kernelspecs go, what is shown of them, what a settings file sets; the man page and completion."""
import json
import os
from pathlib import Path
import re
import shutil
import subprocess
import tempfile
import unittest

from harness import main

PROGRAM = os.environ['TENSOR_KERNEL']
SOURCE = Path(__file__).resolve().parents[2]
if os.environ.get('TENSOR_ECHO'):
    raise unittest.SkipTest('needs the real language')


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.home, self.venv = self.folder / 'home', self.folder / 'venv'
        self.home.mkdir()
        self.venv.mkdir()
        self.environment = {'PATH': os.environ['PATH'], 'HOME': str(self.home)}

    def call(self, *words, **more):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60, cwd=self.folder, check=False,
                              env={**self.environment, **more})

    def good(self, *words, **more):
        done = self.call(*words, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ''), words)
        return done.stdout

    def spec(self, base, name='tensor'):
        return Path(base) / 'share/jupyter/kernels' / name


class Installation(Case):
    def test_an_active_environment_comes_first(self):
        said = self.good('install', VIRTUAL_ENV=str(self.venv))
        self.assertEqual(said, f'Installed kernelspec tensor in {self.spec(self.venv)}\nUndo: tensor-kernel uninstall tensor\n')
        self.assertTrue((self.spec(self.venv) / 'kernel.json').exists())

    def test_a_user_who_may_write_nowhere_else_gets_the_home_folder(self):
        self.venv.chmod(0o500)
        user = {}
        if os.getuid() == 0:
            user = {'user': 65534, 'group': 65534, 'extra_groups': []}
            program = self.folder / 'tensor-kernel'
            shutil.copy(PROGRAM, program)
            self.folder.chmod(0o755)
            os.chown(self.home, 65534, 65534)
        else:
            program = PROGRAM
            if os.access('/usr/local/share', os.W_OK):
                self.skipTest('this user may write where all users look')
        done = subprocess.run([program, 'install'], capture_output=True, text=True, timeout=60, cwd='/', check=False,
                              env={**self.environment, 'VIRTUAL_ENV': str(self.venv)}, **user)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f'in {self.home}/.local/share/jupyter/kernels/tensor\n', done.stdout)

    def test_what_undo_says_removes_it(self):
        for words, more in ((['--user'], {}), (['--prefix', str(self.venv)], {}), (['--sys-prefix'], {'VIRTUAL_ENV': str(self.venv)})):
            said = self.good('install', *words, '--name', 'mine', **more)
            folder = re.search('in (.*)\n', said).group(1)
            undo = re.search('Undo: tensor-kernel (.*)\n', said).group(1).replace("'", '').split()
            self.assertEqual(self.good(*undo, **more), f'Removed {folder}\n')
            self.assertFalse(os.path.exists(folder))

    def test_list_shows_where_and_what(self):
        before = self.good('list')  # of the folder where the program is installed, perhaps
        self.assertNotIn(str(self.home), before)
        self.assertTrue(before.startswith("No kernelspec of this kernel; 'tensor-kernel install' writes one") or 'kernels/' in before, before)
        self.good('install', '--user', '--display-name', 'Mine')
        self.good('install', '--prefix', str(self.venv), '--sim-gpus', '2')
        broken = json.loads((self.spec(self.home / '.local') / 'kernel.json').read_text())
        broken['argv'][0] = '/gone/tensor-kernel'
        other = self.home / '.local/share/jupyter/kernels/gone'
        other.mkdir()
        (other / 'kernel.json').write_text(json.dumps(broken))
        for name, text in (('foreign', '{"argv": ["/bin/python3"], "display_name": "Python"}'), ('damaged', '{'), ('list', '[]')):
            (other.parent / name).mkdir()
            (other.parent / name / 'kernel.json').write_text(text)
        shown = self.good('list', JUPYTER_PATH=f'/not/there:{self.venv}/share/jupyter')
        program = os.path.realpath(PROGRAM)
        self.assertIn(f'tensor-sim     Tensor (2 simulated GPUs)      {self.spec(self.venv, "tensor-sim")}\n               {program}\n', shown)
        self.assertIn(f'tensor         Mine                           {self.spec(self.home / ".local")}\n', shown)
        self.assertIn('/gone/tensor-kernel  (is not there)\n', shown)
        self.assertFalse(any(word in shown for word in ('foreign', 'damaged', 'Python')))

    def test_uninstall_leaves_others_alone(self):
        kernels = self.home / '.local/share/jupyter/kernels'
        (kernels / 'foreign').mkdir(parents=True)
        (kernels / 'foreign/kernel.json').write_text('{"argv": ["/bin/python3"]}')
        for words, status, text in ((['foreign'], 1, 'there is no kernelspec of this kernel with the name foreign'),
                                    (['none'], 1, 'there is no kernelspec'), ([], 2, 'which one?'), (['../x'], 2, 'not the name'),
                                    (['--bogus'], 2, 'unknown option --bogus'), (['a', '--user', '--system'], 2, 'only one of'),
                                    (['a', '--prefix'], 2, 'argument missing')):
            done = self.call('uninstall', *words)
            self.assertEqual((done.returncode, done.stdout), (status, ''), words)
            self.assertIn(text, done.stderr)
        self.assertTrue((kernels / 'foreign/kernel.json').exists())
        self.good('install', '--user', '--name', 'with-more')
        (kernels / 'with-more/more').mkdir()
        self.assertIn('cannot remove', self.call('uninstall', 'with-more').stderr)

    def test_a_name_in_two_places_is_asked_for(self):
        self.good('install', '--user', '--name', 'twice')
        self.good('install', '--sys-prefix', '--name', 'twice', VIRTUAL_ENV=str(self.venv))
        done = self.call('uninstall', 'twice', VIRTUAL_ENV=str(self.venv))
        self.assertEqual(done.returncode, 1)
        self.assertIn(str(self.spec(self.venv, 'twice')), done.stderr)
        self.good('uninstall', '--user', 'twice', VIRTUAL_ENV=str(self.venv))
        self.good('uninstall', 'twice', VIRTUAL_ENV=str(self.venv))

    def test_simulated_gpus_have_a_logo_of_their_own(self):
        self.good('install', '--user')
        self.good('install', '--user', '--sim-gpus', '2')
        for logo in ('logo-32x32.png', 'logo-64x64.png', 'logo-svg.svg'):
            plain, simulated = ((self.spec(self.home / '.local', name) / logo).read_bytes() for name in ('tensor', 'tensor-sim'))
            self.assertNotEqual(plain, simulated)

    def test_help_of_each_command(self):
        for command in ('install', 'uninstall', 'list', 'settings'):
            self.assertTrue(self.good(command, '--help').startswith('usage: tensor-kernel ' + command), command)
            self.assertIn(f'  {command}', self.good('--help'))


class Settings(Case):
    def write(self, text):
        folder = self.home / '.config/tensor-kernel'
        folder.mkdir(parents=True, exist_ok=True)
        (folder / 'settings').write_text(text)

    def test_the_file_sets_what_the_environment_does_not(self):
        self.write('# mine\n\n  TENSOR_SIM_GPUS = 3  \nTENSOR_SIM_MEMORY=1G\n')
        code = 'import torch; print(torch.cuda.device_count(), torch.cuda.get_device_properties(0).total_memory >> 20)'
        self.assertEqual(self.good('-c', code), '3 1024\n')
        self.assertEqual(self.good('-c', code, TENSOR_SIM_GPUS='1'), '1 1024\n')
        shown = self.good('settings', TENSOR_SIM_MEMORY='2G')
        self.assertIn('    now: 3 (settings file)\n', shown)
        self.assertIn('    now: 2G (environment)\n', shown)
        self.assertIn(f'{self.home}/.config/tensor-kernel/settings', shown)
        self.assertEqual(self.good('-c', code, XDG_CONFIG_HOME=str(self.folder), TENSOR_SIM_GPUS='1'), '1 4096\n')

    def test_wrong_lines_are_told_and_passed_over(self):
        self.write('TENSOR_NONE=1\nnothing\nPATH=/\nTENSOR_SIM_GPUS=2\n' + 'x' * 10000 + '\nTENSOR_SIM_MEMORY=1G')
        done = self.call('-c', 'import torch; print(torch.cuda.device_count(), torch.cuda.get_device_properties(0).total_memory >> 20)')
        self.assertEqual(done.stdout, '2 1024\n')
        self.assertEqual([re.search(r'line (\d+): (.*);', line).groups() for line in done.stderr.splitlines()],
                         [('1', 'there is no such setting'), ('2', 'not NAME=VALUE'), ('3', 'there is no such setting'), ('5', 'the line is too long')])

    def test_every_variable_that_the_sources_ask_for_is_in_the_table(self):
        asked = set()
        for path in (*SOURCE.glob('kernel/**/*.[ch]'), *SOURCE.glob('runtime/**/*.[ch]'), *SOURCE.glob('kernel/python/plugin/*.py')):
            asked |= set(re.findall(r'(?:getenv\(|environ\.get\()["\'](TENSOR_[A-Z_]+)', path.read_text()))
        internal = {'TENSOR_HOSTED_PYTHON', 'TENSOR_HOSTED_PROGRAM'}
        shown = set(re.findall('^(TENSOR_[A-Z_]+)=', self.good('settings'), re.MULTILINE))
        self.assertEqual(asked - internal, shown)
        documented = set(re.findall(r'^\| `(TENSOR_[A-Z_]+)`', (SOURCE / 'docs/settings.md').read_text(), re.MULTILINE))
        self.assertEqual(documented, shown)


class Files(Case):
    def words(self, text):
        return set(re.findall(r'--[a-z][a-z-]+', text.replace('\\-', '-')))

    def test_man_page_and_completion_know_every_option(self):
        options = self.words(self.good('--help') + self.good('install', '--help') + self.good('uninstall', '--help'))
        for path in ('docs/tensor-kernel.1', 'kernelspec/completion/tensor-kernel', 'kernelspec/completion/_tensor-kernel'):
            self.assertLessEqual(options, self.words((SOURCE / path).read_text()) | {'--version', '--help'} & options, path)
        for command in ('run', 'install', 'uninstall', 'list', 'settings', 'python'):
            for path in ('docs/tensor-kernel.1', 'kernelspec/completion/tensor-kernel', 'kernelspec/completion/_tensor-kernel'):
                self.assertIn(command, (SOURCE / path).read_text())

    @unittest.skipUnless(shutil.which('groff'), 'no groff')
    def test_the_man_page_has_no_warnings(self):
        done = subprocess.run(['groff', '-man', '-Tutf8', '-ww', str(SOURCE / 'docs/tensor-kernel.1')], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, '')

    @unittest.skipUnless(shutil.which('bash'), 'no bash')
    def test_bash_completes(self):
        self.good('install', '--user', '--name', 'mine')
        (self.folder / 'bin').mkdir()
        (self.folder / 'bin/tensor-kernel').symlink_to(PROGRAM)

        def completions(*words):
            text = ' '.join(f"'{word}'" for word in words)
            script = (f'source {SOURCE}/kernelspec/completion/tensor-kernel; COMP_WORDS=({text}); COMP_CWORD={len(words) - 1}; '
                      '_tensor_kernel; printf "%s\\n" "${COMPREPLY[@]}"')
            done = subprocess.run(['bash', '-c', script], capture_output=True, text=True, check=False, cwd=self.home,
                                  env={**self.environment, 'PATH': f'{self.folder}/bin:{os.environ["PATH"]}'})
            self.assertEqual(done.stderr, '')
            return done.stdout.split()
        self.assertEqual(completions('tensor-kernel', 'unin'), ['uninstall'])
        self.assertEqual(completions('tensor-kernel', 'install', '--sy'), ['--sys-prefix', '--system'])
        self.assertEqual(completions('tensor-kernel', 'uninstall', 'mi'), ['mine'])


if __name__ == '__main__':
    main()
