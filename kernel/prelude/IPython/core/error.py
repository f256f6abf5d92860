"""The exceptions of IPython that code outside of it catches and raises."""
from _shell import UsageError


class IPythonCoreError(Exception):
    """What the others derive from."""


class TryNext(IPythonCoreError):
    """A hook leaves the work to the next one."""


class StdinNotImplementedError(IPythonCoreError, NotImplementedError):
    """The front end cannot be asked for input."""


class InputRejected(Exception):
    """An input or AST transformer refuses a cell."""
