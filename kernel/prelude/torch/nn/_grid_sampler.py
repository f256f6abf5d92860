"""Images sampled at the coordinates of a grid, for torch.nn.functional (Jaderberg et al. 2015, Spatial Transformer Networks)."""

import warnings

import torch
from torch._C import _nn
from torch._arguments import scalar_type


def affine_grid(theta, size, align_corners=None):
    """The coordinates of the pixels of an image under an affine map, for grid_sample."""
    if align_corners is None:
        warnings.warn('Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please '
                      'specify align_corners=True if the old behavior is desired. See the documentation of grid_sample for '
                      'details.')
        align_corners = False
    if not theta.is_floating_point():
        raise ValueError('Expected theta to have floating point type, but got %s' % theta.dtype)
    n = len(size) - 2
    if n not in (2, 3):
        raise NotImplementedError('affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got '
                                  'size %s.' % (size,))
    if theta.dim() != 3 or theta.size(-2) != n or theta.size(-1) != n + 1:
        raise ValueError('Expected a batch of %dD affine matrices of shape Nx%dx%d for size %s. Got %s.'
                         % (n, n, n + 1, size, theta.shape))
    if min(size) <= 0:
        raise ValueError('Expected non-zero, positive output size. Got %s' % (size,))
    spatial = list(size)[2:]
    lines = []
    for i in range(n - 1, -1, -1): # x comes first
        steps = spatial[i]
        if steps == 1:
            line = torch.zeros(1, dtype=theta.dtype, device=theta.device)
        else:
            line = torch.linspace(-1, 1, steps, dtype=theta.dtype, device=theta.device)
            if not align_corners:
                line = line * (steps - 1) / steps
        shape = [1] * n
        shape[i] = steps
        lines.append(line.view(shape).expand(spatial))
    base = torch.stack(lines + [torch.ones(spatial, dtype=theta.dtype, device=theta.device)], -1).view(1, -1, n + 1)
    return torch._C._name_node((base @ theta.transpose(1, 2)).view(size[0], *spatial, n), 'AffineGridGeneratorBackward0')


def _reflected(x, low, high):
    """x reflected between two borders, as often as it takes."""
    span = high - low
    if span == 0:
        return torch.zeros_like(x)
    x = (x - low).abs()
    rest = x.detach().fmod(span) - x.detach() + x
    odd = (x.detach() / span).floor().remainder(2) == 1
    return torch.where(odd, span - rest, rest) + low


def _unnormalized(x, size, padding, align):
    """Coordinates in [-1, 1] as those of pixels, moved into the image unless what is outside is zero."""
    x = (x + 1) / 2 * (size - 1) if align else ((x + 1) * size - 1) / 2
    return x if padding == 'zeros' else _clipped(x, size, padding, align)


def _clipped(x, size, padding, align):
    if padding == 'reflection':
        x = _reflected(x, 0.0, size - 1.0) if align else _reflected(x, -0.5, size - 0.5)
    # on the border and outside of it no gradient comes through
    return torch.where((x > 0) & (x < size - 1), x, x.detach().clamp(0, size - 1)) if x.requires_grad else x.clamp(0, size - 1)


def _pixels(flat, sizes, index, zeros):
    """The elements [n, c, points] at integral coordinates of each dimension; 0 outside."""
    n, c = flat.size(0), flat.size(1)
    at, valid = None, None
    for size, i in zip(sizes, index):
        good = (i >= 0) & (i <= size - 1)
        valid = good if valid is None else valid & good
        position = torch.where(good, i, torch.zeros_like(i)).to(torch.int64)
        at = position if at is None else at * size + position
    values = flat.gather(2, at.view(n, 1, -1).expand(n, c, at[0].numel()))
    return torch.where(valid.view(n, 1, -1), values, torch.zeros_like(values)) if zeros else values


def _check_grid(input, grid, mode):
    shapes = (list(input.size()), list(grid.size()))
    if input.size(0) != grid.size(0):
        raise RuntimeError('grid_sampler(): expected grid and input to have same batch size, but got input with sizes %s and '
                           'grid with sizes %s' % shapes)
    if grid.size(-1) != input.dim() - 2:
        raise RuntimeError('grid_sampler(): expected grid to have size %d in last dimension, but got grid with sizes %s'
                           % (input.dim() - 2, shapes[1]))
    if input.dim() not in (4, 5) or input.dim() != grid.dim():
        raise RuntimeError('grid_sampler(): expected %s input and grid with same number of dimensions, but got input with '
                           'sizes %s and grid with sizes %s' % ('4D' if input.dim() == 4 else '4D or 5D', *shapes))
    for i in range(2, input.dim()):
        if input.size(i) == 0:
            raise RuntimeError('grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes %s with '
                               'dimension %d being empty' % (shapes[0], i))
    if mode == 'bicubic' and input.dim() != 4:
        raise RuntimeError('grid_sampler(): bicubic interpolation only supports 4D input')
    if not input.is_floating_point() or input.dtype != grid.dtype:
        raise RuntimeError('expected scalar type %s but found %s' % (scalar_type(input.dtype), scalar_type(grid.dtype)))


def grid_sample(input, grid, mode='bilinear', padding_mode='zeros', align_corners=None):
    """The image at the coordinates of a grid; -1 and 1 are its borders."""
    input, grid = torch._C._autocast_take('pool3d', (input, grid))
    if mode not in ('bilinear', 'nearest', 'bicubic'):
        raise ValueError("nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '%s'" % mode)
    if padding_mode not in ('zeros', 'border', 'reflection'):
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
                         "'%s'" % padding_mode)
    if align_corners is None:
        warnings.warn('Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please '
                      'specify align_corners=True if the old behavior is desired. See the documentation of grid_sample for '
                      'details.')
        align_corners = False
    _check_grid(input, grid, mode)
    torch._C._refuse_tangents('grid_sampler_%dd' % (grid.dim() - 2), (input, grid))
    kind = (('bilinear', 'nearest', 'bicubic').index(mode), ('zeros', 'border', 'reflection').index(padding_mode), bool(align_corners))
    if input.dtype not in (torch.float32, torch.float64):
        return torch._C._name_node(_differentiable(input, grid, *kind), 'GridSampler%dDBackward0' % (grid.dim() - 2))
    out = _nn._grid_sample(input.detach(), grid.detach(), *kind)
    if torch.is_grad_enabled() and (input.requires_grad or grid.requires_grad):
        wanted = (input.requires_grad, grid.requires_grad)

        def backward(grads, saved):
            x, coordinates = saved
            if torch.is_grad_enabled(): # to be differentiated again
                found = iter(torch.autograd.grad(_differentiable(x, coordinates, *kind), [t for t, want in zip(saved, wanted) if want],
                                                 grads[0], create_graph=True, allow_unused=True))
                found = [next(found) if want else None for want in wanted]
                return tuple([torch.zeros_like(t) if want and grad is None else grad for t, want, grad in zip(saved, wanted, found)])
            found = _nn._grid_sample_backward(grads[0], x.detach(), coordinates.detach(), *kind, *wanted)
            return tuple([grad if want else None for grad, want in zip(found, wanted)])

        torch.autograd.function.record_step('GridSampler%dDBackward0' % (grid.dim() - 2), backward, [input, grid], [out], (input, grid))
    return out


def _cubic_weights(t):
    """The weights of the four pixels around a point at distance t after the second (Keys 1981, a = -0.75)."""
    a = -0.75
    near, far = lambda x: ((a + 2) * x - (a + 3)) * x * x + 1, lambda x: ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def _differentiable(input, grid, kind, padding, align):
    """grid_sample in steps that can be differentiated again, for half types and for gradients of gradients."""
    mode, padding = ('bilinear', 'nearest', 'bicubic')[kind], ('zeros', 'border', 'reflection')[padding]
    n, c = input.size(0), input.size(1)
    sizes = list(input.size()[2:])
    dims = len(sizes)
    flat = input.flatten(2)
    at = [grid.select(-1, dims - 1 - i) for i in range(dims)]
    coordinates = [_unnormalized(x, size, 'zeros' if mode == 'bicubic' else padding, align) for x, size in zip(at, sizes)]
    if mode == 'nearest':
        out = _pixels(flat, sizes, [p.detach().round() for p in coordinates], padding == 'zeros')
        if grid.requires_grad: # its gradient is 0, not missing
            out = torch.where(torch.zeros(1, dtype=torch.bool, device=out.device), grid.select(-1, 0).reshape(n, 1, -1), out)
        return out.reshape(n, c, *grid.size()[1:-1])
    low = [p.detach().floor() for p in coordinates]
    parts = [p - l for p, l in zip(coordinates, low)]
    if mode == 'bicubic':
        weights = [_cubic_weights(t) for t in parts]
        pixels = [[x + k - 1 if padding == 'zeros' else _clipped(x + k - 1, size, padding, align).trunc() for k in range(4)]
                  for x, size in zip(low, sizes)]
    else:
        weights = [[1 - t, t] for t in parts]
        pixels = [[x, x + 1] for x in low]
    out = None
    taps = len(weights[0])
    for corner in range(taps ** dims):
        weight, index = None, []
        for i in range(dims):
            k = corner // taps ** i % taps
            weight = weights[i][k] if weight is None else weight * weights[i][k]
            index.append(pixels[i][k])
        term = _pixels(flat, sizes, index, True) * weight.reshape(n, 1, -1)
        out = term if out is None else out + term
    return out.reshape(n, c, *grid.size()[1:-1])
