"""Calls of functions in other processes, which there are not: is_available() says so, and every other name refuses."""


def is_available():
    """Whether there are remote calls: no."""
    return False


def _refused(name):
    def refused(*args, **kwargs):
        raise NotImplementedError('torch.distributed.rpc.%s() is not supported' % name)
    refused.__name__ = name
    refused.__doc__ = 'Refused: there are no remote calls.'
    return refused


for _name in ('init_rpc', 'rpc_sync', 'rpc_async', 'remote', 'shutdown', 'get_worker_info'):
    globals()[_name] = _refused(_name)
