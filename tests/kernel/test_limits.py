"""A process that may have little: address space, descriptors. It says what is missing, loses nothing it has, and answers."""
import json
import os
import resource
import subprocess
import tempfile
import unittest

from harness import ECHO, PROGRAM, Kernel, connection, main, text


def limited(*options):
    """The program behind a shell that sets limits first, as a user or a batch system does."""
    return '/bin/sh', '-c', ''.join(f'ulimit {option} || exit 1; ' for option in options) + 'exec "$0" "$@"', PROGRAM


def is_sanitized():
    with open(PROGRAM, 'rb') as program:
        return b'__asan_init' in program.read()


EATERS = {
    'texts': 'kept = []\nwhile True: kept.append("x" * 100000 + str(len(kept)))',
    'small objects': 'kept = []\nwhile True: kept.append(object())',
    'instances': 'class Node: pass\nkept = []\nwhile True:\n    kept.append(Node())\n    kept[-1].name = "n" + str(len(kept))',
    'tensors': 'import torch\nkept = []\nwhile True: kept.append(torch.zeros(1000))',
    'small tensors': 'import torch\nkept = []\nwhile True: kept.append(torch.zeros(3))',
    'a large tensor': 'import torch\nkept = torch.zeros(10**10)',
    'a list that doubles': 'kept = [1]\nwhile True: kept += kept',
    'large integers': 'kept = 1 << 100000000\nwhile True: kept = kept << 100000000',
}


@unittest.skipIf(ECHO or is_sanitized(), 'needs the language, and sanitizers need all address space')
class AddressSpace(unittest.TestCase):
    def session(self, megabytes, eater):
        k = Kernel(program=limited(f'-v {megabytes * 1024}'))
        self.addCleanup(k.close)
        reply, messages = k.run(eater, timeout=60)
        self.assertEqual(reply['content']['status'], 'error')
        self.assertIn(reply['content']['ename'], ('MemoryError', 'RuntimeError'))
        self.assertEqual([m['content']['ename'] for m in messages if m['msg_type'] == 'error'], [reply['content']['ename']])
        return k

    def test_out_of_memory_the_session_goes_on(self):
        for megabytes in 150, 300:
            for name, eater in EATERS.items():
                with self.subTest(name, megabytes=megabytes):
                    k = self.session(megabytes, eater)
                    self.assertEqual(k.request('kernel_info_request', {}, 'control') and k.run('None')[0]['msg_type'], 'execute_reply')
                    self.assertEqual(k.run('kept = None')[0]['content']['status'], 'ok')
                    reply, messages = k.run('print(sum(range(1000)))')
                    self.assertEqual((reply['content']['status'], text(messages)), ('ok', '499500\n'))
                    msg_id = k.request('shutdown_request', {'restart': False}, 'control')
                    self.assertEqual(k.reply(msg_id, 'control')['content']['status'], 'ok')
                    self.assertEqual(k.process.wait(5), 0)
                    self.assertNotIn('wrong signature', k.errors())
                    k.close()

    def test_too_little_to_begin_with_is_said(self):
        k = Kernel(program=limited('-v 40000'), client=False)
        self.addCleanup(k.close)
        self.assertEqual(k.process.wait(20), 1)
        self.assertRegex(k.errors(), r'^tensor-kernel: .*ulimit -v.*\n$')


HOLD_ALL_FILES = '''
kept = []
try:
    while True: kept.append(open('/dev/null'))
except OSError as error:
    print(error.errno)
'''


class Descriptors(unittest.TestCase):
    def test_too_few_to_begin_with_is_one_clear_line(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, 'kernel.json')
            for count in 8, 20, 32, 40:
                with open(file, 'w') as f:
                    json.dump(connection(), f)
                done = subprocess.run([*limited(f'-n {count}'), '-f', file], capture_output=True, text=True, timeout=20)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertRegex(done.stderr, r'^tensor-kernel: .*ulimit -n.*\n$')

    def test_a_low_soft_limit_is_raised(self):
        k = Kernel(program=limited('-S -n 20'))
        self.addCleanup(k.close)
        self.assertGreaterEqual(resource.prlimit(k.process.pid, resource.RLIMIT_NOFILE)[0], 64)

    @unittest.skipIf(ECHO, 'needs the language')
    def test_a_client_for_whom_none_is_left_is_hung_up_on(self):
        with tempfile.TemporaryDirectory() as folder:
            for info in connection(), connection(transport='ipc', ip=os.path.join(folder, 'k')):
                k = Kernel(info, program=limited('-n 128'))
                self.addCleanup(k.close)
                self.assertEqual(text(k.run(HOLD_ALL_FILES)[1]), '24\n')
                with self.assertRaises(RuntimeError):
                    client = k.new_client(timeout=1)
                self.assertEqual(k.run('None')[0]['content']['status'], 'ok')
                self.assertEqual(k.run('kept = None')[0]['content']['status'], 'ok')
                client = k.new_client()
                client.stop_channels()
                k.close()


if __name__ == '__main__':
    main()
