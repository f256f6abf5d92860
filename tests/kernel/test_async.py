"""Cells that await: results, tasks that go on between cells, interrupts, tracebacks: in the event loop of the Python that runs these
tests, and where there is none in the kernel's own."""
import sys
import time
import unittest
from harness import ECHO, KernelCase, main, text
from test_python import there_is_a_plugin

SETUP = """import asyncio
async def double(x):
    await asyncio.sleep(0.01)
    return x * 2
async def numbers():
    for i in range(3): yield i
async def fails():
    await asyncio.sleep(0); raise ValueError('bad')
"""


class Case(KernelCase):
    def value(self, code):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'ok', reply['content'])
        return ''.join(m['content']['data']['text/plain'] for m in messages if m['msg_type'] == 'execute_result'), text(messages)

    def interrupted(self, code):
        """The reply of a cell that is interrupted when it has begun, and what it has printed since."""
        msg_id = self.k.client.execute("print('on', flush=True)\n" + code)
        while text([self.k.client.get_iopub_msg(timeout=60)]) != 'on\n':
            pass
        self.k.request('interrupt_request', {}, 'control')
        reply = self.k.reply(msg_id)
        return reply['content'], text(self.k.until_idle(msg_id))

    def error(self, code):
        reply, _ = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'error')
        return reply['content']


@unittest.skipIf(ECHO or not there_is_a_plugin(), 'there is no plugin for Python')
class Cells(Case):
    environment = {'TENSOR_PYTHON': sys.executable, 'PYTHONDONTWRITEBYTECODE': '1'}

    def setUp(self):
        super().setUp()
        self.value(SETUP)

    def test_values_of_cells_that_await(self):
        for code, value in [('await double(4)', '8'), ('x = await double(1)\nx', '2'), ('[v async for v in numbers()]', '[0, 1, 2]'),
                            ('await asyncio.gather(double(1), double(2))', '[2, 4]'), ('await asyncio.sleep(0, 5);', ''),
                            ('y: int = await double(2)\nlocals() is globals(), y, __annotations__["y"]', "(True, 4, int)")]:
            with self.subTest(code):
                self.assertEqual(self.value(code)[0], value)
        self.assertEqual(self.value("async with asyncio.Lock(): print('held')\nasync for v in numbers(): print(v)")[1], 'held\n0\n1\n2\n')

    def test_a_task_goes_on_between_cells(self):
        self.value('seen = []\nasync def watch():\n    for i in range(3):\n        await asyncio.sleep(0.01); seen.append(i)\nt = asyncio.create_task(watch())')
        end = time.monotonic() + 20
        while self.value('t.done(), seen')[0] != '(True, [0, 1, 2])':
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_every_cell_finds_the_loop_running(self):
        self.assertEqual(self.value('asyncio.get_running_loop().is_running()')[0], 'True')
        self.assertEqual(self.error('asyncio.run(double(1))')['evalue'], 'asyncio.run() cannot be called from a running event loop')

    def test_a_traceback_begins_with_the_cell(self):
        self.k.run('%colors nocolor')
        content = self.error('await fails()')
        self.assertEqual((content['ename'], content['evalue']), ('ValueError', 'bad'))
        self.assertRegex(content['traceback'][1] + content['traceback'][2], r'(?s)^(.*Traceback.*)?Cell In')
        self.assertNotIn('asyncio', ''.join(content['traceback'][:-1]).replace('asyncio.sleep', ''))
        self.k.run('%colors neutral')

    def test_interrupts(self):
        for code in ('await asyncio.sleep(60)', *['while True: await asyncio.sleep(0)'] * 8, 'async def spin():\n    while True: pass\nawait spin()'):
            with self.subTest(code):
                self.assertEqual(self.interrupted(code)[0]['ename'], 'KeyboardInterrupt')
        self.assertEqual(self.value('await double(3)')[0], '6')

    def test_what_is_given_up_cleans_up(self):
        self.value("async def careful():\n    try: await asyncio.sleep(60)\n    finally: print('cleaned')")
        self.assertEqual(self.interrupted('await careful()')[1], 'cleaned\n')
        self.assertEqual(self.value('await double(3)')[0], '6')


@unittest.skipIf(ECHO, 'the echo kernel has no language')
class WithoutPython(Cells):
    """The same in the event loop of the kernel's own asyncio."""
    environment = {'TENSOR_PYTHON': 'off'}

    def test_coroutines_that_wait_for_nothing(self):
        self.value('async def f(x): return x + 1\nasync def g():\n    for i in range(2): yield await f(i)')
        self.assertEqual(self.value('await f(1), [v async for v in g()]')[0], '(2, [1, 2])')

    def test_what_is_awaited_wrongly(self):
        self.value('class Later:\n    def __await__(self): yield 1')
        self.assertEqual(self.error('await Later()')['evalue'], 'Task got bad yield: 1')


if __name__ == '__main__':
    main()
