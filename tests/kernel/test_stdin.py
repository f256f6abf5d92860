"""input(): questions, answers, end of file, clients that do not answer."""
import time

from harness import ECHO, KernelCase, cell, main, text, types

END = '' if ECHO else '\n'


class Stdin(KernelCase):
    def ask(self, prompt='? '):
        msg_id = self.k.client.execute(cell.input(prompt), allow_stdin=True)
        question = self.k.client.get_stdin_msg(timeout=5)
        self.assertEqual(question['msg_type'], 'input_request')
        self.assertEqual(question['parent_header']['msg_id'], msg_id)
        self.assertEqual(question['content'], {'prompt': prompt, 'password': False})
        return msg_id

    def test_answer(self):
        msg_id = self.ask()
        self.k.client.input('grüße')
        messages = self.k.until_idle(msg_id)
        self.assertEqual(text(messages), 'grüße' + END)
        self.assertEqual(types(messages), ['busy', 'execute_input', 'stream', 'idle'])

    def test_two_questions_in_one_cell(self):
        msg_id = self.k.client.execute(cell.input('a') + '\n' + cell.input('b'), allow_stdin=True)
        for prompt in 'ab':
            self.assertEqual(self.k.client.get_stdin_msg(timeout=5)['content']['prompt'], prompt)
            self.k.client.input(prompt * 2)
        self.assertEqual(text(self.k.until_idle(msg_id)), 'aa' + END + 'bb' + END)

    def test_end_of_file(self):
        msg_id = self.ask()
        self.k.client.input('\x04')
        reply = self.k.reply(msg_id)['content']
        self.assertEqual((reply['ename'], reply['evalue']), ('EOFError', ''))

    def test_not_allowed(self):
        start = time.time()
        reply, _ = self.k.run(cell.input('? '))
        self.assertEqual(reply['content']['ename'], 'StdinNotImplementedError')
        self.assertEqual(reply['content']['evalue'],
                         'raw_input was called, but this frontend does not support input requests.')
        self.assertLess(time.time() - start, 1)

    def test_client_without_stdin_channel(self):
        client = self.k.new_client()
        try:
            client.stdin_channel.stop()
            time.sleep(0.1)
            msg_id = client.execute(cell.input('? '), allow_stdin=True)
            reply = self.k.reply(msg_id, client=client, timeout=5)
            self.assertEqual(reply['content']['status'], 'error')
        finally:
            client.stop_channels()
        self.is_alive()

    def test_prompt_comes_after_the_output_before_it(self):
        msg_id = self.k.client.execute(cell.out('before') + '\n' + cell.input('? '), allow_stdin=True)
        self.k.client.get_stdin_msg(timeout=5)
        seen = []
        while 'stream' not in seen:
            seen.append(self.k.client.get_iopub_msg(timeout=2)['msg_type'])
        self.k.client.input('x')
        self.k.until_idle(msg_id)


if __name__ == '__main__':
    main()
