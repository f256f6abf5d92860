"""Comms, and the packages that live on them, in a kernel: ipywidgets, tqdm.notebook, ipympl. What is expected is what ipykernel sends."""
from harness import main, text, types
from test_python import PythonCase, needs


class CommCase(PythonCase):
    def send(self, msg_type, content, buffers=None, **metadata):
        """A message of the front end; what came of it, without the bracket of busy and idle."""
        message = self.k.client.session.msg(msg_type, content, metadata=metadata)
        self.k.client.session.send(self.k.client.shell_channel.socket, message, buffers=buffers)
        found = self.k.until_idle(message['header']['msg_id'])
        self.assertEqual((types(found)[0], types(found)[-1]), ('busy', 'idle'))
        return found[1:-1]

    def update(self, comm_id, **state):
        return self.send('comm_msg', {'comm_id': comm_id, 'data': {'method': 'update', 'state': state, 'buffer_paths': []}})

    def opened(self, messages, model):
        return [m['content']['comm_id'] for m in messages if m['msg_type'] == 'comm_open' and
                m['content']['data']['state']['_model_name'] == model]

    def states(self, messages):
        return [m['content']['data'] for m in messages if m['msg_type'] == 'comm_msg']

    def info(self, **content):
        msg_id = self.k.request('comm_info_request', content)
        reply = self.k.reply(msg_id)['content']
        self.k.until_idle(msg_id)
        return reply


@needs('comm')
class Comms(CommCase):
    def test_a_target_of_the_session(self):
        self.good('def opened(comm, message):\n'
                  '    print("opened", message["content"]["data"], [bytes(b) for b in message["buffers"]], message["header"]["msg_type"])\n'
                  '    comm.on_msg(lambda m: comm.send({"got": m["content"]["data"]}, {"k": 1}, [b"xy", b""]))\n'
                  '    comm.on_close(lambda m: print("closed", m["content"]["data"]))\n'
                  'get_ipython().kernel.comm_manager.register_target("mine", opened)')
        found = self.send('comm_open', {'comm_id': 'abc', 'target_name': 'mine', 'data': {'q': 1}}, buffers=[b'123', b''])
        self.assertEqual(text(found), "opened {'q': 1} [b'123', b''] comm_open\n")
        self.assertEqual(self.info(), {'status': 'ok', 'comms': {'abc': {'target_name': 'mine'}}})
        self.assertEqual(self.info(target_name='other')['comms'], {})
        [answer] = self.send('comm_msg', {'comm_id': 'abc', 'data': [5, None, 'ü']})
        self.assertEqual((answer['msg_type'], answer['content'], answer['metadata'], [bytes(b) for b in answer['buffers']]),
                         ('comm_msg', {'comm_id': 'abc', 'data': {'got': [5, None, 'ü']}}, {'k': 1}, [b'xy', b'']))
        self.assertEqual(text(self.send('comm_close', {'comm_id': 'abc', 'data': {'bye': 1}})), "closed {'bye': 1}\n")
        self.assertEqual(self.info()['comms'], {})

    def test_nobody_is_there(self):
        self.good('get_ipython().kernel.comm_manager')
        for content in ({'comm_id': 'nope', 'target_name': 'unknown', 'data': {}}, {'target_name': 7}, {}):
            self.assertIn('comm_close' if 'comm_id' in content else 'busy', ['busy', *types(self.send('comm_open', content))])
        self.send('comm_msg', {'comm_id': 'nope', 'data': {}})
        self.send('comm_close', {'comm_id': 'nope'})
        self.send('comm_msg', {})
        self.is_alive()

    def test_what_json_has_no_form_of(self):
        found = self.good('import datetime\nfrom comm import create_comm\n'
                          'c = create_comm("there", data={"x": float("nan"), "d": datetime.date(2020, 1, 2), "b": b"x", "t": (1, 2)})\n'
                          'c.close({"bye": 1})')
        self.assertEqual([m['content'].get('data') for m in found if m['msg_type'].startswith('comm')],
                         [{'x': None, 'd': '2020-01-02', 'b': 'eA==', 't': [1, 2]}, {'bye': 1}])
        self.assertEqual([m['content']['target_name'] for m in found if m['msg_type'] == 'comm_open'], ['there'])
        reply, _ = self.k.run('create_comm("there", data={"x": object()})')
        self.assertEqual(reply['content']['ename'], 'TypeError')

    def test_an_error_of_a_callback(self):
        self.good('def fails(comm, message): comm.on_msg(lambda m: 1 / 0)\n'
                  'get_ipython().kernel.comm_manager.register_target("fails", fails)')
        self.send('comm_open', {'comm_id': 'f', 'target_name': 'fails', 'data': {}})
        found = self.send('comm_msg', {'comm_id': 'f', 'data': {}})
        self.assertIn('ZeroDivisionError: division by zero', text(found, 'stderr'))
        self.is_alive()

    def test_parent(self):
        [(_, data)] = self.shown('p = get_ipython().kernel.get_parent()\np["msg_type"], p["content"]["code"][:3], sorted(p)')
        self.assertEqual(data['text/plain'], "('execute_request',\n 'p =',\n ['buffers',\n  'content',\n  'header',\n  'metadata',\n  "
                                             "'msg_id',\n  'msg_type',\n  'parent_header'])")


@needs('ipywidgets')
class Widgets(CommCase):
    def test_a_slider(self):
        found = self.good('import ipywidgets as W\ns = W.IntSlider(value=3)\ns')
        self.assertEqual(types(found), ['busy', 'execute_input', 'comm_open', 'comm_open', 'comm_open', 'execute_result', 'idle'])
        opened = [m for m in found if m['msg_type'] == 'comm_open']
        self.assertEqual([(m['content']['target_name'], m['metadata']) for m in opened], [('jupyter.widget', {'version': '2.1.0'})] * 3)
        [slider] = self.opened(found, 'IntSliderModel')
        self.assertEqual(found[-2]['content']['data'], {
            'text/plain': 'IntSlider(value=3)',
            'application/vnd.jupyter.widget-view+json': {'version_major': 2, 'version_minor': 0, 'model_id': slider}})
        self.good('s.observe(lambda c: print(c["name"], c["old"], c["new"]), "value")')
        found = self.update(slider, value=7)
        self.assertEqual(text(found), 'value 3 7\n')
        self.assertEqual(self.states(found), [{'method': 'echo_update', 'state': {'value': 7}, 'buffer_paths': []}])
        found = self.update(slider, value=1000)
        self.assertEqual([s['state'] for s in self.states(found)], [{'value': 1000}, {'value': 100}])
        self.assertEqual(self.shown('s.value'), [('execute_result', {'text/plain': '100'})])
        [state] = self.states(self.send('comm_msg', {'comm_id': slider, 'data': {'method': 'request_state'}}))
        self.assertEqual((state['method'], state['state']['value']), ('update', 100))
        self.assertIn(slider, self.info(target_name='jupyter.widget')['comms'])

    def test_all_states_for_a_page_that_was_loaded_again(self):
        self.good('import ipywidgets as W\nkept = W.FloatText(2.5)')
        self.send('comm_open', {'comm_id': 'page', 'target_name': 'jupyter.widget.control', 'data': {}}, version='1.0.0')
        [all_states] = self.states(self.send('comm_msg', {'comm_id': 'page', 'data': {'method': 'request_states'}}))
        self.assertEqual(all_states['method'], 'update_states')
        self.assertIn(2.5, [s['state'].get('value') for s in all_states['states'].values()])

    def test_a_button_and_an_output(self):
        found = self.good('import ipywidgets as W\nb, o = W.Button(description="go"), W.Output()\n'
                          'def click(x):\n    with o:\n        print("clicked", x.description)\n        display(7)\nb.on_click(click)\nb')
        [button], [output] = self.opened(found, 'ButtonModel'), self.opened(found, 'OutputModel')
        found = self.send('comm_msg', {'comm_id': button, 'data': {'method': 'custom', 'content': {'event': 'click'}}})
        self.assertEqual(types(found), ['comm_msg', 'stream', 'display_data', 'comm_msg'])
        self.assertEqual(text(found), 'clicked go\n')
        parent = found[0]['parent_header']['msg_id']  # what the front end captures by
        self.assertEqual([(m['content']['comm_id'], m['content']['data']['state']) for m in found if m['msg_type'] == 'comm_msg'],
                         [(output, {'msg_id': parent}), (output, {'msg_id': ''})])
        self.good('def bad(x): 1 / 0\nb.on_click(bad)')
        found = self.send('comm_msg', {'comm_id': button, 'data': {'method': 'custom', 'content': {'event': 'click'}}})
        [error] = [m['content'] for m in found if m['msg_type'] == 'error']
        self.assertEqual((error['ename'], error['evalue']), ('ZeroDivisionError', 'division by zero'))
        reply, found = self.k.run('with o:\n    raise ValueError("inside")\nprint("goes on")')
        self.assertEqual((reply['content']['status'], text(found)), ('ok', 'goes on\n'))
        self.assertEqual([m['content']['ename'] for m in found if m['msg_type'] == 'error'], ['ValueError'])

    def test_interact(self):
        found = self.good('from ipywidgets import interact\n@interact(n=(1, 5), c=["a", "b"], t=True)\ndef f(n, c, t):\n    print(n, c, t)\n    return n')
        self.assertEqual(text(found), '3 a True\n')
        shown = [m['content']['data'] for m in found if m['msg_type'] == 'display_data']
        self.assertEqual(shown[0], {'text/plain': '3'})
        self.assertEqual(shown[1]['text/plain'][:12], 'interactive(')
        [slider] = self.opened(found, 'IntSliderModel')
        found = self.update(slider, value=2)
        self.assertEqual(types(found), ['comm_msg', 'comm_msg', 'clear_output', 'stream', 'display_data', 'comm_msg'])
        self.assertEqual(text(found), '2 a True\n')

    @needs('matplotlib')
    def test_a_figure_of_a_callback(self):
        found = self.good('import ipywidgets as W, matplotlib.pyplot as plt\nb = W.Button()\nb.on_click(lambda x: plt.plot([1, 2]))\nb')
        [button] = self.opened(found, 'ButtonModel')
        found = self.send('comm_msg', {'comm_id': button, 'data': {'method': 'custom', 'content': {'event': 'click'}}})
        self.assertEqual([sorted(m['content']['data']) for m in found if m['msg_type'] == 'display_data'], [['image/png', 'text/plain']])

    def test_links_and_binary_values(self):
        [(_, data)] = self.shown('import ipywidgets as W\np, q = W.IntText(1), W.IntText(2)\nl = W.link((p, "value"), (q, "value"))\n'
                                 'p.value = 9\nq.value')
        self.assertEqual(data['text/plain'], '9')
        found = self.good('i = W.Image(value=b"\\x89PNG", format="png")')
        [image] = [m for m in found if m['msg_type'] == 'comm_open' and m['content']['data']['buffer_paths']]
        self.assertEqual((image['content']['data']['buffer_paths'], [bytes(b) for b in image['buffers']]), ([['value']], [b'\x89PNG']))

    def test_interrupts_end_a_callback(self):
        found = self.good('import ipywidgets as W, time\nb = W.Button()\nb.on_click(lambda x: time.sleep(60))\nb')
        message = self.k.client.session.msg('comm_msg', {'comm_id': self.opened(found, 'ButtonModel')[0],
                                                         'data': {'method': 'custom', 'content': {'event': 'click'}}})
        self.k.client.shell_channel.send(message)
        import time
        time.sleep(0.5)
        self.k.client.control_channel.send(self.k.client.session.msg('interrupt_request', {}))
        self.k.until_idle(message['header']['msg_id'])
        self.is_alive()


@needs('ipympl')
class Canvas(CommCase):
    def test_a_figure_that_lives(self):
        found = self.good('%matplotlib widget\nimport matplotlib.pyplot as plt\nfig, ax = plt.subplots(figsize=(2, 2))\nax.plot([1, 2]);')
        [canvas] = self.opened(found, 'MPLCanvasModel')
        [shown] = [m['content']['data'] for m in found if m['msg_type'] == 'display_data']
        self.assertEqual(sorted(shown), ['application/vnd.jupyter.widget-view+json', 'image/png', 'text/html', 'text/plain'])
        self.assertEqual(shown['application/vnd.jupyter.widget-view+json']['model_id'], canvas)
        drawn = self.send('comm_msg', {'comm_id': canvas, 'data': {'method': 'custom', 'content': {'type': 'draw'}}})
        self.assertTrue([m for m in drawn if m['msg_type'] == 'comm_msg' and m['buffers']])
        found = self.good('%matplotlib inline\nfig, ax = plt.subplots(); ax.plot([3]);')
        self.assertEqual([sorted(m['content']['data']) for m in found if m['msg_type'] == 'display_data'][-1], ['image/png', 'text/plain'])


@needs('ipywidgets', 'tqdm')
class Progress(CommCase):
    def test_a_bar(self):
        found = self.good('from tqdm.auto import tqdm\nfor i in tqdm(range(3), desc="x"): pass')
        self.assertEqual(len(self.opened(found, 'FloatProgressModel')), 1)
        [shown] = [m['content']['data'] for m in found if m['msg_type'] == 'display_data']
        self.assertEqual(shown['text/plain'][:18], 'x:   0%|          ')
        self.assertIn('application/vnd.jupyter.widget-view+json', shown)
        states = [s['state'] for s in self.states(found)]
        self.assertIn({'value': 3.0}, states)
        self.assertEqual(states[-1], {'bar_style': 'success'})

    def test_a_bar_that_fails(self):
        reply, found = self.k.run('from tqdm.notebook import tqdm\nfor i in tqdm(range(3)):\n    if i: raise ValueError("x")')
        self.assertEqual(reply['content']['ename'], 'ValueError')
        self.assertIn({'bar_style': 'danger'}, [s['state'] for s in self.states(found)])


if __name__ == '__main__':
    main()
