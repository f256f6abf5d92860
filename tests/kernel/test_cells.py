"""Cells as a front end sends them: order, counters, errors in the queue, input, interrupts, shutdown."""
import os
import shutil
import tempfile
import time
import unittest

from jupyter_session import Kernel, plain

PROGRAM = os.environ['TENSOR_KERNEL']


class WithKernel(unittest.TestCase):
    environment = {}

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.kernel = Kernel([PROGRAM, '-f', '{connection_file}'], self.folder, self.environment)
        self.addCleanup(self.kernel.close)

    def shown(self, code, **options):
        return ''.join(plain(kind, content) for kind, content in self.kernel.cell(code, **options)[1])


class Order(WithKernel):
    def test_busy_comes_first_and_idle_last(self):
        request = self.kernel.client.execute("print('out')\n40 + 2")
        kinds = [m['content'].get('execution_state', m['msg_type']) for m in self.kernel.until_idle(request)]
        self.assertEqual(kinds, ['busy', 'execute_input', 'stream', 'execute_result', 'idle'])
        for kind in ('kernel_info', 'comm_info'):
            request = getattr(self.kernel.client, kind)()
            states = [m['content']['execution_state'] for m in self.kernel.until_idle(request)]
            self.assertEqual(states, ['busy', 'idle'], kind)

    def test_a_hundred_queued_cells_run_in_order(self):
        requests = [self.kernel.client.execute(f'print({n})') for n in range(100)]
        texts = [''.join(m['content']['text'] for m in self.kernel.until_idle(r) if m['msg_type'] == 'stream') for r in requests]
        self.assertEqual(texts, [f'{n}\n' for n in range(100)])
        counts = [self.kernel.reply(r)['content']['execution_count'] for r in requests]
        self.assertEqual(counts, list(range(counts[0], counts[0] + 100)))

    def test_a_burst_loses_nothing(self):
        requests = [self.kernel.client.execute(f'{n}') for n in range(1000)]
        wanted, seen, end = set(requests), set(), time.monotonic() + 120
        while wanted and time.monotonic() < end:
            message = self.kernel.client.get_iopub_msg(timeout=30)
            if message['content'].get('execution_state') == 'idle':
                wanted.discard(message['parent_header']['msg_id'])
            if message['msg_type'] == 'execute_result':
                seen.add(int(message['content']['data']['text/plain']))
        self.assertEqual((len(wanted), len(seen)), (0, 1000))

    def test_an_error_cancels_what_is_queued(self):
        requests = [self.kernel.client.execute(code) for code in ('import time; time.sleep(0.3); 1 / 0', "print('no')")]
        info = self.kernel.client.kernel_info()
        replies = [self.kernel.reply(r)['content'] for r in requests]
        self.assertEqual([r['status'] for r in replies], ['error', 'error'][:1] + [replies[1]['status']])
        self.assertIn(replies[1]['status'], ('error', 'aborted'))
        self.assertEqual(self.kernel.reply(info)['content']['status'], 'ok')

    def test_without_stop_on_error_the_queue_goes_on(self):
        self.kernel.client.execute('1 / 0', stop_on_error=False)
        request = self.kernel.client.execute("'next'")
        self.assertEqual(self.kernel.reply(request)['content']['status'], 'ok')


class Counter(WithKernel):
    def test_silent_and_unstored_cells_do_not_count(self):
        start = self.kernel.cell('1')[0]['execution_count']
        self.kernel.cell('2', silent=True)
        self.kernel.cell('3', store_history=False)
        self.assertEqual(self.kernel.cell('4')[0]['execution_count'], start + 1)

    def test_a_silent_cell_shows_no_result(self):
        self.assertEqual(self.shown('5', silent=True), '')

    def test_user_expressions(self):
        reply = self.kernel.cell('x = 6', user_expressions={'good': 'x * 7', 'bad': 'nothing'})[0]['user_expressions']
        self.assertEqual(reply['good']['data']['text/plain'], '42')
        self.assertEqual((reply['bad']['status'], reply['bad']['ename']), ('error', 'NameError'))


class Input(WithKernel):
    def ask(self, code, answer):
        request = self.kernel.client.execute(code, allow_stdin=True)
        question = self.kernel.client.get_stdin_msg(timeout=20)
        self.kernel.client.input(answer)
        text = ''.join(plain(m['msg_type'], m['content']) for m in self.kernel.until_idle(request))
        return question['content'], text

    def test_input(self):
        question, text = self.ask("name = input('who? ')\nname[::-1]", 'abc')
        self.assertEqual((question['prompt'], question['password'], text), ('who? ', False, "'cba'"))

    def test_input_without_permission(self):
        self.assertTrue(self.shown('input()').startswith('StdinNotImplementedError: raw_input was called'))


class Interrupt(WithKernel):
    def check(self, code, names=('KeyboardInterrupt',)):
        self.kernel.cell('kept = 42')
        seconds, messages = self.kernel.interrupted(code, 0.4)
        self.assertIsNotNone(seconds, 'the cell ended by itself')
        self.assertLess(seconds, 1.0)
        self.assertEqual(tuple(m['content']['ename'] for m in messages if m['msg_type'] == 'error'), names)
        self.assertEqual(self.shown('kept'), '42')

    def test_endless_loop(self):
        self.check('while True:\n    pass')

    def test_sleep(self):
        self.check('import time\ntime.sleep(100)')

    def test_product(self):
        self.check('import torch\na = torch.ones(10000, 10000)\n(a @ a).sum()')

    def test_twice(self):
        self.check('while True: pass')
        self.check('while True: pass')

    def test_child_process(self):
        self.kernel.cell('kept = 42')
        seconds, _ = self.kernel.interrupted('!sleep 100', 0.4)
        self.assertLess(seconds, 1.0)
        self.assertEqual(self.shown('kept'), '42')

    def test_idle_interrupt_does_not_stop_the_next_cell(self):
        self.kernel.manager.interrupt_kernel()
        time.sleep(0.2)
        self.assertEqual(self.shown('1 + 1'), '2')


class Shutdown(WithKernel):
    def test_shutdown_is_quick_when_idle_and_when_busy(self):
        for code in ('1', 'while True: pass'):
            with tempfile.TemporaryDirectory() as folder:
                kernel = Kernel([PROGRAM, '-f', '{connection_file}'], folder)
                kernel.client.execute(code)
                time.sleep(0.2)
                begun = time.monotonic()
                kernel.client.shutdown()
                while kernel.manager.is_alive() and time.monotonic() - begun < 10:
                    time.sleep(0.05)
                self.assertLess(time.monotonic() - begun, 2.5, code)
                kernel.close()


class Children(WithKernel):
    def test_output_of_a_child_arrives_while_it_runs(self):
        request = self.kernel.client.execute('!echo first; sleep 1; echo second')
        times = {}
        for message in self.kernel.until_idle(request):
            if message['msg_type'] == 'stream':
                for word in ('first', 'second'):
                    if word in message['content']['text']:
                        times[word] = message['header']['date']
        self.assertEqual(set(times), {'first', 'second'})
        self.assertGreater((times['second'] - times['first']).total_seconds(), 0.7)

    def test_order_of_print_and_child(self):
        text = self.shown("print('a')\n!echo b\nprint('c')")
        self.assertEqual(text.replace('\r', ''), 'a\nb\nc\n')
