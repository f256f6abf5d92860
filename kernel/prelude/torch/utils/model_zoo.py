"""States of models by their addresses: the older name of torch.hub's function."""

from torch.hub import load_state_dict_from_url as load_url

__all__ = ['load_url']
