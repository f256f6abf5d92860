"""The older place of torch.ao.nn.quantized."""

from torch.ao.nn.quantized import FloatFunctional

__all__ = ['FloatFunctional']
