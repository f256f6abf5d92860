"""Switches of the libraries below: those for tf32 reach the CUDA backend, the others are accepted."""

import contextlib
import sys
import types

import torch
from torch import _C


class _Switches(types.ModuleType):
    def __init__(self, name, **values):
        super().__init__('torch.backends.' + name)
        self.__dict__.update(values)
        sys.modules[self.__name__] = self

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


    def set_flags(self, **values):
        """Sets enabled, benchmark, benchmark_limit, deterministic, allow_tf32; returns the values before."""
        before = tuple(getattr(self, name) for name in _CUDNN_FLAGS)
        for name, value in values.items():
            if name.lstrip('_') not in _CUDNN_FLAGS:
                raise TypeError("set_flags() got an unexpected keyword argument '%s'" % name)
            if value is not None:
                setattr(self, name.lstrip('_'), value)
        return before

    @contextlib.contextmanager
    def flags(self, enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True):
        """Sets them within a with statement."""
        before = self.set_flags(enabled=enabled, benchmark=benchmark, benchmark_limit=benchmark_limit, deterministic=deterministic, allow_tf32=allow_tf32)
        try:
            yield
        finally:
            self.set_flags(**dict(zip(_CUDNN_FLAGS, before)))


_CUDNN_FLAGS = ('enabled', 'benchmark', 'benchmark_limit', 'deterministic', 'allow_tf32')


def _attention_switches(kind, backend):
    """enable_KIND_sdp and KIND_sdp_enabled of one implementation of scaled_dot_product_attention."""
    from torch.nn import _attention

    def enable(enabled):
        allowed = _attention.allowed_backends
        _attention.allowed_backends = allowed | {backend} if enabled else allowed - {backend}

    def is_enabled():
        return backend in _attention.allowed_backends

    return {'enable_%s_sdp' % kind: enable, kind + '_sdp_enabled': is_enabled}


class _CudaSwitches(_Switches):
    """torch.backends.cuda, with the switches of attention, which are made when they are first asked for."""

    def __getattr__(self, name):
        for kind, backend in (('flash', 'FLASH_ATTENTION'), ('math', 'MATH'), ('mem_efficient', 'EFFICIENT_ATTENTION'), ('cudnn', 'CUDNN_ATTENTION')):
            switches = _attention_switches(kind, backend) if kind + '_sdp' in name else {}
            if name in switches:
                return switches[name]
        raise AttributeError("module 'torch.backends.cuda' has no attribute '%s'" % name)


cudnn = _Convolutions('cudnn', available=False, enabled=True, benchmark=False, deterministic=False, benchmark_limit=10)
cuda = _CudaSwitches('cuda', available=False, matmul=_Products('cuda.matmul', available=False, allow_fp16_reduced_precision_reduction=True,
                                                               allow_bf16_reduced_precision_reduction=True))
cuda.is_built = _C._cuda_isBuilt
mps = _Switches('mps', available=False)
mps.is_built = lambda: False
cpu = _Switches('cpu', available=True)
cpu.get_cpu_capability = _C._cpu_capability
mkl = _Switches('mkl', available=False)
mkldnn = _Switches('mkldnn', available=False)
openmp = _Switches('openmp', available=False)


def __getattr__(name):
    if name == 'mha':
        import torch.backends.mha as module
        return module
    raise AttributeError("module 'torch.backends' has no attribute '%s'" % name)


__all__ = ['cpu', 'cuda', 'cudnn', 'mkl', 'mkldnn', 'mps', 'openmp']
