"""Comms of the session: the package `comm` of the environment, whose comms send by this kernel. Run when that is imported; `target` is
its module, `wire` what messages leave by."""
import base64
import datetime
import json
import numbers

from comm import base_comm


def _plain(value):
    """What JSON has no form of, as front ends expect it."""
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode('ascii')
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if hasattr(value, '__iter__'):
        return list(value)
    raise TypeError('%r is not JSON serializable' % (value,))


def _finite(value):
    """A value with None for the numbers that JSON does not have."""
    if isinstance(value, float) and not -1.7976931348623157e308 <= value <= 1.7976931348623157e308:
        return None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, (list, tuple)) else value


def _text(value):
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), default=_plain, allow_nan=False)


class Comm(base_comm.BaseComm):
    """One end of a comm: what it is sent goes to the front end under the request that is being answered."""

    @property
    def kernel(self):
        """What the session has of its front ends."""
        from IPython import get_ipython
        return get_ipython().kernel

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        content = {'data': {} if data is None else data, 'comm_id': self.comm_id, **keys}
        wire.send(msg_type, _text(content), _text(metadata or {}), tuple(memoryview(each).tobytes() for each in buffers or ()))


class CommManager(base_comm.CommManager):
    """The open comms; the kernel knows of each, so that it can answer for them."""

    def register_comm(self, comm):
        wire.opened(comm.comm_id, comm.target_name)
        return super().register_comm(comm)

    def unregister_comm(self, comm):
        wire.closed(comm.comm_id)
        return super().unregister_comm(comm)

    def comm_close(self, stream, ident, msg):
        super().comm_close(stream, ident, msg)
        wire.closed(msg['content'].get('comm_id', ''))


_manager = CommManager()


target.create_comm = Comm
target.get_comm_manager = lambda: _manager


def deliver(msg_type, header, parent_header, metadata, content, buffers):
    """A message from the front end, its parts as JSON, to the comm that it is for."""
    header = json.loads(header)
    message = {'header': header, 'msg_id': header.get('msg_id'), 'msg_type': msg_type, 'parent_header': json.loads(parent_header),
               'metadata': json.loads(metadata), 'content': json.loads(content), 'buffers': [memoryview(each) for each in buffers]}
    getattr(_manager, msg_type)(None, None, message)
