"""Lists and dicts that cannot be changed: the containers in the arguments of nodes, whose uses the graph keeps track of."""

_ADVICE = '''%r object does not support mutation. If you are attempting to modify the kwargs or args of a torch.fx.Node object,
instead create a new copy of it and assign the copy to the node:

    new_args = ...  # copy and mutate args
    node.args = new_args'''


def _refused(self, *args, **kwargs):
    raise TypeError(_ADVICE % type(self).__name__)


def _frozen(name, base, writers, methods):
    """A class of a built-in container whose methods that write are refused."""
    return type(base)(name, (base,), {**dict.fromkeys(writers.split(), _refused), **methods, '__module__': __name__})


immutable_list = _frozen(
    'immutable_list', list, '__delitem__ __iadd__ __imul__ __setitem__ append clear extend insert pop remove reverse sort',
    {'__hash__': lambda self: hash(tuple(self)), '__reduce__': lambda self: (immutable_list, (tuple(self),)),
     '__doc__': 'A list that cannot be changed.'})
immutable_dict = _frozen(
    'immutable_dict', dict, '__delitem__ __ior__ __setitem__ clear pop popitem setdefault update',
    {'__hash__': lambda self: hash(frozenset(self.items())), '__reduce__': lambda self: (immutable_dict, (list(self.items()),)),
     '__doc__': 'A dict that cannot be changed.'})

__all__ = ['immutable_list', 'immutable_dict']
