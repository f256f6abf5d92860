"""exit and quit: what the front end is told, and that the process stays until it has heard of it."""
import json
import os
import shutil
import sys
import tempfile
import time
import unittest
from harness import ECHO, PROGRAM, Kernel, main, text

try:
    import pexpect
except ImportError:
    pexpect = None
CONSOLE = os.path.join(os.path.dirname(sys.executable), 'jupyter-console')


@unittest.skipIf(ECHO, 'the stand-in has one way to exit')
class Exit(unittest.TestCase):
    def setUp(self):
        self.k = Kernel()
        self.addCleanup(self.k.close)

    def test_the_process_answers_until_the_front_end_shuts_it_down(self):
        later = self.k.client.execute  # sent before the reply is read: no cell runs after the end was asked for
        first = later('exit()\nprint("rest of the cell")')
        second = later('print("another cell")')
        reply = self.k.reply(first)
        self.assertEqual(reply['content']['payload'], [{'source': 'ask_exit', 'keepkernel': False}])
        self.assertEqual(text(self.k.until_idle(first)), 'rest of the cell\n')
        self.assertIsNone(self.k.process.poll())
        answer = self.k.reply(self.k.request('shutdown_request', {'restart': False}, 'control'), 'control')
        self.assertEqual(answer['content']['status'], 'ok')
        self.assertEqual(self.k.process.wait(timeout=10), 0)
        self.assertNotEqual(first, second)

    def test_it_ends_by_itself(self):
        for code in ('exit', 'quit()', 'get_ipython().ask_exit()', 'exit(True); exit()'):
            with self.subTest(code):
                kernel = Kernel()
                try:
                    reply, _ = kernel.run(code)
                    self.assertEqual(reply['content']['payload'], [{'source': 'ask_exit', 'keepkernel': False}])
                    kernel.reply(kernel.client.kernel_info())  # still there
                    self.assertEqual(kernel.process.wait(timeout=10), 0)
                finally:
                    kernel.close()

    def test_the_kernel_can_be_kept(self):
        for code in ('exit(True)', 'quit(keep_kernel=True)', 'exit(); quit(1)'):
            reply, _ = self.k.run(code)
            self.assertEqual(reply['content']['payload'], [{'source': 'ask_exit', 'keepkernel': True}], code)
        time.sleep(0.7)  # longer than a process stays that was asked to end
        reply, messages = self.k.run('print("alive")')
        self.assertEqual((text(messages), reply['content']['payload']), ('alive\n', []))

    @unittest.skipUnless(pexpect and shutil.which(CONSOLE), 'jupyter-console or pexpect is not installed')
    def test_jupyter_console_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            spec = os.path.join(folder, 'kernels', 'console-test')
            os.makedirs(spec)
            with open(os.path.join(spec, 'kernel.json'), 'w') as f:
                json.dump({'argv': [shutil.which(PROGRAM), '-f', '{connection_file}'], 'display_name': 'x', 'language': 'python'}, f)
            console = pexpect.spawn(CONSOLE, ['--kernel', 'console-test'], timeout=60, dimensions=(24, 80),
                                    env={**os.environ, 'JUPYTER_PATH': folder, 'HOME': folder, 'TERM': 'xterm'})
            try:
                console.expect(r'In \[')
                console.send('20+22\r')
                console.expect('42')
                console.expect(r'In \[')
                console.send('exit\r')
                console.expect(pexpect.EOF)
                console.wait()
                self.assertEqual(console.exitstatus, 0)
            finally:
                console.close(force=True)


if __name__ == '__main__':
    main()
