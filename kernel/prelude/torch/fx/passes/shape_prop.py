"""Shapes and types of all values of a graph, found by running it."""

from collections import namedtuple

import torch
from torch.fx.interpreter import Interpreter
from torch.fx.node import map_aggregate


class TensorMetadata(namedtuple('TensorMetadata', ['shape', 'dtype', 'requires_grad', 'stride', 'memory_format', 'is_quantized', 'qparams'])):
    """What is known of a tensor without its elements."""

    __slots__ = ()


def _extract_tensor_metadata(result, include_contiguity=True):
    formats = [f for f in (torch.contiguous_format, torch.channels_last, torch.channels_last_3d)
               if (f is torch.contiguous_format or result.dim() == (4 if f is torch.channels_last else 5)) and result.is_contiguous(memory_format=f)]
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(),
                          formats[0] if formats and include_contiguity else None, result.is_quantized, {})


class ShapeProp(Interpreter):
    """Runs a module and notes at each node the shapes of its value: node.meta['tensor_meta'] and node.meta['type']. fake_mode: a mode in
    which it runs without elements."""

    def __init__(self, gm, fake_mode=None):
        super().__init__(gm)
        if fake_mode is not None:
            raise NotImplementedError('ShapeProp(fake_mode=...) is not supported')
        self.fake_module, self.fake_mode, self.real_module = None, None, self.module

    def run_node(self, n):
        """Runs a node and notes what its value is."""
        try:
            result = super().run_node(n)
        except Exception as e:
            raise RuntimeError('ShapeProp error for: node=%s with meta=%s' % (n.format_node(), n.meta)) from e
        found = []

        def noted(value):
            if isinstance(value, torch.Tensor):
                found.append(value)
                return _extract_tensor_metadata(value)
            return value
        meta = map_aggregate(result, noted)
        if found:
            n.meta['tensor_meta'] = meta
        n.meta['type'] = type(result)
        return result

    def propagate(self, *args):
        """Runs the module on arguments. Returns its output."""
        return super().run(*args)


__all__ = ['TensorMetadata', 'ShapeProp']
