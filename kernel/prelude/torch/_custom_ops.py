"""The older place of the context that functions for tensors without elements ask for sizes."""


def get_ctx():
    """The context of the function for tensors without elements that runs now."""
    from torch import library
    return library.get_ctx()
