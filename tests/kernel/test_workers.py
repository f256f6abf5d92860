"""Workers of a DataLoader in a kernel: what they print, interrupts, deaths, and that none is ever left."""
import os
import signal
import time
import unittest

from harness import ECHO, PROGRAM, Kernel, KernelCase, main, text

if ECHO:
    raise unittest.SkipTest('needs the language')

SETUP = '''
import os, time, torch, warnings
warnings.simplefilter('ignore')
from torch.utils.data import DataLoader, Dataset

class Items(Dataset):
    def __init__(self, n, wait=0):
        self.n, self.wait = n, wait
    def __len__(self):
        return self.n
    def __getitem__(self, i):
        if self.wait:
            time.sleep(self.wait)
        return torch.full((100,), float(i))
'''


def children(pid):
    """The processes whose parent is pid, also those that nobody has waited for."""
    found = []
    for name in os.listdir('/proc'):
        try:
            with open(f'/proc/{name}/stat') as f:
                fields = f.read().rpartition(')')[2].split()
            if name.isdigit() and int(fields[1]) == pid:
                found.append(int(name))
        except (OSError, IndexError):
            pass
    return found


def gone(pids, within=2.0):
    """Whether these processes end within the time; one that waits to be reaped by nobody of ours has ended."""
    end = time.time() + within
    while time.time() < end:
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.01)
    return False


def alive(pid):
    try:
        with open(f'/proc/{pid}/stat') as f:
            return f.read().rpartition(')')[2].split()[0] not in 'ZX'
    except OSError:
        return False


class Workers(KernelCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.k.run(SETUP)

    def check(self, code, expected):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'ok', reply['content'].get('traceback'))
        self.assertEqual(text(messages), expected)

    def children(self):
        return children(self.k.process.pid)

    def test_they_work_at_the_same_time(self):
        # each worker waits until all have begun
        self.check('''
folder = '/tmp/tensor-workers-%d' % os.getpid()
os.mkdir(folder)
class Meet(Items):
    def __getitem__(self, i):
        open('%s/%d' % (folder, i), 'w').close()
        while len(os.listdir(folder)) < 4:
            time.sleep(0.001)
        return i
print(list(DataLoader(Meet(4), None, num_workers=4)))
for name in os.listdir(folder):
    os.remove(folder + '/' + name)
os.rmdir(folder)
''', '[0, 1, 2, 3]\n')
        self.assertEqual(self.children(), [])

    def test_print(self):
        reply, messages = self.k.run('''
import sys
class Prints(Items):
    def __getitem__(self, i):
        print('item', i)
        print('error', i, file=sys.stderr)
        return i
print(sum(DataLoader(Prints(4), None, num_workers=2)))
time.sleep(0.2)
''')
        self.assertEqual(sorted(text(messages).split('\n')), ['', '6', 'item 0', 'item 1', 'item 2', 'item 3'])
        self.assertEqual(sorted(text(messages, 'stderr').split('\n')), ['', 'error 0', 'error 1', 'error 2', 'error 3'])

    def test_classes_of_cells_and_of_later_cells(self):
        self.k.run('class Row:\n    def __init__(self, n): self.n = n\n    def __repr__(self): return "Row(%d)" % self.n')
        self.k.run('class Rows(Items):\n    def __getitem__(self, i): return Row(i)')
        self.check('print(list(DataLoader(Rows(3), None, num_workers=2)))', '[Row(0), Row(1), Row(2)]\n')

    def test_error(self):
        reply, _ = self.k.run('''
class Fails(Items):
    def __getitem__(self, i):
        raise ValueError('bad item %d' % i)
list(DataLoader(Fails(4), 1, num_workers=2))
''')
        self.assertEqual(reply['content']['ename'], 'ValueError')
        self.assertIn('Caught ValueError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n',
                      reply['content']['evalue'])
        self.assertIn('ValueError: bad item 0', reply['content']['evalue'])
        # the last traceback keeps the loop, which could go on; the next one ends it
        self.k.run('1 / 0')
        self.assertEqual(self.children(), [])

    def test_what_cannot_be_sent(self):
        for value, name in (('lambda: 0', 'PicklingError'), ('(i for i in [1])', 'TypeError'), ('torch.ones(2, requires_grad=True) * 2', 'RuntimeError')):
            reply, _ = self.k.run(f'''
class Cannot(Items):
    def __getitem__(self, i):
        return {value}
list(DataLoader(Cannot(2), None, num_workers=1))
''')
            self.assertEqual(reply['content']['ename'], name)
            self.assertIn(f'Caught {name} in DataLoader worker process 0.', reply['content']['evalue'])
        reply, _ = self.k.run('''
class LocalError(Items):
    def __getitem__(self, i):
        class Own(Exception): pass
        raise Own('local')
list(DataLoader(LocalError(2), None, num_workers=1))
''')
        self.assertEqual(reply['content']['ename'], 'RuntimeError')
        self.assertIn('Own: local', reply['content']['evalue'])
        self.k.run('1 / 0')  # ends the loop

    def interrupted(self, code, how, after=0.4):
        msg_id = self.k.client.execute(code, allow_stdin=False)
        time.sleep(after)
        workers = self.children()
        start = time.time()
        how()
        self.k.until_idle(msg_id)
        self.assertLess(time.time() - start, 2)
        self.assertEqual(self.k.reply(msg_id)['content']['ename'], 'KeyboardInterrupt')
        self.assertEqual(self.children(), [])
        self.is_alive()
        return workers

    def by_signal(self):
        os.killpg(self.k.process.pid, signal.SIGINT)

    def by_message(self):
        msg_id = self.k.request('interrupt_request', {}, 'control')
        self.k.reply(msg_id, 'control')

    def test_interrupt_leaves_none(self):
        codes = ('for batch in DataLoader(Items(100, 60), 4, num_workers=3): pass',
                 'for batch in DataLoader(Items(100), 4, num_workers=3): time.sleep(60)',
                 'for batch in DataLoader(Items(10**9), 4, num_workers=3): pass',
                 'loader = DataLoader(Items(100), 4, num_workers=3, persistent_workers=True)\nfor batch in loader: time.sleep(60)')
        for code in codes:
            for how in self.by_signal, self.by_message:
                self.assertEqual(len(self.interrupted(code, how)), 3, code)

    def test_a_worker_that_ignores_the_interrupt(self):
        self.k.run('''
class Stubborn(Items):
    def __getitem__(self, i):
        while True:
            try:
                time.sleep(60)
            except KeyboardInterrupt:
                pass
''')
        self.assertEqual(len(self.interrupted('list(DataLoader(Stubborn(9), num_workers=2))', self.by_signal)), 2)

    def test_persistent_workers_after_an_interrupt(self):
        self.k.run('kept = DataLoader(Items(6), 2, num_workers=2, persistent_workers=True)\nlen(list(kept))')
        self.assertEqual(len(self.children()), 2)
        self.interrupted('time.sleep(60)', self.by_signal)
        self.check('print(len(list(kept)), [int(b[0, 0]) for b in kept])', '3 [0, 2, 4]\n')
        self.check('del kept', '')
        self.assertEqual(self.children(), [])

    def test_a_worker_that_is_killed(self):
        reply, _ = self.k.run('''
class Dies(Items):
    def __getitem__(self, i):
        if i == 2:
            os.kill(os.getpid(), 9)
        return i
list(DataLoader(Dies(4), 1, num_workers=2))
''')
        self.assertEqual(reply['content']['ename'], 'RuntimeError')
        self.assertRegex(reply['content']['evalue'], r'^DataLoader worker \(pid\(s\) \d+\) exited unexpectedly$')
        self.assertIn('is killed by signal: Killed.', ''.join(reply['content']['traceback']))
        self.assertEqual(self.children(), [])

    def test_a_loop_that_is_left(self):
        self.check('for batch in DataLoader(Items(10**6), 2, num_workers=2):\n    break\ndel batch\nprint("left")', 'left\n')
        self.assertEqual(self.children(), [])

    def test_many_epochs_leave_no_descriptors_and_no_memory(self):
        def measure():
            pid = self.k.process.pid
            with open(f'/proc/{pid}/maps') as f:
                return len(os.listdir(f'/proc/{pid}/fd')), sum('memfd' in line for line in f)
        self.check('print(sum(len(b) for b in DataLoader(Items(40), 4, num_workers=2)))', '40\n')
        before = measure()
        self.check('loader = DataLoader(Items(40), 4, num_workers=2)\nprint(sum(len(b) for _ in range(20) for b in loader))\ndel loader', '800\n')
        after = measure()
        self.assertEqual(after[0], before[0])
        self.assertLessEqual(after[1], 1)

    def test_descriptors_of_a_worker(self):
        # none of the kernel's sockets: the ports must be free again while a worker lives
        self.check('''
def kind(path):
    try:
        return os.readlink(path).split(':')[0]
    except OSError:
        return ''
class Descriptors(Items):
    def __getitem__(self, i):
        kinds = [kind('/proc/self/fd/' + name) for name in os.listdir('/proc/self/fd')]
        return [each for each in kinds if each in ('socket', 'anon_inode')]
print(list(DataLoader(Descriptors(1), None, num_workers=1)))
''', "[['socket']]\n")

    def test_input_is_at_its_end(self):
        reply, _ = self.k.run('''
class Asks(Items):
    def __getitem__(self, i):
        return input('?')
list(DataLoader(Asks(1), None, num_workers=1))
''', allow_stdin=True)
        self.assertEqual(reply['content']['ename'], 'EOFError')
        self.k.run('1 / 0')  # ends the loop


class Ends(unittest.TestCase):
    """With the kernel its workers end, however it ends."""

    def workers_at(self, end, code='for batch in DataLoader(Items(100, 60), 1, num_workers=3): pass'):
        kernel = Kernel()
        try:
            kernel.run(SETUP)
            kernel.client.execute(code, allow_stdin=False)
            deadline = time.time() + 10
            while len(workers := children(kernel.process.pid)) < 3 and time.time() < deadline:
                time.sleep(0.02)
            self.assertEqual(len(workers), 3)
            end(kernel)
            self.assertTrue(gone(workers), 'workers are left')
        finally:
            kernel.close()

    def test_killed(self):
        self.workers_at(lambda kernel: kernel.process.kill())

    def test_terminated(self):
        self.workers_at(lambda kernel: kernel.process.terminate())

    def test_shut_down(self):
        self.workers_at(lambda kernel: kernel.request('shutdown_request', {'restart': False}, 'control'))

    def test_shut_down_while_idle(self):
        self.workers_at(lambda kernel: kernel.request('shutdown_request', {'restart': False}, 'control'),
                        'loader = DataLoader(Items(9), 1, num_workers=3, persistent_workers=True); len(list(loader))')

    def test_exit(self):
        self.workers_at(lambda kernel: kernel.client.execute('exit()'),
                        'loader = DataLoader(Items(9), 1, num_workers=3, persistent_workers=True); len(list(loader))')


class Limits(unittest.TestCase):
    def test_more_workers_than_descriptors(self):
        kernel = Kernel(program=('sh', '-c', 'ulimit -n 200; exec "$0" "$@"', PROGRAM))
        try:
            kernel.run(SETUP)
            reply, _ = kernel.run('list(DataLoader(Items(9), num_workers=500))')
            self.assertEqual((reply['content']['ename'], reply['content']['evalue']), ('OSError', '[Errno 24] Too many open files'))
            reply, messages = kernel.run('1 / 0')
            self.assertEqual(children(kernel.process.pid), [])
            reply, messages = kernel.run('print(len(list(DataLoader(Items(9), num_workers=2))))')
            self.assertEqual(text(messages), '9\n')
        finally:
            kernel.close()


if __name__ == '__main__':
    main()
