"""Bad input: the kernel says what is wrong in one line, or drops it, and lives on with all variables."""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import zmq
from jupyter_session import Kernel, plain

PROGRAM = os.environ['TENSOR_KERNEL']


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(('127.0.0.1', 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def connection(**changes):
    ports = dict(zip(('shell_port', 'iopub_port', 'stdin_port', 'control_port', 'hb_port'), free_ports(5)))
    whole = {'transport': 'tcp', 'ip': '127.0.0.1', 'signature_scheme': 'hmac-sha256', 'key': 'secret', **ports, **changes}
    return {key: value for key, value in whole.items() if value is not None}


class ConnectionFile(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def refused(self, content, mention):
        path = self.folder / 'connection.json'
        if content is not None:
            path.write_bytes(content)
        done = subprocess.run([PROGRAM, '-f', str(path)], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        self.assertEqual(done.stdout, '')
        self.assertIn(mention, done.stderr)

    def test_missing(self):
        self.refused(None, 'connection.json')

    def test_a_folder(self):
        (self.folder / 'connection.json').mkdir()
        self.refused(None, 'connection.json')

    def test_not_json(self):
        for content in (b'', b'{', b'[1, 2', b'\xff\xfe', b'not json at all', b'"text"', b'[]'):
            self.refused(content, 'connection.json')

    def test_keys_missing(self):
        for key in ('shell_port', 'iopub_port', 'stdin_port', 'control_port', 'hb_port'):
            self.refused(json.dumps(connection(**{key: None})).encode(), key)

    def test_values_of_the_wrong_kind(self):
        for changes in ({'shell_port': 'x'}, {'shell_port': -1}, {'shell_port': 70000}, {'ip': 7}):
            self.refused(json.dumps(connection(**changes)).encode(), next(iter(changes)))

    def test_port_taken(self):
        with socket.socket() as taken:
            taken.bind(('127.0.0.1', 0))
            taken.listen()
            self.refused(json.dumps(connection(shell_port=taken.getsockname()[1])).encode(), str(taken.getsockname()[1]))


class Frames(unittest.TestCase):
    """Broken messages on a living kernel, sent past jupyter_client."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.log = open(Path(self.folder) / 'log', 'w+')
        self.addCleanup(self.log.close)
        self.kernel = Kernel([PROGRAM, '-f', '{connection_file}'], self.folder, log=self.log)
        self.addCleanup(self.kernel.close)
        self.context = zmq.Context()
        self.addCleanup(self.context.destroy, 0)
        self.socket = self.context.socket(zmq.DEALER)
        info = self.kernel.manager.get_connection_info()
        self.socket.connect(f"tcp://{info['ip']}:{info['shell_port']}")
        self.kernel.cell('kept = 42')

    def request(self, code='1', **header):
        """The signed frames of an execute_request."""
        session = self.kernel.client.session
        message = session.msg('execute_request', {'code': code, 'silent': False, 'store_history': True, 'user_expressions': {},
                                                  'allow_stdin': False, 'stop_on_error': True})
        message['header'].update(header)
        return session.serialize(message)

    def lives_after(self, frames, lines=1):
        self.log.flush()
        before = len(Path(self.log.name).read_text().splitlines())
        self.socket.send_multipart(frames)
        time.sleep(0.3)
        self.assertEqual(plain(*self.kernel.cell('kept')[1][0]), '42')
        said = Path(self.log.name).read_text().splitlines()[before:]
        self.assertEqual(len(said), lines, said)

    def test_wrong_signature(self):
        frames = self.request()
        frames[1] = b'0' * 64
        self.lives_after(frames)

    def test_signature_of_another_length(self):
        for signature in (b'', b'0', b'0' * 1000):
            frames = self.request()
            frames[1] = signature
            self.lives_after(frames)

    def test_replayed(self):
        frames = self.request('kept = kept + 1')
        self.socket.send_multipart(frames)
        time.sleep(0.3)
        self.kernel.cell('kept = 42')
        self.lives_after(frames)

    def test_missing_frames(self):
        frames = self.request()
        for count in range(1, 6):
            self.lives_after(frames[:count])

    def test_no_delimiter(self):
        self.lives_after([b'a', b'b', b'c', b'd', b'e', b'f', b'g'])

    def test_signed_but_not_json(self):
        session = self.kernel.client.session
        for parts in ([b'{', b'{}', b'{}', b'{}'], [b'[]', b'{}', b'{}', b'{}'], [b'{}', b'null', b'{}', b'{}'],
                      [b'\xff', b'{}', b'{}', b'{}'], [b'{"msg_type": "execute_request", "msg_id": "x"}', b'{}', b'{}', b'7']):
            self.lives_after([b'<IDS|MSG>', session.sign(parts), *parts])

    def test_unknown_type(self):
        self.lives_after(self.request(msg_type='make_coffee_request'))

    def test_100_megabytes(self):
        session = self.kernel.client.session
        parts = [b'{"msg_type": "execute_request"', b'{}', b'{}', b'x' * 100_000_000]
        self.lives_after([b'<IDS|MSG>', session.sign(parts), *parts])


class Cells(unittest.TestCase):
    """Cells that ask for too much: the exception that CPython raises, and the next cell has everything."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.kernel = Kernel([PROGRAM, '-f', '{connection_file}'], cls.folder)
        cls.kernel.cell('kept = 42')

    @classmethod
    def tearDownClass(cls):
        cls.kernel.close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def error(self, code):
        reply, outputs = self.kernel.cell(code, timeout=120)
        self.assertEqual(plain(*self.kernel.cell('kept')[1][0]), '42')
        return reply.get('ename')

    def test_nul(self):
        self.assertEqual(self.error('x = 1\0'), 'SyntaxError')

    def test_lone_surrogate(self):
        # jupyter_client would not send it: JSON with the escape
        self.kernel.client.session.pack = lambda content: json.dumps(content, default=str).encode()
        self.error("x = '\ud800'")

    def test_10_megabytes(self):
        self.assertIsNone(self.error('x = 1\n' * 1_700_000))

    def test_nested_brackets(self):
        self.assertIn(self.error('(' * 100_000), ('SyntaxError', 'MemoryError', 'RecursionError'))
        self.assertIn(self.error('[' * 100_000 + ']' * 100_000), ('SyntaxError', 'MemoryError', 'RecursionError'))

    def test_nested_operators(self):
        self.assertIn(self.error('-' * 100_000 + '1'), ('SyntaxError', 'MemoryError', 'RecursionError', None))

    def test_endless_recursion(self):
        self.assertEqual(self.error('def f(n):\n    return f(n + 1) + 1\nf(0)'), 'RecursionError')

    def test_recursion_through_methods(self):
        self.assertEqual(self.error('class A:\n    def __repr__(self):\n        return repr(self)\nrepr(A())'), 'RecursionError')

    def test_beyond_memory(self):
        self.assertEqual(self.error('x = [0] * (1 << 60)'), 'MemoryError')
        self.assertIn(self.error("x = 'a' * (1 << 62)"), ('MemoryError', 'OverflowError'))
        self.assertIn(self.error('import torch\ntorch.zeros(1 << 50)'), ('RuntimeError', 'MemoryError'))

    def test_deep_structures_are_freed(self):
        self.assertIsNone(self.error('x = []\nfor _ in range(1000000):\n    x = [x]\nx = None'))


class Files(unittest.TestCase):
    """torch.load of what no torch.save has written."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.kernel = Kernel([PROGRAM, '-f', '{connection_file}'], cls.folder)
        cls.kernel.cell("import torch\nkept = torch.arange(6.).reshape(2, 3)\ntorch.save({'a': kept, 'n': 1}, 'good.pt')")
        cls.good = (Path(cls.folder) / 'good.pt').read_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.kernel.close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def load(self, content):
        (Path(self.folder) / 'bad.pt').write_bytes(content)
        reply, _ = self.kernel.cell("x = torch.load('bad.pt')")
        self.assertEqual(plain(*self.kernel.cell('kept.sum().item()')[1][0]), '15.0')
        return reply.get('ename')

    def test_the_good_file_is_good(self):
        self.assertIsNone(self.load(self.good))

    def test_truncated(self):
        for size in (*range(0, len(self.good), 97), len(self.good) - 1):
            self.assertIsNotNone(self.load(self.good[:size]), size)

    def test_changed_bytes_never_kill(self):
        for position in range(0, len(self.good), 61):
            changed = bytearray(self.good)
            changed[position] ^= 0xff
            self.load(bytes(changed))

    def test_a_program_inside_is_not_executed(self):
        import io
        import pickle
        import zipfile
        marker = Path(self.folder) / 'executed'

        class Evil:
            def __reduce__(self):
                return os.system, (f'touch {marker}',)

        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, 'w') as archive:
            archive.writestr('evil/data.pkl', pickle.dumps(Evil(), protocol=2))
            archive.writestr('evil/version', '3\n')
        self.assertIn(self.load(buffer.getvalue()), ('UnpicklingError', 'RuntimeError'))
        self.assertFalse(marker.exists())
