"""torch.save where the writer is killed, a disc quota ends, or an earlier writer has left something."""
import os
import resource
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ['TENSOR_KERNEL']
if os.environ.get('TENSOR_ECHO'):
    raise unittest.SkipTest('needs the real language')


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def call(self, code, **options):
        return subprocess.run([PROGRAM, '-c', code], capture_output=True, text=True, timeout=60, cwd=self.folder,
                              stdin=subprocess.DEVNULL, **options)

    def names(self):
        return sorted(os.listdir(self.folder))

    def test_a_killed_writer_leaves_nothing(self):
        code = ('import torch\n'
                'torch.save([1], "a.pth")\n'
                'x = torch.zeros(10_000_000)\n'
                'print("ready", flush=True)\n'
                'while True: torch.save(x, "a.pth")\n')
        for _ in range(3):
            writer = subprocess.Popen([PROGRAM, '-c', code], stdout=subprocess.PIPE, cwd=self.folder,
                                      stdin=subprocess.DEVNULL)
            writer.stdout.readline()
            writer.kill()
            writer.wait()
            writer.stdout.close()
        self.assertEqual(self.names(), ['a.pth'])
        done = self.call('import torch; print(type(torch.load("a.pth")).__name__)')
        self.assertIn(done.stdout, ('list\n', 'Tensor\n'), done.stderr)

    def test_what_a_dead_writer_has_left_goes(self):
        for name in ('a.pth.12345.part', 'a.pth.part', 'a.pth.1x.part', 'b.pth.1.part'):
            (self.folder / name).write_text('half')
        done = self.call('import torch; torch.save([1], "a.pth"); print(torch.load("a.pth"))')
        self.assertEqual(done.stdout, '[1]\n', done.stderr)
        self.assertEqual(self.names(), ['a.pth', 'a.pth.1x.part', 'a.pth.part', 'b.pth.1.part'])

    def test_a_limit_of_size_is_an_error(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

        done = self.call('import torch\n'
                         'try: torch.save(torch.zeros(10**6), "a.pth")\n'
                         'except OSError as error: print(error.errno, error.strerror)\n'
                         'try: open("b", "w").write("x" * 10**6)\n'
                         'except OSError as error: print(error.errno)\n', preexec_fn=limit)
        self.assertEqual(done.stdout, '27 File too large\n27\n', done.stderr)
        self.assertNotIn('a.pth', self.names())
        self.assertFalse([name for name in self.names() if name.endswith('.part')])

    def test_children_get_the_default_again(self):
        done = self.call('import os; os.system("grep SigIgn /proc/self/status")')
        ignored = int(done.stdout.split()[1], 16)
        self.assertFalse(ignored >> 24 & 1, done.stdout)


if __name__ == '__main__':
    unittest.main()
