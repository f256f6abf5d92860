"""What layers do with their options: one value for each dimension."""

from collections.abc import Iterable


def _repeating(n, name):
    def repeat(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * n
    repeat.__name__ = name
    return repeat


_single, _pair = _repeating(1, '_single'), _repeating(2, '_pair')
_triple, _quadruple = _repeating(3, '_triple'), _repeating(4, '_quadruple')


def _ntuple(n, name='parse'):
    """A function that makes a value one of n, and an iterable a tuple."""
    return _repeating(n, name)


def _reverse_repeat_tuple(t, n):
    """The values in reverse order, each n times."""
    return tuple([x for x in reversed(t) for _ in range(n)])


def _list_with_default(out_size, defaults):
    """The sizes with the last defaults in place of None; ValueError where there are fewer defaults."""
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError('Input dimension should be at least %d' % (len(out_size) + 1))
    return [default if size is None else size for size, default in zip(out_size, defaults[-len(out_size):])]


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Takes a prefix off the keys of a state dict and of its metadata, in place."""
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key[len(prefix):]] = state_dict.pop(key)
    metadata = getattr(state_dict, '_metadata', None)
    for key in list(metadata or ()):
        if key.startswith(prefix) or key == prefix.rstrip('.') and key:
            value = metadata.pop(key)
            metadata[key[len(prefix):]] = value


__all__ = ['consume_prefix_in_state_dict_if_present']
