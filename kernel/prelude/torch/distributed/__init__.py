"""Groups of processes: there are none, as in a PyTorch that was built without them. Programs ask, and go on alone."""


def is_available():
    """False."""
    return False


def is_initialized():
    """False: no group has been made."""
    return False


def is_torchelastic_launched():
    """False: this process was not started as one of a group."""
    return False
