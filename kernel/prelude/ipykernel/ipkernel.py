"""get_ipython().kernel: what packages ask a session of its front ends."""
from _comms import parent

__all__ = []


class IPythonKernel:
    """The session as its front ends see it."""

    implementation = 'ipython'

    @property
    def comm_manager(self):
        """The comms that are open and the targets that can be opened. ModuleNotFoundError where the package `comm` is missing."""
        from comm import get_comm_manager
        return get_comm_manager()

    @property
    def shell(self):
        """What get_ipython() returns."""
        from IPython import get_ipython
        return get_ipython()

    def get_parent(self, channel=None):
        """The request that is being answered: a dict with header, msg_id, msg_type, parent_header, metadata, content and buffers; an
        empty one where there is none. The control channel answers no request that runs code: its parent is empty."""
        texts = parent() if channel in (None, 'shell') else None
        if texts is None:
            return {}
        from json import loads
        header, parent_header, metadata, content = (loads(text) for text in texts)
        return {'header': header, 'msg_id': header['msg_id'], 'msg_type': header['msg_type'], 'parent_header': parent_header,
                'metadata': metadata, 'content': content, 'buffers': []}

    @property
    def _parent_header(self):
        return self.get_parent()


kernel = IPythonKernel()
