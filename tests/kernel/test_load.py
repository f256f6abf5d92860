"""Load: no message is lost, none is torn, nobody waits for ever."""
import time
import unittest

import zmq

from harness import KernelCase, Kernel, cell, main, text, types


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
