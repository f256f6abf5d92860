"""Weights of convolutions in another memory format."""

from torch.nn.modules import conv


def _convert(module, memory_format, dims, kinds):
    for layer in module.modules():
        weight = getattr(layer, 'weight', None)
        if isinstance(layer, kinds) and weight.dim() == dims:
            weight.data = weight.data.clone(memory_format=memory_format)
    return module


def convert_conv2d_weight_memory_format(module, memory_format):
    """Changes the weights of all convolutions of images in a module to a memory format, in place; returns the module."""
    return _convert(module, memory_format, 4, (conv.Conv2d, conv.ConvTranspose2d))


def convert_conv3d_weight_memory_format(module, memory_format):
    """Changes the weights of all convolutions of volumes in a module to a memory format, in place; returns the module."""
    return _convert(module, memory_format, 5, (conv.Conv3d, conv.ConvTranspose3d))


__all__ = ['convert_conv2d_weight_memory_format', 'convert_conv3d_weight_memory_format']
