"""The end: idle, busy, waiting, with children, by signal, without a parent; and the restart on the same ports."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from harness import ECHO, PROGRAM, Kernel, cell, connection, main, text, types


class Shutdown(unittest.TestCase):
    def setUp(self):
        self.k = Kernel()
        self.addCleanup(lambda: self.k.close())

    def shut_down(self, restart=False):
        msg_id = self.k.request('shutdown_request', {'restart': restart}, 'control')
        reply = self.k.reply(msg_id, 'control')
        self.assertEqual(reply['content'], {'status': 'ok', 'restart': restart})
        return msg_id

    def ends_within(self, seconds):
        self.assertEqual(self.k.process.wait(seconds), 0)

    def test_idle(self):
        msg_id = self.shut_down()
        messages = self.k.until_idle(msg_id)
        self.assertEqual(types(messages), ['busy', 'shutdown_reply', 'idle'])
        self.assertEqual(messages[1]['content'], {'status': 'ok', 'restart': False})
        self.ends_within(1)

    def test_on_shell_it_waits_for_the_cells_before_it(self):
        cells = [self.k.client.execute(cell.sleep(0.2)), self.k.client.execute(cell.out('kept'))]
        msg_id = self.k.request('shutdown_request', {'restart': False})
        self.assertEqual(text(self.k.until_idle(cells[1])), 'kept\n')
        self.assertEqual(self.k.reply(cells[1])['content']['status'], 'ok')
        self.assertEqual(self.k.reply(msg_id)['content'], {'status': 'ok', 'restart': False})
        self.assertEqual(types(self.k.until_idle(msg_id)), ['busy', 'shutdown_reply', 'idle'])
        self.ends_within(1)

    def test_busy(self):
        self.k.client.execute(cell.loop())
        time.sleep(0.2)
        self.shut_down()
        self.ends_within(1)

    def test_in_sleep(self):
        self.k.client.execute(cell.sleep(30))
        time.sleep(0.2)
        self.shut_down()
        self.ends_within(1)

    def test_waiting_for_input(self):
        self.k.client.execute(cell.input('? '), allow_stdin=True)
        self.k.client.get_stdin_msg(timeout=5)
        self.shut_down()
        self.ends_within(1)

    def test_with_a_child(self):
        self.k.client.execute(cell.sys('sleep 31.25'))
        time.sleep(0.4)
        self.shut_down()
        self.ends_within(2.4)
        left = subprocess.run(['ps', '-eo', 'args'], capture_output=True, text=True).stdout
        self.assertNotIn('sleep 31.25', left)

    def test_by_sigterm(self):
        self.k.process.send_signal(signal.SIGTERM)
        self.ends_within(1)

    def test_last_output_is_delivered(self):
        msg_id = self.k.client.execute(cell.out('last words') + '\n' + cell.sleep(30))
        time.sleep(0.3)
        self.shut_down()
        self.ends_within(1)
        seen = []
        while 'stream' not in seen:
            seen.append(self.k.client.get_iopub_msg(timeout=1)['msg_type'])

    def test_restart_on_the_same_ports(self):
        info = self.k.info
        self.shut_down(restart=True)
        self.ends_within(2.4)  # or the new client may hear the last beat of the old heart
        again = Kernel(info=info)
        try:
            self.assertEqual(again.run(cell.show(1))[0]['content']['status'], 'ok')
        finally:
            again.close()


@unittest.skipIf(ECHO, 'cells of the language')
class ExitFunctions(unittest.TestCase):
    def test_they_run_at_the_end(self):
        for environment in ({}, {'TENSOR_PYTHON': 'off'}):
            with self.subTest(environment), tempfile.TemporaryDirectory() as folder:
                kernel = Kernel(environment=environment)
                self.addCleanup(kernel.close)
                kernel.until_idle(kernel.client.execute(
                    f'import atexit\ndef end():\n    with open({folder + "/ended"!r}, "w") as f: f.write("yes")\natexit.register(end)'))
                kernel.reply(kernel.request('shutdown_request', {'restart': False}, 'control'), 'control')
                kernel.process.wait(10)
                self.assertEqual(os.listdir(folder), ['ended'])


class Parent(unittest.TestCase):
    def test_kernel_ends_with_its_parent(self):
        info = connection()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'connection.json')
            with open(path, 'w') as f:
                json.dump(info, f)
            program = ('import os, subprocess, sys, time\n'
                       "child = subprocess.Popen(sys.argv[1:], env={**os.environ, 'JPY_PARENT_PID': str(os.getpid())})\n"
                       'print(child.pid, flush=True)\ntime.sleep(60)')
            parent = subprocess.Popen([sys.executable, '-c', program, PROGRAM, '-f', path], stdout=subprocess.PIPE, text=True)
            child = int(parent.stdout.readline())
            time.sleep(0.5)
            os.kill(child, 0)
            parent.kill()
            parent.wait()
            parent.stdout.close()
            for _ in range(30):
                time.sleep(0.1)
                if not is_running(child):
                    return
            os.kill(child, signal.SIGKILL)
            self.fail('the kernel outlives its parent')


def is_running(pid):
    try:
        with open(f'/proc/{pid}/stat') as f:
            return f.read().rsplit(')', 1)[1].split()[0] != 'Z'
    except FileNotFoundError:
        return False


if __name__ == '__main__':
    main()
