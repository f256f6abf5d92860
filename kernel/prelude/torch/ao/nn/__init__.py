"""Modules of torch.ao."""

from torch.ao.nn import quantized
