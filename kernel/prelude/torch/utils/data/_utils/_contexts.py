"""How worker processes can be started, as objects: what multiprocessing calls contexts."""


class BaseContext:
    """A start method."""

    _name = None

    def get_start_method(self, allow_none=False):
        """Its name."""
        return self._name


def _context(class_name, method):
    return type(class_name, (BaseContext,), {'_name': method, '__module__': 'multiprocessing.context'})()


BaseContext.__module__ = 'multiprocessing.context'
contexts = {'fork': _context('ForkContext', 'fork'), 'spawn': _context('SpawnContext', 'spawn'),
            'forkserver': _context('ForkServerContext', 'forkserver')}
