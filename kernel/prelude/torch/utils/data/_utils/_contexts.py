"""How worker processes can be started, as objects: what multiprocessing calls contexts, and the one that is chosen for all. Must not know
loaders."""

import os


class BaseContext:
    """A start method."""

    _name = None

    def get_start_method(self, allow_none=False):
        """Its name."""
        return self._name

    def set_start_method(self, method, force=False):
        """Refused: a context has one method."""
        raise ValueError('cannot set start method of concrete context')

    def get_context(self, method=None):
        """Another context by its name; this one without a name."""
        return self if method is None else _of_name(method)

    def cpu_count(self):
        """How many processors the machine has."""
        return os.cpu_count()


def _context(class_name, method):
    return type(class_name, (BaseContext,), {'_name': method, '__module__': 'multiprocessing.context'})()


BaseContext.__module__ = 'multiprocessing.context'
contexts = {'fork': _context('ForkContext', 'fork'), 'spawn': _context('SpawnContext', 'spawn'),
            'forkserver': _context('ForkServerContext', 'forkserver')}
_chosen = []  # the context of set_start_method, or of the first who has asked


def _of_name(method):
    if method not in contexts:
        raise ValueError('cannot find context for %r' % method)
    return contexts[method]


def get_all_start_methods():
    """The names of all, the usual one first."""
    return list(contexts)


def get_context(method=None):
    """The context of a name; without one that which was chosen, from now on 'fork' if none was."""
    if method is not None:
        return _of_name(method)
    if not _chosen:
        _chosen.append(contexts['fork'])
    return _chosen[0]


def get_start_method(allow_none=False):
    """The name of the method that was chosen; allow_none=True: None if none was yet, which chooses none either."""
    return None if allow_none and not _chosen else get_context().get_start_method()


def set_start_method(method, force=False):
    """Chooses a method, once, or again with force=True. None takes the choice back."""
    if _chosen and not force:
        raise RuntimeError('context has already been set')
    _chosen[:] = [] if method is None and force else [_of_name(method)]
