"""Streams: order, joined pieces, UTF-8, what children and C code write, pseudo-terminals."""
import time
import unittest

from harness import ECHO, KernelCase, cell, main, text, types


class Output(KernelCase):
    def test_prints_are_joined(self):
        _, messages = self.k.run(cell.count(50))
        self.assertEqual(types(messages), ['busy', 'execute_input', 'stream', 'idle'])

    def test_standard_output_and_error_keep_their_order(self):
        code = '\n'.join(line for i in range(5) for line in (cell.out(f'out {i}'), cell.err(f'err {i}')))
        _, messages = self.k.run(code)
        streams = [(m['content']['name'], m['content']['text']) for m in messages if m['msg_type'] == 'stream']
        self.assertEqual(streams, [pair for i in range(5) for pair in (('stdout', f'out {i}\n'), ('stderr', f'err {i}\n'))])

    @unittest.skipIf(ECHO, 'the stand-in has no such child')
    def test_order_of_what_a_child_writes_in_its_time(self):
        _, messages = self.k.run("import os\nprint('a')\nos.system('for i in 1 2 3; do echo out $i; sleep 0.05; echo err $i >&2; sleep 0.05; done')\nimport sys\nprint('z', file=sys.stderr)")
        streams = ''.join(m['content']['text'] for m in messages if m['msg_type'] == 'stream')
        self.assertEqual(streams, 'a\nout 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\nz\n')

    def test_output_comes_while_the_cell_runs(self):
        msg_id = self.k.client.execute(cell.out('early') + '\n' + cell.sleep(1.5))
        start = time.time()
        while self.k.client.get_iopub_msg(timeout=5)['msg_type'] != 'stream':
            pass
        self.assertLess(time.time() - start, 0.5)
        self.k.until_idle(msg_id)
        self.k.reply(msg_id)

    def test_descriptor_one_is_captured_in_order(self):
        _, messages = self.k.run('\n'.join([cell.out('a'), cell.fd('b'), cell.out('c'), cell.fd('d')]))
        self.assertEqual(text(messages), 'a\nb\nc\nd\n')
        self.assertEqual(types(messages)[-1], 'idle')

    def test_characters_are_not_split(self):
        word = 'aé€😀z'
        _, messages = self.k.run(cell.hex(word.encode()))
        pieces = [m['content']['text'] for m in messages if m['msg_type'] == 'stream']
        self.assertGreater(len(pieces), 1)
        self.assertEqual(''.join(pieces), word)

    def test_bytes_that_are_no_characters(self):
        _, messages = self.k.run(cell.hex(b'a\xffb\xe2\x82'))
        self.assertTrue(text(messages).startswith('a\ufffdb'))
        self.is_alive()  # the unfinished character does not appear here

    def test_terminal(self):
        _, messages = self.k.run(cell.sys('echo hi; echo oh >&2; stty size; test -t 0 && echo tty'))
        self.assertEqual(text(messages), 'hi\r\noh\r\n24 80\r\ntty\r\n')
        self.assertEqual(text(messages, 'stderr'), '')

    def test_terminal_streams_while_the_child_runs(self):
        msg_id = self.k.client.execute(cell.sys('echo first; sleep 1.5; echo second'))
        start = time.time()
        while self.k.client.get_iopub_msg(timeout=5)['msg_type'] != 'stream':
            pass
        self.assertLess(time.time() - start, 0.7)
        self.k.until_idle(msg_id)

    def test_a_background_process_does_not_hold_the_cell(self):
        start = time.time()
        self.k.run(cell.sys('sleep 5 & echo started'))
        self.assertLess(time.time() - start, 1)

    def test_children_start_with_default_signals(self):
        _, messages = self.k.run(cell.sys("grep -E 'Sig(Blk|Ign)' /proc/self/status"))
        self.assertIn('SigBlk:\t0000000000000000', text(messages))
        # 32 and 33 are the C library's own; it ignores them in what it spawns
        ignored = int(text(messages).split('SigIgn:')[1].split()[0], 16)
        self.assertEqual(ignored & ~(3 << 31), 0)

    def test_children_inherit_no_descriptors(self):
        _, messages = self.k.run(cell.sys('ls /proc/self/fd | tr "\\n" " "'))
        self.assertEqual(text(messages).split(), ['0', '1', '2', '3'])


if __name__ == '__main__':
    main()
