"""Hostile and broken messages: each is dropped with one line on standard error, and the kernel lives."""
import hashlib
import hmac
import json
import time
import unittest
import uuid

import zmq

from harness import KernelCase, Kernel, cell, connection, main, text, types


class Hostile(KernelCase):
    def setUp(self):
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.connect(f'tcp://127.0.0.1:{self.k.info["shell_port"]}')
        self.addCleanup(self.context.destroy, 0)

    def frames(self, content=b'{}', msg_type='kernel_info_request', header=None, parent=b'{}', metadata=b'{}'):
        if header is None:
            header = json.dumps({'msg_id': uuid.uuid4().hex, 'session': 's', 'username': 'u', 'version': '5.3',
                                 'date': '2026-01-01T00:00:00Z', 'msg_type': msg_type}).encode()
        parts = [header, parent, metadata, content]
        signature = hmac.new(self.k.info['key'].encode(), b''.join(parts), hashlib.sha256).hexdigest().encode()
        return [b'<IDS|MSG>', signature, *parts]

    def answer(self, frames, timeout=300):
        self.socket.send_multipart(frames)
        if not self.socket.poll(timeout):
            return None
        got = self.socket.recv_multipart()
        return json.loads(got[got.index(b'<IDS|MSG>') + 5])

    def dropped(self, frames, word):
        lines = self.k.errors().count('\n')
        self.assertIsNone(self.answer(frames))
        added = self.k.errors().splitlines()[lines:]
        self.assertEqual(len(added), 1, added)
        self.assertIn(word, added[0])
        self.is_alive()

    def test_good_message(self):
        self.assertEqual(self.answer(self.frames())['status'], 'ok')

    def test_wrong_signature(self):
        frames = self.frames()
        frames[1] = b'0' * 64
        self.dropped(frames, 'signature')

    def test_empty_signature(self):
        frames = self.frames()
        frames[1] = b''
        self.dropped(frames, 'signature')

    def test_changed_content(self):
        frames = self.frames()
        frames[5] = b'{"a": 1}'
        self.dropped(frames, 'signature')

    def test_replay(self):
        frames = self.frames()
        self.assertEqual(self.answer(frames)['status'], 'ok')
        self.dropped(frames, 'used before')

    def test_missing_frames(self):
        for count in 0, 1, 3, 5:
            self.dropped(self.frames()[:count] or [b''], 'delimiter')

    def test_no_delimiter(self):
        self.dropped(self.frames()[1:], 'delimiter')

    def test_broken_header(self):
        for header in b'', b'{', b'[]', b'"x"', b'\xff\xfe', b'{}', b'{"msg_id": 1, "msg_type": "x"}':
            self.dropped(self.frames(header=header), 'header')

    def test_broken_parent_and_metadata(self):
        self.dropped(self.frames(parent=b'null'), 'parent')
        self.dropped(self.frames(metadata=b'{'), 'metadata')

    def test_broken_content_gets_an_error_reply(self):
        for content in (b'{', b'null', b'[1]', b'{"code": "\xff"}', b'{"code": "\\ud800"}', b'{"a": 1e999}',
                        b'{"a": 123456789012345678901234567890}', b'{"a":' + b'[' * 5000 + b']' * 5000 + b'}'):
            for msg_type in 'execute_request', 'kernel_info_request', 'complete_request':
                reply = self.answer(self.frames(content, msg_type), 2000)
                self.assertEqual(reply['status'], 'error', content[:40])
        self.is_alive()

    def test_too_large_gets_an_error_reply(self):
        large = b'{"code": "' + b'x' * 70_000_000 + b'"}'
        for frames in (self.frames(large, 'execute_request'), self.frames(large, 'kernel_info_request'),
                       [*self.frames(b'{"code": "1"}', 'execute_request'), b'y' * 70_000_000, b'z'],
                       [*self.frames(b'{"code": "1"}', 'execute_request'), *[b'z'] * 5000]):
            reply = self.answer(frames, 10000)
            self.assertEqual((reply['status'], reply['ename']), ('error', 'ValueError'))
            self.assertIn('64 MiB', reply['evalue'])
            self.is_alive()

    def test_too_large_with_a_wrong_signature(self):
        frames = self.frames(b'{"code": "' + b'x' * 70_000_000 + b'"}', 'execute_request')
        frames[1] = b'0' * 64
        self.dropped_late(frames, 'signature')

    def dropped_late(self, frames, word):
        lines = self.k.errors().count('\n')
        self.assertIsNone(self.answer(frames, 3000))
        added = self.k.errors().splitlines()[lines:]
        self.assertEqual([word in line for line in added], [True])
        self.is_alive()

    def test_several_identities_come_back_in_order(self):
        self.socket.send_multipart([b'one', b'', b'three', *self.frames()])
        self.assertTrue(self.socket.poll(5000))
        got = self.socket.recv_multipart()
        self.assertEqual(got[:4], [b'one', b'', b'three', b'<IDS|MSG>'])

    def test_many_garbage_frames(self):
        self.dropped([b'x'] * 3000, 'delimiter')
        self.dropped_late([b'x'] * 5000, 'frames')

    def test_nul_in_a_string(self):
        reply = self.answer(self.frames(b'{"code": "a\\u0000b"}', 'execute_request'), 3000)
        self.assertIn(reply['status'], ('error', 'ok'))
        self.is_alive()

    def test_heartbeat_bounces_any_bytes(self):
        beat = self.context.socket(zmq.REQ)
        beat.connect(f'tcp://127.0.0.1:{self.k.info["hb_port"]}')
        for data in b'ping', b'', b'\x00' * 1000:
            beat.send(data)
            self.assertTrue(beat.poll(2000))
            self.assertEqual(beat.recv(), data)


class Subscribers(KernelCase):
    def subscribe(self, topic=b''):
        context = zmq.Context()
        socket = context.socket(zmq.SUB)
        socket.connect(f'tcp://127.0.0.1:{self.k.info["iopub_port"]}')
        socket.setsockopt(zmq.SUBSCRIBE, topic)
        self.addCleanup(context.destroy, 0)
        return socket

    def first(self, socket):
        self.assertTrue(socket.poll(3000))
        frames = socket.recv_multipart()
        return frames[0], json.loads(frames[3]), json.loads(frames[6])

    def test_every_subscriber_is_welcomed(self):
        for _ in range(3):
            topic, header, content = self.first(self.subscribe())
            self.assertEqual((topic, header['msg_type'], content), (b'', 'iopub_welcome', {'subscription': ''}))

    def test_topic(self):
        topic, header, content = self.first(self.subscribe(b'kernel'))
        self.assertEqual((topic, header['msg_type'], content), (b'kernel', 'iopub_welcome', {'subscription': 'kernel'}))

    def test_topic_that_is_no_text(self):
        self.subscribe(b'\xff\xfe')
        time.sleep(0.2)
        self.is_alive()


class Schemes(unittest.TestCase):
    def works(self, **changes):
        k = Kernel(info=connection(**changes))
        try:
            self.assertEqual(text(k.run(cell.out('x'))[1]), 'x\n')
        finally:
            k.close()

    def test_without_key(self):
        self.works(key='')

    def test_other_digests(self):
        self.works(signature_scheme='hmac-sha512')
        self.works(signature_scheme='hmac-md5')

    def test_key_is_text(self):
        self.works(key='schlüssel-ä')

    def test_ipc(self):
        self.works(transport='ipc', ip='/tmp/tensor-test-%s' % uuid.uuid4().hex[:8], shell_port=1, iopub_port=2,
                   stdin_port=3, control_port=4, hb_port=5)


if __name__ == '__main__':
    main()
