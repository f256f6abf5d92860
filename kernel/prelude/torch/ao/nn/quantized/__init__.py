"""Modules of models that could be quantised."""

from torch.ao.nn.quantized.modules.functional_modules import FloatFunctional

__all__ = ['FloatFunctional']
