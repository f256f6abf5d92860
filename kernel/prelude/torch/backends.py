"""Switches of the libraries below: those for tf32 reach the CUDA backend, the others are accepted."""

import torch
from torch import _C


class _Switches:
    def __init__(self, **values):
        self.__dict__.update(values)

    def is_available(self):
        return self.available

    def version(self):
        return None


class _Products(_Switches):
    """The precision of products of float32 matrices: one setting with several names."""

    @property
    def allow_tf32(self):
        return torch.get_float32_matmul_precision() != 'highest'

    @allow_tf32.setter
    def allow_tf32(self, allow):
        torch.set_float32_matmul_precision('high' if allow else 'highest')

    @property
    def fp32_precision(self):
        return 'tf32' if self.allow_tf32 else 'none'

    @fp32_precision.setter
    def fp32_precision(self, precision):
        if precision not in ('none', 'ieee', 'tf32'):
            raise RuntimeError('Unknown precision: %s' % precision)
        self.allow_tf32 = precision == 'tf32'

    def __setattr__(self, name, value):
        if name not in ('allow_tf32', 'fp32_precision', 'allow_fp16_reduced_precision_reduction', 'allow_bf16_reduced_precision_reduction'):
            raise AttributeError('Unknown attribute ' + name)
        object.__setattr__(self, name, value)


class _Convolutions(_Switches):
    """cuDNN's switches; convolutions are the project's own."""

    _tf32 = True

    @property
    def allow_tf32(self):
        return self._tf32

    def __setattr__(self, name, value):
        if name in ('enabled', 'benchmark', 'deterministic') and not isinstance(value, bool):
            raise RuntimeError('set_%s_cudnn expects a bool, but got %s' % (name, type(value).__name__))
        object.__setattr__(self, name, value)

    @allow_tf32.setter
    def allow_tf32(self, allow):
        self._tf32 = bool(allow)
        _C._cuda_setTf32(True, self._tf32)


cudnn = _Convolutions(available=False, enabled=True, benchmark=False, deterministic=False, benchmark_limit=10)
cuda = _Switches(available=False, matmul=_Products(available=False, allow_fp16_reduced_precision_reduction=True,
                                                   allow_bf16_reduced_precision_reduction=True))
cuda.is_built = _C._cuda_isBuilt
mps = _Switches(available=False)
mps.is_built = lambda: False
mkl = _Switches(available=False)
mkldnn = _Switches(available=False)
openmp = _Switches(available=False)


__all__ = ['cuda', 'cudnn', 'mkl', 'mkldnn', 'mps', 'openmp']
