"""Groups of processes: there are none, as in a PyTorch that was built without them. Programs ask, and go on alone."""

from torch._refusals import refused_class
from torch.distributed._no_group import refuse_without_group


def is_available():
    """False."""
    return False


def is_initialized():
    """False: no group has been made."""
    return False


def is_torchelastic_launched():
    """False: this process was not started as one of a group."""
    return False


class group:
    """The groups that functions take by default: there is none."""

    WORLD = None


ProcessGroup = refused_class('torch.distributed', 'ProcessGroup', 'there are no groups of processes')


def _of_group(name, doc):
    def function(*args, **kwargs):
        refuse_without_group()
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc + ' Raises, as in PyTorch where no group has been initialized.'
    return function


get_rank = _of_group('get_rank', 'The number of this process in the group.')
get_world_size = _of_group('get_world_size', 'How many processes the group has.')
barrier = _of_group('barrier', 'Waits for all processes of the group.')
all_reduce = _of_group('all_reduce', 'Combines a tensor of all processes of the group.')
all_gather = _of_group('all_gather', 'The tensors of all processes of the group.')
broadcast = _of_group('broadcast', 'Sends a tensor to all processes of the group.')


def init_process_group(*args, **kwargs):
    """Refused: there are no groups of processes."""
    raise NotImplementedError('torch.distributed.init_process_group: there are no groups of processes')
