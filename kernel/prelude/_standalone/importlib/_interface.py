"""Methods of abstract classes, made of a signature, the exception that they raise and their documentation."""

import abc


def method(signature, documentation, error=None, *, abstract=True):
    """A method that raises the error, or gives None; a subclass has to define it, if it is abstract."""
    scope = {'error': error}
    exec('def %s:\n    %s' % (signature, 'raise error' if error else 'return None'), scope)
    made = scope[signature.partition('(')[0]]
    made.__doc__ = documentation
    return abc.abstractmethod(made) if abstract else made
