"""Interrupts: of what, in both modes, several times, and what they must leave alone."""
import os
import signal
import time
import unittest

from harness import ECHO, KernelCase, cell, main, text, types


# Each runs for minutes or for ever. Lists and texts are large enough to be slow and small enough for any machine.
LONG_WORK = [
    'sum(range(10**12))',
    'max(range(10**12))',
    'all(range(1, 10**12))',
    '10**13 in iter(range(10**12))',
    'for i in range(10**12): pass',
    'sum(1 for i in range(10**12))',
    'import itertools\nfor x in itertools.count(): pass',
    'import itertools\nsum(itertools.repeat(1))',
    'import time\ntime.sleep(600)',
    "while True: s = 'a' * 10**8",
    "while True: s = ''.join('a' for i in range(10**5))",
    '3**(10**9)',
    'import math\nmath.factorial(10**8)',
    'x = 7**20000\npow(3, x * x, x + 2)',
    'import sys\nsys.set_int_max_str_digits(0)\nx = 7**1000000\nwhile True: str(x)',
    "import sys\nsys.set_int_max_str_digits(0)\nx = '7' * 1000000\nwhile True: int(x)",
    'big = [i * 7919 % 1000003 for i in range(10**6)]\nwhile True: sorted(big)',
    'big = list(range(10**6))\nwhile True: sorted(big, key=lambda v: -v)',
    'big = list(range(10**6))\nwhile True: -1 in big',
    'big = list(range(10**6))\nwhile True: big.count(-1)',
    'big = list(range(10**6))\nwhile True: set(big)',
    'big = [0] * 10**8\nwhile True: tuple(big); big[:]; big.copy(); [].extend(big)',
    'big = dict.fromkeys(range(10**7))\nwhile True: big.copy(); {**big}',
    'big = 1 << 3 * 10**9\nwhile True: hex(big)',
    'big = 1 << 3 * 10**9\nwhile True: big >> 3; big | 5; big ^ big; -big & 5; 1 << 3 * 10**9',
    'big = set(range(10**7))\nwhile True: big & set(big)',
    'a, b = set(range(10**6)), set(range(9, 2 * 10**6))\nwhile True: a & b; a | b; a - b; a ^ b; b >= a; a.copy()',
    'big = list(range(10**6))\nwhile True: dict.fromkeys(big)',
    "big = 'ab' * 10**7\nwhile True: big.replace('ab', 'c')",
    "big = 'ab' * 10**7\nwhile True: big.count('ab')",
    "big = 'ab' * 10**6\nwhile True: big.split('b')",
    'big = [[0.5] * 1000] * 1000\nwhile True: str(big)',
    't = ()\nfor i in range(70): t = (t, t)\nhash(t)',
    'a, b = [], []\nfor i in range(70): a, b = [a, a], [b, b]\na == b',
    'a, b = (), ()\nfor i in range(70): a, b = (a, a, [1]), (b, b, [1])\na < b',
    'a, b = {}, {}\nfor i in range(70): a, b = {0: a, 1: a}, {0: b, 1: b}\na == b',
    'import itertools\n{1: 2}.keys() & itertools.count()',
    "('a' * 10**6).strip('b' * 10**6 + 'a')",
    "(b'a' * 10**7).strip(b'b' * 10**8 + b'a')\nwhile True: (b'a' * 10**7).strip(b'b' * 10**8 + b'a')",
    "view = memoryview(bytes(10**8)).cast('h')\nwhile True: view == view",
    'view = memoryview(bytes(10**7))\nwhile True: view.tolist()',
    'big = (0,) * 10**6\nwhile True: big * 100; big + big; big.count(1)',
    "while True: format('a', '\\u1234>200000000')",
    "big = 'ab' * 10**8\nwhile True: bytes.fromhex(big)",
    'import torch\nbig = torch.ones(2 * 10**7)\nwhile True: big.tolist()',
    'import torch\nbig = [[0.5] * 1000] * 10000\nwhile True: torch.tensor(big)',
    'import torch\ntorch.set_printoptions(threshold=10**9)\nbig = torch.ones(10**7)\nwhile True: str(big)',
    'import torch\nbig = torch.ones(10**7)\nwhile True: big.cumsum(0); big.cummax(0); big.sort()',
    'import torch\nwhile True: torch.randperm(5 * 10**7)',
    'import torch\nbig = torch.ones(10**6)\nwhile True: big.multinomial(10**7, replacement=True)',
    # an operation that goes another way when a special method fails, over and over
    'import torch\nclass Again:\n    def __len__(self): return torch.zeros(2, 2)[self]\n    def __getitem__(self, i): return torch.zeros(2, 2)[self]\ntorch.zeros(2, 2)[Again()]',
]


class Interrupt(KernelCase):
    def by_signal(self):
        os.killpg(self.k.process.pid, signal.SIGINT)

    def by_message(self):
        msg_id = self.k.request('interrupt_request', {}, 'control')
        self.assertEqual(self.k.reply(msg_id, 'control')['content'], {'status': 'ok'})

    def stop(self, code, how, after=0.3, within=0.5, **options):
        """Runs a cell that does not end, interrupts it; returns its reply and messages."""
        msg_id = self.k.client.execute(code, **{'allow_stdin': False, **options})
        time.sleep(after)
        start = time.time()
        how()
        messages = self.k.until_idle(msg_id)
        self.assertLess(time.time() - start, within)
        return self.k.reply(msg_id), messages

    def check(self, code):
        for how in self.by_signal, self.by_message:
            reply, messages = self.stop(code, how)
            self.assertEqual(reply['content']['status'], 'error', code)
            self.assertEqual(reply['content']['ename'], 'KeyboardInterrupt')
            self.assertEqual(types(messages)[-2:], ['error', 'idle'])
            self.is_alive()

    def test_loop(self):
        self.check(cell.loop())

    @unittest.skipIf(ECHO, 'needs the language')
    def test_loop_in_a_try_block(self):
        for body in 'pass', 'x = 1', '[].reverse()':
            code = f"try:\n    while True:\n        {body}\nexcept KeyboardInterrupt:\n    print('caught')"
            reply, messages = self.stop(code, self.by_signal)
            self.assertEqual(reply['content']['status'], 'ok')
            self.assertEqual(text(messages), 'caught\n')

    def test_sleep(self):
        self.check(cell.sleep(20))

    def test_print_loop(self):
        self.check(cell.count(10**9))

    def test_child_on_a_terminal(self):
        # many times: the terminal signals before it echoes
        for how in (self.by_signal, self.by_message) * 4:
            reply, messages = self.stop(cell.sys('sleep 20'), how)
            self.assertEqual(reply['content']['ename'], 'KeyboardInterrupt')
            self.assertEqual(text(messages), '^C\r\n')
            self.is_alive()

    @unittest.skipIf(ECHO, 'needs the language')
    def test_what_waits_behind_an_interrupted_child_does_not_run(self):
        for code in '!sleep 20', 'x = !sleep 20', '%%bash\nsleep 20', '%%bash --no-raise-error\nsleep 20', 'import os; os.system("sleep 20")':
            with self.subTest(code):
                first = self.k.client.execute(code)
                second = self.k.client.execute('print("ran on")')
                time.sleep(0.3)
                self.by_message()
                self.assertEqual(self.k.reply(first)['content']['ename'], 'KeyboardInterrupt')
                self.assertEqual(self.k.reply(second)['content']['status'], 'aborted')
                self.assertEqual(text(self.k.until_idle(second)), '')
                self.is_alive()

    def test_child_that_ignores_the_interrupt(self):
        command = "trap '' INT; echo ready; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 1; done"
        reply, messages = self.stop(cell.sys(command), self.by_message, within=3)
        self.assertEqual(reply['content']['ename'], 'KeyboardInterrupt')
        self.assertIn('ready', text(messages))
        self.is_alive()

    def test_input(self):
        for how in self.by_signal, self.by_message:
            reply, _ = self.stop(cell.input('? '), how, allow_stdin=True)
            self.assertEqual(reply['content']['ename'], 'KeyboardInterrupt')
            self.assertEqual(reply['content']['evalue'], 'Interrupted by user')
            self.k.client.get_stdin_msg(timeout=5)
            self.k.client.input('late')  # must not answer the next question
        msg_id = self.k.client.execute(cell.input('next '), allow_stdin=True)
        self.assertEqual(self.k.client.get_stdin_msg(timeout=5)['content']['prompt'], 'next ')
        self.k.client.input('right')
        self.assertEqual(text(self.k.until_idle(msg_id)), 'right\n' if not ECHO else 'right')

    @unittest.skipIf(ECHO, 'needs the language')
    def test_long_work(self):
        """KeyboardInterrupt comes out of every kind of long work, and what the session has stays. The time is for the
        benchmarks: here it must only end."""
        self.k.run('kept = 42')
        for code in LONG_WORK:
            with self.subTest(code):
                reply, messages = self.stop(code, self.by_signal, within=30)
                self.assertEqual(reply['content']['status'], 'error', code)
                self.assertEqual(reply['content']['ename'], 'KeyboardInterrupt', code)
                self.assertEqual(text(self.k.run('print(kept)')[1]), '42\n')

    def test_idle(self):
        for how in self.by_signal, self.by_message:
            for _ in range(3):
                how()
            time.sleep(0.1)
            self.is_alive()

    def test_queued_cells_are_aborted(self):
        ids = [self.k.client.execute(cell.loop(), allow_stdin=False)]
        ids += [self.k.client.execute(cell.out('no')) for _ in range(3)]
        time.sleep(0.3)
        self.by_signal()
        self.assertEqual(self.k.reply(ids[0])['content']['ename'], 'KeyboardInterrupt')
        for msg_id in ids[1:]:
            self.assertEqual(self.k.reply(msg_id)['content'], {'status': 'aborted'})
        self.is_alive()

    def test_many_in_a_row(self):
        for i in range(10):
            self.stop(cell.loop(), self.by_message if i % 2 else self.by_signal, after=0.05)
        self.is_alive()

    def test_twice_at_once(self):
        msg_id = self.k.client.execute(cell.loop(), allow_stdin=False)
        time.sleep(0.2)
        self.by_signal()
        self.by_message()
        self.k.until_idle(msg_id)
        time.sleep(0.2)
        self.is_alive()


if __name__ == '__main__':
    main()
