"""A bad connection file: one clear line on standard error, exit status 1."""
import json
import os
import socket
import subprocess
import tempfile
import time
import unittest

from harness import PROGRAM, Kernel, cell, connection, main


class BadFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, 'connection.json')

    def refused(self, word, path=None):
        start = time.time()
        done = subprocess.run([PROGRAM, '-f', path or self.path], capture_output=True, text=True, timeout=20,
                              stdin=subprocess.DEVNULL)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
        self.assertIn(word, done.stderr)
        return time.time() - start

    def write(self, data):
        with open(self.path, 'w') as f:
            f.write(data if isinstance(data, str) else json.dumps(data))

    def test_missing(self):
        self.refused('No such file')

    def test_folder(self):
        self.refused('Is a directory', os.path.dirname(self.path))

    def test_unreadable(self):
        if os.getuid() == 0:
            self.skipTest('root reads everything')
        self.write(connection())
        os.chmod(self.path, 0)
        self.refused('Permission denied')

    def test_not_json(self):
        for data in '', '{', 'nonsense', '[1, 2]', '{"a": }':
            self.write(data)
            self.refused('JSON')

    def test_endless(self):
        self.refused('too large', '/dev/zero')

    def test_missing_keys(self):
        for key in 'shell_port', 'iopub_port', 'stdin_port', 'control_port', 'hb_port', 'key':
            info = connection()
            del info[key]
            self.write(info)
            self.refused(f"'{key}' is missing")

    def test_wrong_values(self):
        for key, value in (('shell_port', 'x'), ('hb_port', 70000), ('iopub_port', -1), ('stdin_port', 1.5), ('ip', 5),
                           ('key', 5), ('transport', 'udp'), ('signature_scheme', 'none'),
                           ('signature_scheme', 'hmac-nonsense'), ('curve_publickey', 'x'), ('ip', 'no such host')):
            self.write(connection(**{key: value}))
            self.refused('tensor-kernel: ')

    def test_half_a_curve_pair(self):
        self.write(connection(curve_publickey='x' * 40))
        self.refused('curve')

    def test_long_ipc_path(self):
        self.write(connection(transport='ipc', ip='/tmp/' + 'x' * 120))
        self.refused('longer')

    def test_port_taken(self):
        info = connection()
        with socket.socket() as s:
            s.bind(('127.0.0.1', info['iopub_port']))
            s.listen()
            self.write(info)
            took = self.refused('in use')
            self.assertGreater(took, 1)

    def test_port_that_becomes_free(self):
        info = connection()
        s = socket.socket()
        s.bind(('127.0.0.1', info['shell_port']))
        s.listen()
        k = Kernel(info=info, client=False)
        try:
            time.sleep(0.5)
            s.close()
            k.client = k.new_client()
            self.assertEqual(k.run(cell.show(1))[0]['content']['status'], 'ok')
        finally:
            k.close()


class ChosenPorts(unittest.TestCase):
    def test_port_zero_is_written_back(self):
        k = Kernel(info=connection(shell_port=0, hb_port=0, extra='kept'), client=False)
        try:
            end = time.time() + 5
            while time.time() < end:
                with open(k.file) as f:
                    info = json.load(f)
                if info['shell_port']:
                    break
                time.sleep(0.05)
            self.assertGreater(info['shell_port'], 0)
            self.assertGreater(info['hb_port'], 0)
            self.assertEqual(info['extra'], 'kept')
            self.assertEqual(os.stat(k.file).st_mode & 0o777, 0o600)
            k.info = info
            k.client = k.new_client()
            self.assertEqual(k.run(cell.show(1))[0]['content']['status'], 'ok')
        finally:
            k.close()


if __name__ == '__main__':
    main()
