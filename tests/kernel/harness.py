"""What the tests of the whole kernel share: starting the program, talking to it, cells to run.

The program is TENSOR_KERNEL. Where that is the stand-in built from echo_lang.c (TENSOR_ECHO=1) the same tests run with the
stand-in's cells, so that the kernel can be tested without its language.
"""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

try:
    import zmq
    from jupyter_client import BlockingKernelClient
    from jupyter_client.session import Session
except ImportError:
    print('0 passed, 0 failed (skipped: jupyter_client is not installed)')
    sys.exit(77)

PROGRAM = os.environ.get('TENSOR_KERNEL', 'tensor-kernel')
ECHO = bool(os.environ.get('TENSOR_ECHO'))
TIMEOUT = 20


class Python:
    """Cells of the real language."""
    def out(self, text): return f'print({text!r})'
    def err(self, text): return f'import sys\nsys.stderr.write({text + chr(10)!r})\nNone'
    def show(self, number): return f'{number}'
    def fail(self, text): return f'raise ValueError({text!r})'
    def count(self, n): return f'for i in range({n}): print(i)'
    def loop(self): return 'while True: pass'
    def sleep(self, s): return f'import time\ntime.sleep({s})'
    def input(self, prompt): return f'print(input({prompt!r}))'
    def sys(self, command): return f'!{command}'
    def fd(self, text): return f'import os\nos.system({"echo " + text!r})\nNone'

    def hex(self, data):
        command = ''.join(f"printf '\\{b:03o}'; sleep 0.02; " for b in data)
        return f'import os\nos.system({command!r})\nNone'

    def exit(self): return 'exit()'


class Echo:
    """Cells of the stand-in."""
    def out(self, text): return f'print {text}'
    def err(self, text): return f'err {text}'
    def show(self, number): return f'show {number}'
    def fail(self, text): return f'fail {text}'
    def count(self, n): return f'count {n}'
    def loop(self): return 'loop'
    def sleep(self, s): return f'sleep {s}'
    def input(self, prompt): return f'input {prompt}'
    def sys(self, command): return f'sys {command}'
    def fd(self, text): return f'fd {text}'
    def hex(self, data): return f'hex {data.hex()}'
    def exit(self): return 'exit'


cell = Echo() if ECHO else Python()


def free_ports(count):
    """Ports below the ephemeral range: a client that retries fast can connect to itself on others."""
    found, port = [], 10000 + (os.getpid() * 37 + int(time.time() * 10)) % 20000
    while len(found) < count:
        port = port + 1 if port < 32000 else 10000
        with socket.socket() as s:
            try:
                s.bind(('127.0.0.1', port))
                found.append(port)
            except OSError:
                pass
    return found


def connection(**changes):
    ports = free_ports(5)
    info = dict(zip(('shell_port', 'iopub_port', 'stdin_port', 'control_port', 'hb_port'), ports))
    info.update(ip='127.0.0.1', transport='tcp', key=uuid.uuid4().hex, signature_scheme='hmac-sha256')
    info.update(changes)
    return info


class Kernel:
    """A running kernel with one client whose messages are all kept."""

    def __init__(self, info=None, arguments=(), environment=None, client=True, program=(PROGRAM,)):
        self.info = info or connection()
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, 'kernel.json')
        with open(self.file, 'w') as f:
            json.dump(self.info, f)
        self.log = open(os.path.join(self.folder.name, 'log'), 'w+')
        env = {**os.environ, 'TENSOR_HISTORY': 'off', **(environment or {})}
        # what a sanitizer says would go to the stderr that the kernel captures for its cells
        env['ASAN_OPTIONS'] = ':'.join(filter(None, [env.get('ASAN_OPTIONS'), 'log_path=' + os.path.join(self.folder.name, 'sanitizer')]))
        self.process = subprocess.Popen([*program, *arguments, '-f', self.file], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=self.log, start_new_session=True, env=env)
        self.client = None
        if client:
            self.client = self.new_client()

    def new_client(self, timeout=TIMEOUT):
        client = BlockingKernelClient()
        client.load_connection_info({**self.info, 'key': self.info['key'].encode()})
        client.start_channels()
        client.shell_channel.socket.sndtimeo = client.control_channel.socket.sndtimeo = int(TIMEOUT * 1000)  # a kernel may die
        try:
            client.wait_for_ready(timeout=timeout)
        except RuntimeError:
            client.stop_channels()
            raise
        return client

    def errors(self):
        self.log.flush()
        with open(self.log.name) as f:
            return f.read()

    def reply(self, msg_id, channel='shell', timeout=TIMEOUT, client=None):
        get = getattr(client or self.client, f'get_{channel}_msg')
        end = time.time() + timeout
        while True:
            message = get(timeout=max(0.01, end - time.time()))
            if message['parent_header'].get('msg_id') == msg_id:
                return message

    def until_idle(self, msg_id, timeout=TIMEOUT, client=None, others=None):
        """All iopub messages of a request, up to its idle."""
        found, end = [], time.time() + timeout
        while True:
            message = (client or self.client).get_iopub_msg(timeout=max(0.01, end - time.time()))
            if message['parent_header'].get('msg_id') != msg_id:
                if others is not None:
                    others.append(message)
                continue
            found.append(message)
            if message['msg_type'] == 'status' and message['content']['execution_state'] == 'idle':
                return found

    def run(self, code, timeout=TIMEOUT, **options):
        msg_id = self.client.execute(code, **{'allow_stdin': False, **options})
        reply = self.reply(msg_id, timeout=timeout)
        return reply, self.until_idle(msg_id, timeout=timeout)

    def request(self, msg_type, content, channel='shell'):
        message = self.client.session.msg(msg_type, content)
        getattr(self.client, f'{channel}_channel').send(message)
        return message['header']['msg_id']

    def close(self):
        if self.log.closed:
            return
        if self.client:
            self.client.stop_channels()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for name in sorted(os.listdir(self.folder.name)):
            if name.startswith('sanitizer'):
                with open(os.path.join(self.folder.name, name)) as f:
                    print(f.read(), file=sys.stderr)
        self.log.close()
        self.folder.cleanup()


def types(messages):
    """A short word for each message: busy, idle, execute_input, stream ..."""
    return [m['content']['execution_state'] if m['msg_type'] == 'status' else m['msg_type'] for m in messages]


def text(messages, name='stdout'):
    return ''.join(m['content']['text'] for m in messages
                   if m['msg_type'] == 'stream' and m['content']['name'] == name)


class KernelCase(unittest.TestCase):
    """One kernel for all tests of a class."""
    arguments = ()
    environment = None

    @classmethod
    def setUpClass(cls):
        cls.k = Kernel(arguments=cls.arguments, environment=cls.environment)

    @classmethod
    def tearDownClass(cls):
        cls.k.close()

    def count(self):
        return self.k.run('', silent=True)[0]['content']['execution_count']

    def is_alive(self):
        reply, messages = self.k.run(cell.out('alive'))
        self.assertEqual(reply['content']['status'], 'ok')
        self.assertEqual(text(messages), 'alive\n')


def main():
    """Runs the tests of the calling file; prints the tally that the build counts."""
    program = unittest.main(exit=False, verbosity=int(os.environ.get('VERBOSE', '1')))
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f'{result.testsRun - failed - len(result.skipped)} passed, {failed} failed')
    sys.exit(1 if failed else 0)
