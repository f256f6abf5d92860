"""Order of messages, counters, silent and unstored cells, abort, requests that every kernel answers."""
import time
import unittest

from harness import ECHO, KernelCase, Kernel, cell, main, text, types


class Order(KernelCase):
    def test_good_cell(self):
        before = self.count()
        reply, messages = self.k.run(cell.out('hi') + '\n' + cell.show(42))
        self.assertEqual(types(messages), ['busy', 'execute_input', 'stream', 'execute_result', 'idle'])
        self.assertEqual(messages[1]['content'], {'code': cell.out('hi') + '\n' + cell.show(42),
                                                  'execution_count': before + 1})
        self.assertEqual(messages[3]['content']['execution_count'], before + 1)
        self.assertEqual(messages[3]['content']['data']['text/plain'], '42')
        self.assertEqual(messages[3]['content']['metadata'], {})
        content = reply['content']
        self.assertEqual((content['status'], content['execution_count']), ('ok', before + 1))
        self.assertEqual((content['payload'], content['user_expressions']), ([], {}))
        self.assertIn('started', reply['metadata'])

    def test_error(self):
        reply, messages = self.k.run(cell.fail('oh'))
        self.assertEqual(types(messages), ['busy', 'execute_input', 'error', 'idle'])
        for content in reply['content'], messages[2]['content']:
            self.assertEqual((content['ename'], content['evalue']), ('ValueError', 'oh'))
            self.assertIsInstance(content['traceback'], list)
        self.assertEqual(reply['content']['traceback'], messages[2]['content']['traceback'])

    @unittest.skipIf(ECHO, 'has no exception groups')
    def test_a_group_of_exceptions_is_told_on_stderr_as_ipython_does(self):
        code = "1\nraise ExceptionGroup('many', [ValueError(1)])"
        reply, messages = self.k.run(code)
        self.assertEqual(types(messages), ['busy', 'execute_input', 'stream', 'idle'])
        content = reply['content']
        self.assertEqual((content['status'], content['ename'], content['evalue'], content['traceback']),
                         ('error', 'ExceptionGroup', 'many (1 sub-exception)', []))
        lines = text(messages, 'stderr').split('\n')
        self.assertEqual(lines[0], '  + Exception Group Traceback (most recent call last):')
        self.assertRegex(lines[1], r'^  \|   File "/tmp/ipykernel_\d+/\d+\.py", line 2, in <module>$')
        self.assertEqual(lines[2:], ["  |     raise ExceptionGroup('many', [ValueError(1)])",
                                     '  | ExceptionGroup: many (1 sub-exception)',
                                     '  +-+---------------- 1 ----------------', '    | ValueError: 1',
                                     '    +------------------------------------', ''])

    def test_both_streams(self):
        _, messages = self.k.run(cell.out('one') + '\n' + cell.err('two'))
        self.assertEqual((text(messages), text(messages, 'stderr')), ('one\n', 'two\n'))

    def test_a_hundred_queued_cells_run_in_order(self):
        ids = [self.k.client.execute(cell.out(str(i)), allow_stdin=False) for i in range(100)]
        first = None
        for i, msg_id in enumerate(ids):
            messages = self.k.until_idle(msg_id)
            self.assertEqual(types(messages), ['busy', 'execute_input', 'stream', 'idle'])
            self.assertEqual(text(messages), f'{i}\n')
            reply = self.k.reply(msg_id)
            first = first or reply['content']['execution_count']
            self.assertEqual(reply['content']['execution_count'], first + i)

    def test_every_message_has_its_request_as_parent_and_its_version(self):
        reply, messages = self.k.run(cell.show(1))
        for message in [reply, *messages]:
            self.assertEqual(message['header']['version'], '5.5')
            self.assertEqual(message['parent_header']['session'], self.k.client.session.session)
        self.assertEqual(len({m['header']['session'] for m in [reply, *messages]}), 1)
        self.assertEqual(len({m['header']['msg_id'] for m in [reply, *messages]}), len(messages) + 1)


class Counters(KernelCase):
    def test_silent(self):
        before = self.count()
        reply, messages = self.k.run(cell.out('x') + '\n' + cell.show(3), silent=True)
        self.assertEqual(types(messages), ['busy', 'stream', 'idle'])
        self.assertEqual(reply['content']['execution_count'], before)
        self.assertEqual(self.count(), before)

    def test_silent_error_is_shown(self):
        before = self.count()
        reply, messages = self.k.run(cell.fail('x'), silent=True)
        self.assertEqual(types(messages), ['busy', 'error', 'idle'])
        self.assertEqual((reply['content']['status'], self.count()), ('error', before))

    def test_unstored(self):
        before = self.count()
        reply, messages = self.k.run(cell.show(7), store_history=False)
        self.assertEqual(messages[1]['content']['execution_count'], before + 1)
        self.assertEqual(messages[2]['content']['execution_count'], before)
        self.assertEqual(reply['content']['execution_count'], before)
        self.assertEqual(self.count(), before)

    def test_blank_cells_do_not_count(self):
        before = self.count()
        for code in '', '  \n\t\n':
            reply, messages = self.k.run(code)
            self.assertEqual(types(messages), ['busy', 'execute_input', 'idle'])
            self.assertEqual(messages[1]['content']['execution_count'], before + 1)
            self.assertEqual((reply['content']['status'], reply['content']['execution_count']), ('ok', before))

    def test_errors_count(self):
        before = self.count()
        self.assertEqual(self.k.run(cell.fail('x'))[0]['content']['execution_count'], before + 1)

    def test_user_expressions(self):
        reply, _ = self.k.run(cell.out('x'), user_expressions={'a': '3', 'b': 'nosuch'})
        a, b = reply['content']['user_expressions']['a'], reply['content']['user_expressions']['b']
        self.assertEqual((a['status'], a['data']['text/plain']), ('ok', '3'))
        self.assertEqual((b['status'], b['ename']), ('error', 'NameError'))
        reply, _ = self.k.run(cell.fail('x'), user_expressions={'a': '3'})
        self.assertEqual(reply['content']['user_expressions'], {})


class Abort(KernelCase):
    def queue(self, **options):
        """A slow failing cell, then two cells, a completion and another cell that wait behind it."""
        c = self.k.client
        first = c.execute(cell.sleep(0.3) + '\n' + cell.fail('stop'), allow_stdin=False, **options)
        return [first, c.execute(cell.out('a')), c.complete('pri'), c.execute(cell.out('b'))]

    def test_queued_cells_are_aborted_and_others_answered(self):
        ids = self.queue()
        replies = {i: self.k.reply(i) for i in (ids[0], ids[1])}
        self.assertEqual(replies[ids[0]]['content']['status'], 'error')
        self.assertEqual(replies[ids[1]]['content'], {'status': 'aborted'})
        self.assertEqual(types(self.k.until_idle(ids[1])), ['busy', 'idle'])
        self.is_alive()

    def test_completion_behind_an_error_is_answered(self):
        ids = self.queue()
        while True:
            message = self.k.client.get_shell_msg(timeout=10)
            if message['parent_header']['msg_id'] == ids[2]:
                self.assertEqual(message['content']['status'], 'ok')
                break
        self.k.until_idle(ids[3])
        self.is_alive()

    def test_stop_on_error_false(self):
        ids = self.queue(stop_on_error=False)
        self.assertEqual(self.k.reply(ids[1])['content']['status'], 'ok')

    def test_a_cell_sent_after_the_error_runs(self):
        for _ in range(10):
            self.k.run(cell.fail('x'))
            self.assertEqual(self.k.run(cell.show(1))[0]['content']['status'], 'ok')


class Requests(KernelCase):
    def test_kernel_info_on_both_channels(self):
        for channel in 'shell', 'control':
            msg_id = self.k.request('kernel_info_request', {}, channel)
            content = self.k.reply(msg_id, channel)['content']
            self.assertEqual((content['status'], content['protocol_version']), ('ok', '5.5'))
            self.assertEqual(content['language_info']['name'], 'python')
            self.assertEqual(types(self.k.until_idle(msg_id)), ['busy', 'idle'])

    def test_kernel_info_while_a_cell_runs(self):
        busy = self.k.client.execute(cell.sleep(1.5))
        time.sleep(0.2)
        for channel in 'shell', 'control':
            start = time.time()
            self.k.reply(self.k.request('kernel_info_request', {}, channel), channel)
            self.assertLess(time.time() - start, 0.3)
        self.k.reply(busy)

    def test_complete_inspect_history_while_a_cell_runs(self):
        busy = self.k.client.execute(cell.sleep(2))
        time.sleep(0.2)
        start = time.time()
        for msg_id in (self.k.client.complete('pri'), self.k.client.inspect('print'),
                       self.k.client.history(hist_access_type='tail', n=3)):
            self.assertEqual(self.k.reply(msg_id)['content']['status'], 'ok')
        self.assertLess(time.time() - start, 1.5)
        self.assertEqual(self.k.reply(busy)['content']['status'], 'ok')

    def test_unknown_type_gets_busy_and_idle_and_no_reply(self):
        for channel in 'shell', 'control':
            msg_id = self.k.request('nonsense_request', {}, channel)
            self.assertEqual(types(self.k.until_idle(msg_id)), ['busy', 'idle'])
        self.is_alive()

    def test_missing_fields(self):
        for msg_type in 'execute', 'complete', 'inspect', 'history', 'is_complete', 'comm_info':
            msg_id = self.k.request(msg_type + '_request', {})
            self.assertEqual(self.k.reply(msg_id)['msg_type'], msg_type + '_reply')
            self.assertEqual(types(self.k.until_idle(msg_id))[0], 'busy')
        self.is_alive()

    def test_comm_with_unknown_target_is_closed(self):
        msg_id = self.k.request('comm_open', {'comm_id': 'c1', 'target_name': 'nobody', 'data': {}})
        messages = self.k.until_idle(msg_id)
        self.assertEqual(types(messages), ['busy', 'comm_close', 'idle'])
        self.assertEqual(messages[1]['content']['comm_id'], 'c1')
        msg_id = self.k.request('comm_msg', {'comm_id': 'c1', 'data': {}})
        self.assertEqual(types(self.k.until_idle(msg_id)), ['busy', 'idle'])

    def test_comm_info(self):
        msg_id = self.k.request('comm_info_request', {'target_name': None})
        self.assertEqual(self.k.reply(msg_id)['content'], {'status': 'ok', 'comms': {}})

    def test_usage(self):
        content = self.k.reply(self.k.request('usage_request', {}, 'control'), 'control')['content']
        self.assertEqual(content['pid'], self.k.process.pid)
        self.assertGreater(content['kernel_memory'], 0)
        self.assertGreater(content['host_virtual_memory']['total'], 0)

    def test_history(self):
        for i in range(3):
            self.k.run(cell.show(100 + i))
        def ask(**what):
            msg_id = self.k.client.history(**what)
            return self.k.reply(msg_id)['content']['history']
        tail = ask(hist_access_type='tail', n=3)
        self.assertEqual([entry[2] for entry in tail], [cell.show(100 + i) for i in range(3)])
        session, line, _ = tail[0]
        self.assertEqual(ask(hist_access_type='range', session=session, start=line, stop=line + 1), [tail[0]])
        with_output = ask(hist_access_type='tail', n=1, output=True)
        self.assertEqual(with_output[0][2], [cell.show(102), '102'])
        self.k.run(cell.show(100))
        self.assertEqual(len(ask(hist_access_type='search', pattern='*100*', unique=True)), 1)
        self.assertEqual(len(ask(hist_access_type='search', pattern='*100*')), 2)
        self.assertEqual(ask(hist_access_type='search', pattern='nothing like it*'), [])

    def test_every_request_gets_a_reply(self):
        for channel in 'shell', 'control':
            for name in 'debug', 'no_such_thing':
                msg_id = self.k.request(f'{name}_request', {'command': 'initialize', 'seq': 7}, channel)
                reply = self.k.reply(msg_id, channel)
                self.assertEqual(reply['msg_type'], f'{name}_reply')
                self.assertEqual((reply['content']['status'], reply['content']['ename']), ('error', 'NotImplementedError'))
                self.assertEqual(types(self.k.until_idle(msg_id)), ['busy', 'idle'])
                if name == 'debug':  # also an answer of the Debug Adapter Protocol
                    self.assertEqual([reply['content'][key] for key in ('type', 'request_seq', 'success', 'command')],
                                     ['response', 7, False, 'initialize'])

    def test_connect_tells_the_ports(self):
        for channel in 'shell', 'control':
            reply = self.k.reply(self.k.request('connect_request', {}, channel), channel)
            self.assertEqual(reply['content'], {'status': 'ok', **{name: number for name, number in self.k.info.items() if name.endswith('_port')}})

    def test_exit_asks_and_ends(self):
        k = Kernel()
        try:
            reply, _ = k.run(cell.exit() + '\n' + cell.out('after'))
            self.assertEqual(reply['content']['payload'], [{'source': 'ask_exit', 'keepkernel': False}])
            self.assertEqual(k.process.wait(5), 0)
        finally:
            k.close()


if __name__ == '__main__':
    main()
