"""Convolutions of the course's networks, forward alone and with the gradients of input, weight and bias."""
import torch
from torch.nn import functional

G = torch.Generator().manual_seed(1)


def convolution(size, outputs, kernel, backward=False, **options):
    given = dict(options)
    name, dtype = given.pop('name', 'conv2d'), given.pop('dtype', torch.float32)

    def row():
        call, groups = getattr(functional, name), given.get('groups', 1)
        x = torch.randn(*size, generator=G, dtype=dtype)
        of = (size[1], outputs // groups) if 'transpose' in name else (outputs, size[1] // groups)
        window = kernel if isinstance(kernel, tuple) else [kernel] * (len(size) - 2)
        w, b = torch.randn(*of, *window, generator=G, dtype=dtype), torch.randn(outputs, generator=G, dtype=dtype)
        if not backward:
            return lambda: call(x, w, b, **given)
        for tensor in (x, w, b):
            tensor.requires_grad_()
        shape = call(x, w, b, **given).shape
        g = torch.randn(*shape, generator=G, dtype=dtype)

        def work():
            return torch.autograd.grad(call(x, w, b, **given), (x, w, b), g)[1]
        return work
    return row


def on_image(call, size, backward=False, dtype=torch.float32):
    """call of random images, or the gradient of its result's sum."""
    def row():
        x = torch.randn(*size, generator=G).to(dtype).requires_grad_(backward)
        if not backward:
            return lambda: call(x)
        g = torch.ones_like(call(x))
        return lambda: torch.autograd.grad(call(x), x, g)[0]
    return row


def sample(size, places, backward=False, **options):
    def row():
        x, grid = torch.randn(*size, generator=G), torch.rand(size[0], *places, len(places), generator=G) * 2 - 1
        if not backward:
            return lambda: functional.grid_sample(x, grid, align_corners=False, **options)
        x.requires_grad_()
        grid.requires_grad_()
        g = torch.ones(*size[:2], *places)
        return lambda: torch.autograd.grad(functional.grid_sample(x, grid, align_corners=False, **options), (x, grid), g)[1]
    return row


def unpool(name, size, backward=False):
    def row():
        x = torch.randn(*size, generator=G)
        small, index = getattr(functional, 'max_pool' + name)(x, 2, return_indices=True)
        call = getattr(functional, 'max_unpool' + name)
        if not backward:
            return lambda: call(small, index, 2)
        small.requires_grad_()
        g = torch.ones_like(x)
        return lambda: torch.autograd.grad(call(small, index, 2), small, g)[0]
    return row


def fractional(size, **options):
    def row():
        x, places = torch.randn(*size, generator=G), torch.rand(*size[:2], 2, generator=G)
        return lambda: functional.fractional_max_pool2d(x, 2, _random_samples=places, **options)
    return row


def channels_last(call, size):
    """call of images whose channels come last in memory."""
    def row():
        x = torch.randn(size[0], *size[2:], size[1], generator=G).movedim(-1, 1)
        return lambda: call(x)
    return row


def pool(name, size, backward=False, indices=False, **options):
    def row():
        x = torch.randn(*size, generator=G, requires_grad=backward)
        call = getattr(functional, name)
        if indices:
            return lambda: call(x, return_indices=True, **options)[1]
        if not backward:
            return lambda: call(x, **options)
        g = torch.ones_like(call(x, **options))
        return lambda: torch.autograd.grad(call(x, **options), x, g)[0]
    return row


LAYERS = {
    'lenet_1': ((64, 1, 28, 28), 6, 5, {'padding': 2}), 'lenet_2': ((64, 6, 14, 14), 16, 5, {}),
    'lenet_256': ((256, 1, 28, 28), 6, 5, {'padding': 2}), 'lenet_256_second': ((256, 6, 14, 14), 16, 5, {}), 'cifar_first_block': ((32, 16, 32, 32), 32, 3, {'padding': 1}),
    'cifar_block': ((32, 32, 32, 32), 32, 3, {'padding': 1}), 'resnet_16x16': ((32, 64, 16, 16), 64, 3, {'padding': 1}),
    'vgg_64': ((8, 64, 56, 56), 64, 3, {'padding': 1}), 'vgg_128': ((4, 128, 28, 28), 128, 3, {'padding': 1}), 'vgg_first': ((4, 3, 112, 112), 64, 3, {'padding': 1}),
    'vgg_512': ((2, 512, 14, 14), 512, 3, {'padding': 1}),
    'resnet_first': ((4, 3, 112, 112), 64, 7, {'padding': 3, 'stride': 2}), 'resnet_1x1': ((8, 64, 56, 56), 128, 1, {}),
    'resnet_stride': ((8, 64, 56, 56), 128, 3, {'padding': 1, 'stride': 2}), 'depthwise': ((8, 64, 56, 56), 64, 3, {'padding': 1, 'groups': 64}),
    'one_image': ((1, 16, 32, 32), 32, 3, {'padding': 1}),
    'cifar_batch': ((64, 3, 32, 32), 32, 3, {'padding': 1}), 'small_planes': ((64, 128, 4, 4), 128, 3, {'padding': 1}), 'last_planes': ((8, 256, 7, 7), 256, 3, {'padding': 1}),
    'odd_sizes': ((5, 19, 37, 41), 23, 3, {}), 'even_window': ((16, 32, 32, 32), 64, 4, {'padding': 1, 'stride': 2}), 'patches': ((4, 3, 224, 224), 192, 16, {'stride': 16}),
    'shortcut': ((8, 64, 28, 28), 128, 1, {'stride': 2}), 'squeeze': ((8, 256, 14, 14), 64, 1, {}), 'dilated': ((4, 32, 48, 48), 32, 3, {'padding': 2, 'dilation': 2}),
    'two_groups': ((8, 32, 28, 28), 64, 3, {'padding': 1, 'groups': 2}), 'many_groups': ((4, 128, 28, 28), 128, 3, {'padding': 1, 'groups': 32}),
    'depthwise_stride': ((8, 64, 56, 56), 64, 3, {'padding': 1, 'groups': 64, 'stride': 2}), 'depthwise_7x7': ((4, 96, 28, 28), 96, 7, {'padding': 3, 'groups': 96}),
    'to_one_channel': ((8, 32, 64, 64), 1, 3, {'padding': 1}), 'to_classes': ((4, 64, 64, 64), 21, 1, {}), 'double': ((4, 16, 28, 28), 32, 3, {'padding': 1, 'dtype': torch.float64}),
    'half': ((8, 32, 28, 28), 64, 3, {'padding': 1, 'dtype': torch.bfloat16}),
    'conv1d': ((16, 64, 256), 64, 5, {'padding': 2, 'name': 'conv1d'}), 'conv1d_stride': ((16, 1, 4096), 32, 16, {'stride': 4, 'name': 'conv1d'}),
    'conv1d_causal': ((8, 32, 512), 32, 2, {'dilation': 8, 'name': 'conv1d'}), 'conv3d': ((2, 8, 16, 32, 32), 16, 3, {'padding': 1, 'name': 'conv3d'}),
    'transposed': ((8, 64, 14, 14), 32, 4, {'stride': 2, 'padding': 1, 'name': 'conv_transpose2d'}),
    'transposed_2x2': ((4, 64, 32, 32), 32, 2, {'stride': 2, 'name': 'conv_transpose2d'}), 'transposed_plain': ((4, 32, 28, 28), 32, 3, {'padding': 1, 'name': 'conv_transpose2d'}),
    'one_image_vgg': ((1, 64, 56, 56), 64, 3, {'padding': 1}), 'one_image_1x1': ((1, 256, 14, 14), 256, 1, {}), 'window_5x5': ((8, 16, 28, 28), 32, 5, {'padding': 2}),
    'planes_2x2': ((32, 256, 2, 2), 256, 3, {'padding': 1}), 'planes_8x8': ((16, 64, 8, 8), 64, 3, {'padding': 1}),
    'depthwise_5x5': ((8, 32, 28, 28), 32, 5, {'padding': 2, 'groups': 32}), 'depthwise_dilated': ((4, 64, 28, 28), 64, 3, {'padding': 2, 'dilation': 2, 'groups': 64}),
    'multiplier': ((8, 16, 28, 28), 64, 3, {'padding': 1, 'groups': 16}), 'conv1d_1x1': ((16, 64, 256), 64, 1, {'name': 'conv1d'}), 'conv1d_long': ((4, 1, 16000), 16, 80, {'stride': 16, 'name': 'conv1d'}),
    'conv1d_depthwise': ((8, 64, 256), 64, 3, {'padding': 1, 'groups': 64, 'name': 'conv1d'}),
    'conv3d_first': ((1, 1, 16, 32, 32), 8, 3, {'padding': 1, 'name': 'conv3d'}), 'conv3d_stride': ((2, 8, 16, 16, 16), 16, 3, {'padding': 1, 'stride': 2, 'name': 'conv3d'}),
    'double_stride': ((4, 16, 28, 28), 32, 3, {'padding': 1, 'stride': 2, 'dtype': torch.float64}), 'half_1x1': ((8, 64, 28, 28), 64, 1, {'dtype': torch.bfloat16}),
    'transposed_output_padding': ((8, 32, 14, 14), 16, 3, {'stride': 2, 'padding': 1, 'output_padding': 1, 'name': 'conv_transpose2d'}),
    'transposed_first': ((64, 100, 1, 1), 128, 4, {'name': 'conv_transpose2d'}), 'transposed_groups': ((4, 32, 14, 14), 32, 4, {'stride': 2, 'padding': 1, 'groups': 4, 'name': 'conv_transpose2d'}),
    'transposed_3d': ((1, 16, 8, 8, 8), 8, 2, {'stride': 2, 'name': 'conv_transpose3d'}),
    'transposed_1d': ((8, 32, 256), 16, 4, {'stride': 2, 'padding': 1, 'name': 'conv_transpose1d'}),
    'alexnet_first': ((8, 3, 224, 224), 64, 11, {'stride': 4, 'padding': 2}), 'alexnet_second': ((8, 64, 27, 27), 192, 5, {'padding': 2}), 'large_image': ((1, 3, 512, 512), 16, 3, {'padding': 1}),
    'large_image_deep': ((1, 32, 256, 256), 32, 3, {'padding': 1}), 'mnist_256': ((256, 1, 28, 28), 32, 3, {}), 'mnist_256_second': ((256, 32, 13, 13), 64, 3, {}),
    'dcgan_last': ((16, 64, 32, 32), 3, 4, {'stride': 2, 'padding': 1, 'name': 'conv_transpose2d'}), 'dcgan_second': ((16, 256, 4, 4), 128, 4, {'stride': 2, 'padding': 1, 'name': 'conv_transpose2d'}),
    'discriminator': ((16, 64, 32, 32), 128, 4, {'stride': 2, 'padding': 1}), 'unet_up': ((2, 128, 28, 28), 64, 2, {'stride': 2, 'name': 'conv_transpose2d'}),
    'autoencoder_up': ((64, 16, 7, 7), 8, 3, {'stride': 2, 'padding': 1, 'output_padding': 1, 'name': 'conv_transpose2d'}), 'autoencoder_down': ((64, 1, 28, 28), 16, 3, {'stride': 2, 'padding': 1}),
    'transposed_image': ((1, 16, 128, 128), 16, 3, {'padding': 1, 'name': 'conv_transpose2d'}), 'bottleneck_in': ((4, 256, 28, 28), 64, 1, {}), 'bottleneck_out': ((4, 64, 28, 28), 256, 1, {}),
    'resnext': ((4, 128, 28, 28), 128, 3, {'padding': 1, 'groups': 4}), 'wide_1x1': ((2, 512, 7, 7), 2048, 1, {}), 'row_window': ((8, 32, 28, 28), 32, (1, 7), {'padding': (0, 3)}),
    'resnet_stage3': ((2, 256, 28, 28), 256, 3, {'stride': 2, 'padding': 1}), 'resnet_first_224': ((2, 3, 224, 224), 64, 7, {'stride': 2, 'padding': 3}), 'dilated_4': ((2, 64, 56, 56), 64, 3, {'padding': 4, 'dilation': 4}),
    'signal': ((4, 16, 16000), 32, 9, {'padding': 4, 'name': 'conv1d'}), 'signal_down': ((4, 32, 8000), 64, 8, {'stride': 4, 'padding': 2, 'name': 'conv1d'}),
    'signal_deep': ((8, 128, 500), 128, 3, {'padding': 1, 'name': 'conv1d'}), 'text': ((32, 100, 50), 100, 3, {'name': 'conv1d'}), 'smoothing': ((1, 1, 100000), 1, 101, {'padding': 50, 'name': 'conv1d'}),
    'smoothing_image': ((1, 1, 256, 256), 1, 5, {'padding': 2}), 'tiny_batch': ((1, 1, 5, 5), 1, 3, {}), 'video': ((1, 3, 8, 56, 56), 16, 3, {'padding': 1, 'name': 'conv3d'}),
    'cifar_last': ((8, 512, 4, 4), 512, 3, {'padding': 1}), 'resnet_last_shortcut': ((4, 256, 14, 14), 512, 1, {'stride': 2}), 'dilated_6': ((4, 256, 14, 14), 64, 3, {'padding': 6, 'dilation': 6}),
    'mobile_7x7': ((4, 1024, 7, 7), 1024, 3, {'padding': 1, 'groups': 1024}), 'mobile_stride': ((4, 512, 14, 14), 512, 3, {'padding': 1, 'stride': 2, 'groups': 512}),
    'depthwise_14x14': ((4, 384, 14, 14), 384, 7, {'padding': 3, 'groups': 384}), 'discriminator_last': ((16, 512, 4, 4), 1, 4, {}), 'atari': ((16, 4, 84, 84), 32, 8, {'stride': 4}),
    'dcgan_third': ((16, 128, 16, 16), 64, 4, {'stride': 2, 'padding': 1, 'name': 'conv_transpose2d'}), 'code_to_image': ((16, 64, 1, 1), 32, 7, {'name': 'conv_transpose2d'}),
    'volume_1x1': ((2, 32, 8, 16, 16), 32, 1, {'name': 'conv3d'}), 'half_16': ((8, 32, 28, 28), 64, 3, {'padding': 1, 'dtype': torch.float16}),
}
ROWS = {f'{name}{end}': convolution(size, outputs, kernel, backward, **options)
        for name, (size, outputs, kernel, options) in LAYERS.items() for end, backward in (('', False), ('_gradient', True))}
ROWS |= {
    'max_pool': pool('max_pool2d', (16, 64, 56, 56), kernel_size=2), 'max_pool_gradient': pool('max_pool2d', (16, 64, 56, 56), True, kernel_size=2),
    'avg_pool_lenet': pool('avg_pool2d', (256, 6, 28, 28), kernel_size=2), 'avg_pool_lenet_gradient': pool('avg_pool2d', (256, 6, 28, 28), True, kernel_size=2),
    'avg_pool': pool('avg_pool2d', (16, 64, 56, 56), kernel_size=2), 'avg_pool_gradient': pool('avg_pool2d', (16, 64, 56, 56), True, kernel_size=2),
    'max_pool_resnet': pool('max_pool2d', (8, 64, 56, 56), kernel_size=3, stride=2, padding=1),
    'max_pool_resnet_gradient': pool('max_pool2d', (8, 64, 56, 56), True, kernel_size=3, stride=2, padding=1),
    'max_pool_plain': pool('max_pool2d', (8, 32, 28, 28), kernel_size=3, stride=1, padding=1), 'max_pool_indices': pool('max_pool2d', (8, 32, 28, 28), indices=True, kernel_size=2),
    'avg_pool_padded': pool('avg_pool2d', (8, 64, 28, 28), kernel_size=3, stride=1, padding=1, count_include_pad=False),
    'avg_pool_padded_gradient': pool('avg_pool2d', (8, 64, 28, 28), True, kernel_size=3, stride=1, padding=1),
    'max_pool1d': pool('max_pool1d', (16, 64, 256), kernel_size=2), 'avg_pool1d': pool('avg_pool1d', (16, 64, 256), kernel_size=4),
    'adaptive_7x7': pool('adaptive_avg_pool2d', (8, 64, 28, 28), output_size=7), 'adaptive_uneven': pool('adaptive_avg_pool2d', (8, 64, 13, 13), output_size=6),
    'adaptive_max': pool('adaptive_max_pool2d', (8, 64, 14, 14), output_size=7), 'adaptive_pool_gradient': pool('adaptive_avg_pool2d', (16, 64, 56, 56), True, output_size=1),
    'adaptive_pool': pool('adaptive_avg_pool2d', (16, 64, 56, 56), output_size=1),
}
IMAGES, COLUMNS = (8, 16, 28, 28), (4, 16 * 9, 28 * 28)
CALLS = {
    'unfold': (lambda x: functional.unfold(x, 3, padding=1), IMAGES), 'fold': (lambda x: functional.fold(x, 28, 3, padding=1), COLUMNS),
    'unfold_patches': (lambda x: functional.unfold(x, 4, stride=4), (8, 3, 64, 64)), 'fold_patches': (lambda x: functional.fold(x, 64, 4, stride=4), (8, 48, 256)),
    'nearest_up': (lambda x: functional.interpolate(x, scale_factor=2), IMAGES), 'nearest_down': (lambda x: functional.interpolate(x, size=14), IMAGES),
    'bilinear_up': (lambda x: functional.interpolate(x, scale_factor=2, mode='bilinear'), IMAGES),
    'bilinear_aligned': (lambda x: functional.interpolate(x, size=(40, 50), mode='bilinear', align_corners=True), IMAGES),
    'bilinear_down': (lambda x: functional.interpolate(x, size=(20, 13), mode='bilinear'), IMAGES), 'bicubic_up': (lambda x: functional.interpolate(x, scale_factor=2, mode='bicubic'), IMAGES),
    'linear_up': (lambda x: functional.interpolate(x, scale_factor=2, mode='linear'), (8, 16, 256)), 'area_down': (lambda x: functional.interpolate(x, size=7, mode='area'), IMAGES),
    'pixel_shuffle': (lambda x: functional.pixel_shuffle(x, 2), IMAGES), 'reflect': (lambda x: functional.pad(x, (1, 1, 1, 1), mode='reflect'), IMAGES),
    'zeros': (lambda x: functional.pad(x, (1, 1, 1, 1)), IMAGES), 'adaptive_max_uneven': (lambda x: functional.adaptive_max_pool2d(x, 6), (8, 64, 13, 13)),
    'adaptive_uneven': (lambda x: functional.adaptive_avg_pool2d(x, 6), (8, 64, 13, 13)), 'max_pool_ceil': (lambda x: functional.max_pool2d(x, 3, 2, ceil_mode=True), (8, 32, 28, 28)),
    'avg_pool_ceil': (lambda x: functional.avg_pool2d(x, 3, 2, ceil_mode=True), (8, 32, 28, 28)), 'max_pool_3x3': (lambda x: functional.max_pool2d(x, 3), (8, 32, 28, 28)),
    'max_pool1d_4': (lambda x: functional.max_pool1d(x, 4), (16, 64, 256)), 'max_pool3d': (lambda x: functional.max_pool3d(x, 2), (2, 16, 16, 16, 16)),
    'avg_pool3d': (lambda x: functional.avg_pool3d(x, 2), (2, 16, 16, 16, 16)), 'adaptive_1d': (lambda x: functional.adaptive_avg_pool1d(x, 10), (16, 64, 256)),
    'lp_pool': (lambda x: functional.lp_pool2d(x, 2, 2), (8, 16, 28, 28)),
    'replicate': (lambda x: functional.pad(x, (1, 1, 1, 1), mode='replicate'), IMAGES), 'circular': (lambda x: functional.pad(x, (1, 1, 1, 1), mode='circular'), IMAGES),
    'reflect_3': (lambda x: functional.pad(x, (3, 3, 3, 3), mode='reflect'), (2, 3, 128, 128)), 'reflect_1d': (lambda x: functional.pad(x, (4, 4), mode='reflect'), (8, 16, 1000)),
    'replicate_3d': (lambda x: functional.pad(x, (1,) * 6, mode='replicate'), (2, 8, 8, 16, 16)), 'crop': (lambda x: functional.pad(x, (-2, -2, -2, -2)), IMAGES),
    'local_response': (lambda x: functional.local_response_norm(x, 5), (8, 64, 28, 28)), 'nearest_exact': (lambda x: functional.interpolate(x, size=50, mode='nearest-exact'), IMAGES),
    'nearest_image': (lambda x: functional.interpolate(x, scale_factor=2), (1, 3, 256, 256)), 'nearest_1d': (lambda x: functional.interpolate(x, scale_factor=4), (8, 16, 256)),
    'nearest_3d': (lambda x: functional.interpolate(x, scale_factor=2), (1, 8, 8, 16, 16)), 'bilinear_image': (lambda x: functional.interpolate(x, size=(224, 224), mode='bilinear'), (1, 3, 500, 375)),
    'bilinear_unet': (lambda x: functional.interpolate(x, scale_factor=2, mode='bilinear', align_corners=True), (2, 64, 28, 28)),
    'trilinear_up': (lambda x: functional.interpolate(x, scale_factor=2, mode='trilinear'), (1, 8, 8, 16, 16)), 'bicubic_image': (lambda x: functional.interpolate(x, size=(128, 128), mode='bicubic'), (1, 3, 200, 200)),
    'antialias': (lambda x: functional.interpolate(x, size=(64, 64), mode='bilinear', antialias=True), (2, 3, 200, 200)), 'area_uneven': (lambda x: functional.interpolate(x, size=(20, 13), mode='area'), IMAGES),
    'max_pool_global': (lambda x: functional.adaptive_max_pool2d(x, 1), (16, 64, 14, 14)), 'max_pool1d_3': (lambda x: functional.max_pool1d(x, 3, 2, 1), (16, 64, 256)), 'max_pool1d_long': (lambda x: functional.max_pool1d(x, 4), (4, 16, 16000)),
    'max_pool_5x5': (lambda x: functional.max_pool2d(x, 5, 1, 2), (4, 64, 20, 20)), 'max_pool_4x4': (lambda x: functional.max_pool2d(x, 4), (8, 32, 28, 28)), 'avg_pool_global': (lambda x: functional.avg_pool2d(x, 7), (8, 256, 7, 7)),
    'avg_pool_3x3': (lambda x: functional.avg_pool2d(x, 3, 2, 1), (8, 64, 28, 28)), 'max_pool3d_3': (lambda x: functional.max_pool3d(x, 3, 2, 1), (2, 16, 16, 16, 16)), 'adaptive_3d': (lambda x: functional.adaptive_avg_pool3d(x, 2), (2, 16, 8, 16, 16)),
    'adaptive_max_3d': (lambda x: functional.adaptive_max_pool3d(x, 2), (2, 16, 8, 16, 16)), 'lp_pool1d': (lambda x: functional.lp_pool1d(x, 2, 2), (8, 16, 256)), 'unfold_integer': (lambda x: functional.unfold(x, 3), (1, 3, 128, 128)),
    'pixel_unshuffle': (lambda x: functional.pixel_unshuffle(x, 2), IMAGES), 'max_pool_lenet': (lambda x: functional.max_pool2d(x, 2), (64, 6, 28, 28)), 'max_pool_vgg': (lambda x: functional.max_pool2d(x, 2), (4, 512, 14, 14)),
}
ROWS |= {f'{name}{end}': on_image(call, size, backward) for name, (call, size) in CALLS.items() for end, backward in (('', False), ('_gradient', True)) if name + end not in ROWS}
ROWS |= {'max_pool_double': on_image(lambda x: functional.max_pool2d(x, 2), (8, 32, 28, 28), dtype=torch.float64), 'max_pool_half': on_image(lambda x: functional.max_pool2d(x, 2), (8, 32, 28, 28), dtype=torch.bfloat16),
         'avg_pool_half': on_image(lambda x: functional.avg_pool2d(x, 2), (8, 32, 28, 28), dtype=torch.bfloat16), 'grid_sample': sample((4, 8, 32, 32), (32, 32)),
         'grid_sample_gradient': sample((4, 8, 32, 32), (32, 32), True), 'grid_sample_nearest': sample((4, 8, 32, 32), (32, 32), mode='nearest'), 'grid_sample_border': sample((2, 3, 64, 64), (64, 64), padding_mode='border'),
         'grid_sample_reflection': sample((2, 3, 64, 64), (64, 64), padding_mode='reflection'), 'grid_sample_one': sample((64, 1, 28, 28), (28, 28)), 'grid_sample_one_gradient': sample((64, 1, 28, 28), (28, 28), True),
         'grid_sample_3d': sample((1, 4, 16, 16, 16), (16, 16, 16)), 'grid_sample_3d_gradient': sample((1, 4, 16, 16, 16), (16, 16, 16), True),
         'grid_sample_bicubic': sample((4, 8, 32, 32), (32, 32), mode='bicubic'), 'grid_sample_bicubic_gradient': sample((4, 8, 32, 32), (32, 32), True, mode='bicubic'),
         'grid_sample_nearest_gradient': sample((4, 8, 32, 32), (32, 32), True, mode='nearest'), 'grid_sample_border_gradient': sample((2, 3, 64, 64), (64, 64), True, padding_mode='border'),
         'affine_grid': on_image(lambda x: functional.affine_grid(x, (64, 1, 28, 28), align_corners=False), (64, 2, 3)), 'affine_grid_gradient': on_image(lambda x: functional.affine_grid(x, (64, 1, 28, 28), align_corners=False), (64, 2, 3), True),
         'max_unpool': unpool('2d', (8, 32, 28, 28)), 'max_unpool_gradient': unpool('2d', (8, 32, 28, 28), True), 'max_unpool1d': unpool('1d', (8, 32, 256)), 'max_unpool3d': unpool('3d', (2, 8, 8, 16, 16)),
         'fractional': fractional((8, 16, 28, 28), output_size=14), 'fractional_ratio': fractional((4, 32, 32, 32), output_ratio=(0.7, 0.7)),
         'channels_last_conv': channels_last(lambda x, w=torch.randn(64, 32, 3, 3, generator=G): functional.conv2d(x, w, padding=1), (8, 32, 28, 28)), 'channels_last_1x1': channels_last(lambda x, w=torch.randn(64, 32, 1, 1, generator=G): functional.conv2d(x, w), (8, 32, 28, 28)),
         'channels_last_max': channels_last(lambda x: functional.max_pool2d(x, 2), (8, 32, 28, 28)), 'channels_last_avg': channels_last(lambda x: functional.avg_pool2d(x, 2), (8, 32, 28, 28)), 'channels_last_adaptive': channels_last(lambda x: functional.adaptive_avg_pool2d(x, 1), (8, 64, 14, 14)),
         'channels_last_max_half': channels_last(lambda x: functional.max_pool2d(x.bfloat16(), 3, 2, 1), (8, 32, 28, 28)), 'channels_last_avg_3x3': channels_last(lambda x: functional.avg_pool2d(x, 3, 1, 1), (8, 32, 28, 28)),
         'channels_last_nearest': channels_last(lambda x: functional.interpolate(x, scale_factor=2), IMAGES),
         'channels_last_bilinear': channels_last(lambda x: functional.interpolate(x, scale_factor=2, mode='bilinear'), IMAGES)}
