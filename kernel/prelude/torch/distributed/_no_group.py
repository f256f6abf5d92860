"""The refusal of what needs a group of processes."""


def refuse_without_group():
    """Raises what PyTorch raises where no group has been initialized."""
    raise ValueError('Default process group has not been initialized, please make sure to call init_process_group.')
