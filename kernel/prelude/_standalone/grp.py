"""Access to the Unix group database."""

import _system
from _struct_sequence import struct_sequence

struct_group = struct_sequence('grp', 'struct_group', 'gr_name gr_passwd gr_gid gr_mem', 'grp.struct_group: Results from getgr*() routines.')


def _found(row, text, key):
    if row is None:
        raise KeyError(f'{text} not found: {key!r}')
    return struct_group(row)


def getgrgid(id):
    """Return the group database entry for the given numeric group ID."""
    if not isinstance(id, int):
        raise TypeError(f'gid should be integer, not {type(id).__name__}')
    return _found(_system.group(id) if -1 <= id < 1 << 32 else None, 'getgrgid(): gid', id)


def getgrnam(name):
    """Return the group database entry for the given group name."""
    if not isinstance(name, str):
        raise TypeError(f"getgrnam() argument 'name' must be str, not {type(name).__name__}")
    if '\0' in name:
        raise ValueError('embedded null byte')
    return _found(_system.group(name), 'getgrnam(): name', name)


def getgrall():
    """Return a list of all available group entries, in arbitrary order."""
    return [struct_group(row) for row in _system.groups()]
