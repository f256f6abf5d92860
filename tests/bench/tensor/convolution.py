"""Convolutions of the course's networks, forward alone and with the gradients of input, weight and bias."""
import torch
from torch.nn import functional

G = torch.Generator().manual_seed(1)


def convolution(size, outputs, kernel, backward=False, **options):
    def row():
        x = torch.randn(*size, generator=G)
        w, b = torch.randn(outputs, size[1] // options.get('groups', 1), kernel, kernel, generator=G), torch.randn(outputs, generator=G)
        if not backward:
            return lambda: functional.conv2d(x, w, b, **options)
        for tensor in (x, w, b):
            tensor.requires_grad_()
        shape = functional.conv2d(x, w, b, **options).shape
        g = torch.randn(*shape, generator=G)

        def work():
            return torch.autograd.grad(functional.conv2d(x, w, b, **options), (x, w, b), g)[1]
        return work
    return row


def pool(name, size, backward=False, **options):
    def row():
        x = torch.randn(*size, generator=G, requires_grad=backward)
        call = getattr(functional, name)
        if not backward:
            return lambda: call(x, **options)
        g = torch.ones_like(call(x, **options))
        return lambda: torch.autograd.grad(call(x, **options), x, g)[0]
    return row


LAYERS = {
    'lenet_1': ((64, 1, 28, 28), 6, 5, {'padding': 2}), 'lenet_2': ((64, 6, 14, 14), 16, 5, {}),
    'vgg_64': ((8, 64, 56, 56), 64, 3, {'padding': 1}), 'vgg_128': ((4, 128, 28, 28), 128, 3, {'padding': 1}), 'vgg_first': ((4, 3, 112, 112), 64, 3, {'padding': 1}),
    'vgg_512': ((2, 512, 14, 14), 512, 3, {'padding': 1}),
    'resnet_first': ((4, 3, 112, 112), 64, 7, {'padding': 3, 'stride': 2}), 'resnet_1x1': ((8, 64, 56, 56), 128, 1, {}),
    'resnet_stride': ((8, 64, 56, 56), 128, 3, {'padding': 1, 'stride': 2}), 'depthwise': ((8, 64, 56, 56), 64, 3, {'padding': 1, 'groups': 64}),
    'one_image': ((1, 16, 32, 32), 32, 3, {'padding': 1}),
}
ROWS = {f'{name}{end}': convolution(size, outputs, kernel, backward, **options)
        for name, (size, outputs, kernel, options) in LAYERS.items() for end, backward in (('', False), ('_gradient', True))}
ROWS |= {
    'max_pool': pool('max_pool2d', (16, 64, 56, 56), kernel_size=2), 'max_pool_gradient': pool('max_pool2d', (16, 64, 56, 56), True, kernel_size=2),
    'avg_pool': pool('avg_pool2d', (16, 64, 56, 56), kernel_size=2), 'avg_pool_gradient': pool('avg_pool2d', (16, 64, 56, 56), True, kernel_size=2),
    'adaptive_pool': pool('adaptive_avg_pool2d', (16, 64, 56, 56), output_size=1),
}
