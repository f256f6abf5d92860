"""Tensors without elements that pretend to be on a device: libraries ask whether a tensor is one of them. None can be made."""

from torch._refusals import refused_class

FakeTensor, FakeTensorMode = (refused_class('torch._subclasses.fake_tensor', name, 'only device="meta" gives tensors without elements')
                              for name in ('FakeTensor', 'FakeTensorMode'))
