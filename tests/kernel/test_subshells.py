"""Subshells: made, listed and ended; cells that run beside those of the main shell, with names, counts and results in common."""
import os
import time
import unittest

from harness import TIMEOUT, KernelCase, Kernel, main, text, types

if os.environ.get('TENSOR_ECHO'):
    raise unittest.SkipTest('needs the real language')


class Shells(KernelCase):
    def ask(self, what, **content):
        return self.k.reply(self.k.request(f'{what}_subshell_request', content, 'control'), 'control')['content']

    def setUp(self):
        self.made = []

    def tearDown(self):
        for name in self.ask('list')['subshell_id']:
            self.ask('delete', subshell_id=name)

    def new(self):
        reply = self.ask('create')
        self.assertEqual(reply['status'], 'ok')
        return reply['subshell_id']

    def send(self, code, shell=None, **options):
        content = {'code': code, 'silent': False, 'store_history': True, 'user_expressions': {}, 'allow_stdin': False, 'stop_on_error': True, **options}
        message = self.k.client.session.msg('execute_request', content)
        if shell:
            message['header']['subshell_id'] = shell
        self.k.client.shell_channel.send(message)
        return message['header']['msg_id']

    def gather(self, *ids, timeout=TIMEOUT):
        """The replies in the order in which they came, and the iopub messages of each request."""
        replies, messages, idle = [], {one: [] for one in ids}, set()
        end = time.time() + timeout
        while len(replies) < len(ids):
            reply = self.k.client.get_shell_msg(timeout=max(0.01, end - time.time()))
            if reply['parent_header']['msg_id'] in messages:
                replies.append(reply)
        while len(idle) < len(ids):
            message = self.k.client.get_iopub_msg(timeout=max(0.01, end - time.time()))
            parent = message['parent_header'].get('msg_id')
            if parent in messages:
                messages[parent].append(message)
                if message['content'].get('execution_state') == 'idle':
                    idle.add(parent)
        return replies, [messages[one] for one in ids]

    def run_in(self, shell, code, **options):
        (reply,), (messages,) = self.gather(self.send(code, shell, **options))
        return reply['content'], messages

    def result(self, shell, code):
        reply, messages = self.run_in(shell, code)
        self.assertEqual(reply['status'], 'ok', reply)
        return next((m['content']['data']['text/plain'] for m in messages if m['msg_type'] == 'execute_result'), None)


class Requests(Shells):
    def test_made_listed_and_ended(self):
        self.assertEqual(self.ask('list'), {'status': 'ok', 'subshell_id': []})
        one, two = self.new(), self.new()
        self.assertEqual(sorted(self.ask('list')['subshell_id']), sorted([one, two]))
        self.assertEqual(self.ask('delete', subshell_id=one), {'status': 'ok'})
        self.assertEqual(self.ask('list')['subshell_id'], [two])

    def test_unknown_ones_are_told(self):
        reply, messages = self.run_in('nobody', '1')
        self.assertEqual((reply['status'], reply['ename'], reply['evalue']), ('error', 'UnknownSubshellError', "Unknown subshell_id 'nobody'"))
        self.assertEqual(types(messages), ['busy', 'idle'])
        for content in ({'subshell_id': 'nobody'}, {}):
            self.assertEqual(self.ask('delete', **content)['status'], 'error')
        one = self.new()
        self.ask('delete', subshell_id=one)
        self.assertEqual(self.run_in(one, '1')[0]['status'], 'error')

    def test_kernel_info_says_so(self):
        self.assertIn('kernel subshells', self.k.reply(self.k.client.kernel_info())['content']['supported_features'])

    def test_other_requests_in_a_subshell(self):
        one = self.new()
        for kind, content in (('complete', {'code': 'pri', 'cursor_pos': 3}), ('inspect', {'code': 'print', 'cursor_pos': 3, 'detail_level': 0}),
                              ('is_complete', {'code': '1'}), ('comm_info', {}), ('kernel_info', {})):
            message = self.k.client.session.msg(kind + '_request', content)
            message['header']['subshell_id'] = one
            self.k.client.shell_channel.send(message)
            self.assertEqual(self.k.reply(message['header']['msg_id'])['msg_type'], kind + '_reply')

    def test_many_come_and_go(self):
        for _ in range(60):
            one = self.new()
            self.assertEqual(self.run_in(one, '1')[0]['status'], 'ok')
            self.ask('delete', subshell_id=one)
        self.assertEqual(self.ask('list')['subshell_id'], [])


class Cells(Shells):
    def test_names_results_and_counts_are_common(self):
        one = self.new()
        count = self.count()
        self.assertEqual(self.result(None, 'x = 20\nx'), '20')
        reply, messages = self.run_in(one, 'x += 1\nx')
        self.assertEqual(reply['execution_count'], count + 2)
        self.assertEqual(self.result(None, f'x, Out[{count + 2}], In[{count + 2}], _'), "(21, 21, 'x += 1\\nx', 21)")
        self.assertEqual(types(messages), ['busy', 'execute_input', 'execute_result', 'idle'])

    def test_a_subshell_runs_beside_the_main_shell(self):
        one = self.new()
        for code in ('import time\ntime.sleep(1)\nprint("main")', 'import time\nend = time.time() + 1\nwhile time.time() < end: pass\nprint("main")'):
            slow, fast = self.send(code), self.send('print("sub")', one)
            replies, (of_slow, of_fast) = self.gather(slow, fast)
            self.assertEqual([r['parent_header']['msg_id'] for r in replies], [fast, slow])
            self.assertEqual((text(of_slow), text(of_fast)), ('main\n', 'sub\n'))

    def test_output_goes_to_the_cell_that_prints(self):
        one, two = self.new(), self.new()
        code = 'import time\nfor i in range(20):\n    print("%s", i, flush=True)\n    time.sleep(0.01)\ndisplay("%s")'
        ids = [self.send(code % (name, name), shell) for name, shell in (('a', None), ('b', one), ('c', two))]
        _, found = self.gather(*ids)
        for name, messages in zip('abc', found):
            self.assertEqual(text(messages), ''.join(f'{name} {i}\n' for i in range(20)))
            self.assertEqual([m['content']['data']['text/plain'] for m in messages if m['msg_type'] == 'display_data'], [repr(name)])

    def test_an_error_stops_what_waits_in_its_own_shell(self):
        one = self.new()
        ids = [self.send('import time; time.sleep(0.3); 1/0', one), self.send('5', one), self.send('import time; time.sleep(0.6)'), self.send('6')]
        replies, _ = self.gather(*ids)
        status = {r['parent_header']['msg_id']: r['content']['status'] for r in replies}
        self.assertEqual([status[one] for one in ids], ['error', 'aborted', 'ok', 'ok'])

    def test_the_magic_tells_which(self):
        one = self.new()
        self.assertIn(f"subshell list: ['{one}']", text(self.run_in(None, '%subshell')[1]))
        said = text(self.run_in(one, '%subshell')[1])
        self.assertIn(f'subshell id: {one}\n', said)
        thread, main_thread = (line.split(': ')[1] for line in said.splitlines()[1:3])
        self.assertNotEqual(thread, main_thread)

    def test_cells_that_await(self):
        one = self.new()
        code = 'import asyncio\nawait asyncio.sleep(0.3)\nresults.append(%r)\nasyncio.get_running_loop().is_running()'
        self.result(None, 'results = []')
        ids = [self.send(code % 'main'), self.send(code % 'sub', one)]
        replies, _ = self.gather(*ids)
        self.assertEqual([r['content']['status'] for r in replies], ['ok', 'ok'], replies)
        self.assertEqual(self.result(None, 'sorted(results)'), "['main', 'sub']")

    def test_payload_and_magics_are_of_the_cell(self):
        one = self.new()
        slow = self.send('import time; time.sleep(0.5)')
        payload = self.run_in(one, 'get_ipython().set_next_input("y")')[0]['payload']
        self.assertEqual([entry['text'] for entry in payload], ['y'])
        (reply,), _ = self.gather(slow)
        self.assertEqual(reply['content']['payload'], [])
        self.assertEqual(text(self.run_in(one, '%%capture kept\nprint(5)')[1]), '')
        self.assertEqual(self.result(None, 'kept.stdout'), "'5\\n'")

    def test_an_interrupt_is_for_the_main_shell(self):
        one = self.new()
        ids = [self.send('while True: pass'), self.send('import time; time.sleep(1); "done"', one)]
        time.sleep(0.4)
        self.k.request('interrupt_request', {}, 'control')
        replies, _ = self.gather(*ids)
        self.assertEqual([(r['parent_header']['msg_id'], r['content']['status']) for r in replies], [(ids[0], 'error'), (ids[1], 'ok')])

    def test_input(self):
        one = self.new()
        asked = self.send('input("who? ")', one, allow_stdin=True)
        self.assertEqual(self.k.client.get_stdin_msg(timeout=TIMEOUT)['content']['prompt'], 'who? ')
        self.assertEqual(self.result(None, '1'), '1')
        self.k.client.input('me')
        _, (messages,) = self.gather(asked)
        self.assertIn("'me'", [m['content']['data']['text/plain'] for m in messages if m['msg_type'] == 'execute_result'])

    def test_what_waits_when_it_ends_still_runs(self):
        one = self.new()
        ids = [self.send('import time; time.sleep(0.3)', one), self.send('"last"', one)]
        time.sleep(0.1)
        self.ask('delete', subshell_id=one)
        replies, _ = self.gather(*ids)
        self.assertEqual([r['content']['status'] for r in replies], ['ok', 'ok'])


class End(unittest.TestCase):
    def end(self, code):
        k = Kernel()
        try:
            name = k.reply(k.request('create_subshell_request', {}, 'control'), 'control')['content']['subshell_id']
            message = k.client.session.msg('execute_request', {'code': code, 'silent': False, 'store_history': True, 'user_expressions': {}})
            message['header']['subshell_id'] = name
            k.client.shell_channel.send(message)
            time.sleep(0.3)
            begun = time.time()
            k.request('shutdown_request', {'restart': False}, 'control')
            self.assertEqual(k.process.wait(timeout=10), 0)
            self.assertLess(time.time() - begun, 5)
        finally:
            k.close()

    def test_the_kernel_ends_with_an_idle_subshell(self):
        self.end('1')

    def test_the_kernel_ends_with_a_busy_subshell(self):
        for code in ('while True: pass', 'import time; time.sleep(100)', 'input()'):
            self.end(code)

    def test_exit_in_a_subshell_ends_the_kernel(self):
        k = Kernel()
        try:
            name = k.reply(k.request('create_subshell_request', {}, 'control'), 'control')['content']['subshell_id']
            message = k.client.session.msg('execute_request', {'code': 'exit', 'silent': False, 'store_history': True, 'user_expressions': {}})
            message['header']['subshell_id'] = name
            k.client.shell_channel.send(message)
            self.assertEqual(k.reply(message['header']['msg_id'])['content']['payload'], [{'source': 'ask_exit', 'keepkernel': False}])
            self.assertEqual(k.process.wait(timeout=10), 0)
        finally:
            k.close()


if __name__ == '__main__':
    main()
