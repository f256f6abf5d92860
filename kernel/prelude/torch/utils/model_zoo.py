"""States of models by their addresses: the older name of torch.hub's function."""

from torch.hub import load_state_dict_from_url as load_url

__all__ = ['load_url']


def __getattr__(name):
    if name == 'tqdm':
        from torch import hub
        return hub.tqdm
    raise AttributeError("module 'torch.utils.model_zoo' has no attribute %r" % name)
