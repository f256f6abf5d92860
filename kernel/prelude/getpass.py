"""Passwords, asked for without showing them."""
from _display import ask_password

__all__ = ['getpass', 'getuser', 'GetPassWarning']


class GetPassWarning(UserWarning):
    pass


def getpass(prompt='', stream=None):
    """Forward getpass to frontends."""
    if stream is not None:
        import warnings
        warnings.warn('The `stream` parameter of `getpass.getpass` will have no effect when using ipykernel', UserWarning, stacklevel=2)
    return ask_password(prompt)


def getuser():
    """Get the username from the environment or password database."""
    import os
    user = next(filter(None, map(os.environ.get, ('LOGNAME', 'USER', 'LNAME', 'USERNAME'))), None)
    if user:
        return user
    raise KeyError('getpwuid(): uid not found: %d' % os.getuid())
