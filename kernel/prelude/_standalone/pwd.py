"""This module provides access to the Unix password database."""

import _system
from _struct_sequence import struct_sequence

struct_passwd = struct_sequence('pwd', 'struct_passwd', 'pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell',
                                'pwd.struct_passwd: Results from getpw*() routines.')


def getpwuid(uid, /):
    """Return the password database entry for the given numeric user ID."""
    if not isinstance(uid, int):
        raise TypeError(f'uid should be integer, not {type(uid).__name__}')
    if not -1 <= uid < 1 << 32:
        raise KeyError('getpwuid(): uid not found')
    row = _system.user(uid)
    if row is None:
        raise KeyError(f'getpwuid(): uid not found: {uid}')
    return struct_passwd(row)


def getpwnam(name, /):
    """Return the password database entry for the given user name."""
    if not isinstance(name, str):
        raise TypeError(f'getpwnam() argument must be str, not {type(name).__name__}')
    if '\0' in name:
        raise ValueError('embedded null byte')
    row = _system.user(name)
    if row is None:
        raise KeyError(f'getpwnam(): name not found: {name!r}')
    return struct_passwd(row)


def getpwall():
    """Return a list of all available password database entries, in arbitrary order."""
    return [struct_passwd(row) for row in _system.users()]
