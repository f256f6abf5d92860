"""Functions behind modules."""

from torch.utils.hooks import BackwardHookFunction
