"""Load: no message is lost, none is torn, nobody waits for ever."""
import json
import re
import time
import unittest

import zmq

from harness import ECHO, KernelCase, Kernel, cell, main, text, types


class Subscriber:
    """A bare subscriber, which reads only when it is told to."""

    def __init__(self, kernel, topic=b''):
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.SUB)
        self.socket.rcvhwm = 1
        self.socket.rcvbuf = 65536
        self.socket.setsockopt(zmq.SUBSCRIBE, topic)
        self.socket.connect(f'tcp://127.0.0.1:{kernel.info["iopub_port"]}')
        if not self.socket.poll(5000):
            raise AssertionError('no welcome')
        self.welcome = self.read()

    def read(self):
        """A message with its topic, header, parent header and content."""
        topic, _, _, header, parent, _, content = self.socket.recv_multipart()
        return {'topic': topic, 'msg_type': json.loads(header)['msg_type'], 'parent': json.loads(parent).get('msg_id'), 'content': json.loads(content)}

    def read_all(self, silence=1000):
        found = []
        while self.socket.poll(silence):
            found.append(self.read())
        return found

    def until_idle(self, msg_id, timeout=60):
        """Messages of a request up to its idle; those of others are dropped."""
        found, end = [], time.time() + timeout
        while self.socket.poll(max(0, int(1000 * (end - time.time())))):
            message = self.read()
            if message['parent'] == msg_id:
                found.append(message)
                if message['content'].get('execution_state') == 'idle':
                    return found
        raise AssertionError(f'no idle after {types(found[-5:])}')

    def close(self):
        self.context.destroy(0)


def lines(count):
    """A cell that prints so many lines of 10,000 characters."""
    return f"for i in range({count}): print('x' * 9999)"


def lost(messages):
    """The messages that a front end is said to have lost, in all and lately."""
    found = re.findall(r'(\d+) messages? \([0-9.]+ MB\) did not reach a front end that (had|has)', text(messages, 'stderr'))
    return [int(n) for n, word in found if word == 'had'], [int(n) for n, word in found if word == 'has']


@unittest.skipIf(ECHO, 'the stand-in cannot print that much')
class Stuck(unittest.TestCase):
    """One subscriber has stopped reading. Little may lie on the disk, so that the bounds are soon reached."""

    def start(self, spill='8', client_reads=False):
        kernel = Kernel(environment={'TENSOR_SPILL_MB': spill})
        self.addCleanup(kernel.close)
        if not client_reads:
            kernel.client.iopub_channel.stop()
        return kernel

    def subscribe(self, kernel, topic=b''):
        subscriber = Subscriber(kernel, topic)
        self.addCleanup(subscriber.close)
        return subscriber

    def test_the_others_lose_nothing_and_the_notebook_tells_what_it_lost(self):
        k = self.start()
        stuck, living = self.subscribe(k), self.subscribe(k)
        first = k.client.execute(lines(9000), allow_stdin=False)
        seen = living.until_idle(first)
        self.assertEqual(len(text(seen)), 9000 * 10000)
        self.assertIn('A front end has stopped reading', text(seen, 'stderr'))
        self.assertEqual(len(lost(seen)[1]), 1)
        self.assertEqual(k.reply(first)['content']['status'], 'ok')
        # when the stuck one reads again it connects again, and hears how much it was
        has, rest = stuck.read_all(), living.read_all()
        self.assertEqual(types([m for m in has if m['parent'] == first])[:3], ['busy', 'execute_input', 'stream'])
        self.assertIn('iopub_welcome', types(has))
        self.assertEqual(len(lost(rest)[0]), 1)
        self.assertEqual(lost(has)[0], lost(rest)[0])
        got = sum(m['parent'] == first for m in has) - len(lost(has)[0])
        # (its ZeroMQ may have come back alone, to be lost again)
        self.assertAlmostEqual(got + sum(lost(seen + rest)[0]), len(seen), delta=40)
        late = self.subscribe(k, b'kernel')
        self.assertEqual(late.welcome['msg_type'], 'iopub_welcome')
        second = k.client.execute('1', allow_stdin=False)
        for each in stuck, living, late:
            self.assertEqual(types(each.until_idle(second)), ['busy', 'execute_input', 'execute_result', 'idle'])

    def test_one_that_comes_back_in_time_gets_all(self):
        k = self.start(spill='1000')
        slow = self.subscribe(k)
        msg_id = k.client.execute(lines(9000), allow_stdin=False)
        self.assertEqual(k.reply(msg_id)['content']['status'], 'ok')  # the cell has not waited
        seen = slow.until_idle(msg_id)
        self.assertEqual(len(text(seen)), 9000 * 10000)
        self.assertEqual(text(seen, 'stderr'), '')

    def test_one_that_reads_slowly_holds_the_cell_back(self):
        k = self.start(spill='0')
        slow = self.subscribe(k)
        msg_id = k.client.execute(lines(8000), allow_stdin=False)
        time.sleep(2)
        seen = slow.until_idle(msg_id)
        self.assertEqual(len(text(seen)), 8000 * 10000)
        self.assertEqual(text(seen, 'stderr'), '')

    def test_a_cell_that_waits_for_a_reader_can_be_interrupted(self):
        k = self.start(spill='0')
        slow = self.subscribe(k)
        msg_id = k.client.execute(lines(10**6), allow_stdin=False)
        time.sleep(1)
        k.request('interrupt_request', {}, 'control')
        self.assertEqual(k.reply(msg_id)['content']['ename'], 'KeyboardInterrupt')
        self.assertEqual(slow.until_idle(msg_id)[-2]['msg_type'], 'error')

    def test_the_end_does_not_wait_for_it(self):
        k = self.start(spill='1000')
        self.subscribe(k)
        msg_id = k.client.execute(lines(9000), allow_stdin=False)
        k.reply(msg_id)
        k.request('shutdown_request', {'restart': False}, 'control')
        self.assertEqual(k.process.wait(10), 0)

    def test_memory_is_given_back(self):
        def memory():
            with open(f'/proc/{k.process.pid}/status') as f:
                return int(re.search(r'VmRSS:\s*(\d+)', f.read())[1]) // 1024
        k = self.start()
        stuck, living = self.subscribe(k), self.subscribe(k)
        before = memory()
        code = 'from IPython.display import display\nfor i in range(60000): display(i)'
        seen = living.until_idle(k.client.execute(code, allow_stdin=False))
        self.assertEqual(sum(m['msg_type'] == 'display_data' for m in seen), 60000)
        stuck.close()
        for _ in range(50):
            if memory() - before < 40:
                break
            time.sleep(0.1)
        self.assertLess(memory() - before, 40)


class Load(KernelCase):
    def test_a_thousand_cells_at_once_lose_no_message(self):
        ids = [self.k.client.execute(cell.show(i), allow_stdin=False) for i in range(1000)]
        time.sleep(0.5)  # a client that is slow to read
        for i, msg_id in enumerate(ids):
            messages = self.k.until_idle(msg_id)
            self.assertEqual(types(messages), ['busy', 'execute_input', 'execute_result', 'idle'])
            self.assertEqual(messages[2]['content']['data']['text/plain'], str(i))
        for msg_id in ids:
            self.assertEqual(self.k.reply(msg_id)['content']['status'], 'ok')

    def test_a_hundred_thousand_prints(self):
        reply, messages = self.k.run(cell.count(100_000), timeout=60)
        self.assertEqual(text(messages), ''.join(f'{i}\n' for i in range(100_000)))
        self.assertLess(len(messages), 1000)

    def test_a_slow_subscriber_loses_nothing(self):
        context = zmq.Context()
        slow = context.socket(zmq.SUB)
        slow.rcvhwm = 1
        slow.setsockopt(zmq.SUBSCRIBE, b'')
        slow.connect(f'tcp://127.0.0.1:{self.k.info["iopub_port"]}')
        self.assertTrue(slow.poll(3000))
        slow.recv_multipart()
        time.sleep(0.1)
        ids = [self.k.client.execute(cell.out('x' * 1000), allow_stdin=False) for _ in range(500)]
        for msg_id in ids:
            self.k.until_idle(msg_id)
        count = 0
        while slow.poll(1000):
            slow.recv_multipart()
            count += 1
        context.destroy(0)
        self.assertGreaterEqual(count, 500 * 4)

    def test_a_hundred_megabytes_from_a_child(self):
        msg_id = self.k.client.execute(cell.sys('head -c 100000000 /dev/zero | tr "\\0" a; echo; echo done'))
        messages = self.k.until_idle(msg_id, timeout=120)
        self.assertEqual(len(text(messages)), 100_000_000 + 2 + 6)
        self.is_alive()

    def test_large_cell(self):
        reply, messages = self.k.run('\n'.join([cell.show(5)] * 100_000))
        self.assertEqual(reply['content']['status'], 'ok')

    def test_two_clients(self):
        other = self.k.new_client()
        try:
            mine, theirs = self.k.client.execute(cell.out('mine')), other.execute(cell.out('theirs'))
            self.assertEqual(text(self.k.until_idle(mine)), 'mine\n')
            self.assertEqual(text(self.k.until_idle(theirs, client=other)), 'theirs\n')
            self.assertEqual(self.k.reply(mine)['content']['status'], 'ok')
            self.assertEqual(self.k.reply(theirs, client=other)['content']['status'], 'ok')
        finally:
            other.stop_channels()


if __name__ == '__main__':
    main()
