"""Comms under the names of ipykernel; they are those of the package `comm`."""
from comm import create_comm, get_comm_manager
from comm.base_comm import CommManager

__all__ = ['Comm', 'CommManager']


def Comm(*args, **kwargs):
    """Opens a comm: the other end, in a front end, is told of it at once."""
    from warnings import warn
    warn('The `ipykernel.comm.Comm` class has been deprecated. Please use the `comm` module instead.'
         'For creating comms, use the function `from comm import create_comm`.', DeprecationWarning, stacklevel=2)
    return create_comm(*args, **kwargs)
