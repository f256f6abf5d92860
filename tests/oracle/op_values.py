#!/usr/bin/env python3
"""Write op_values.def: what PyTorch 2.13 makes of every sample in tests/unit/op_samples.def.

    python3 tests/oracle/op_values.py           with a Python that has torch 2.13
    python3 tests/oracle/op_values.py --check   says whether the file is what this PyTorch gives

test_ops.c compares every device with these values. A line is GOLDEN(row, arguments, results); results are divided by " ; ", each
is a dtype, a shape, the name of its grad_fn or "-", and the numbers, of which complex ones have two. Rows for which PyTorch has
no function, and those that are random, stand in the file as NO_GOLDEN(row, why).
"""
import re
import sys
from pathlib import Path

import torch

HERE = Path(__file__).resolve().parent
UNIT, OPS, TARGET = HERE.parent / 'unit', HERE.parent.parent / 'runtime' / 'ops', HERE / 'op_values.def'
aten = torch.ops.aten

# Rows that are pieces of our own: why there is nothing to compare them with.
SPARSE = 'of sparse tensors: see tests/torch/sparse'
VISION = 'an operator of torchvision, which is not in PyTorch: see tests/python/torchvision'
OWN = {
    **dict.fromkeys(('_vision_nms', '_vision_regions', '_vision_regions_backward', '_vision_windows', '_vision_windows_backward'), VISION),
    '_sparse_coo_tensor_with_dims_and_tensors': SPARSE, '_sparse_compressed_tensor_unsafe': SPARSE, '_to_sparse': SPARSE, '_to_sparse.layout': SPARSE,
    '_to_sparse_csr': SPARSE,
    '_convolution_input': 'the gradient of a convolution, for which PyTorch has one function with several results',
    '_convolution_weight': 'the gradient of a convolution, for which PyTorch has one function with several results',
    '_resample': 'one row for all modes of interpolate and pad, for each of which PyTorch has functions; tests/torch/nn/interpolate_modes compares them',
    '_resample_backward': 'the gradient of _resample, compared with numeric differences',
    '_attention': 'the fused kernel of scaled_dot_product_attention; tests/torch/nn compares that',
    '_packed_encoder_layer': 'of the rows of a padded batch that are no padding; tests/torch/nn/encoder_padding compares it',
    '_recurrence': 'a layer with what its gradient needs; tests/torch/recurrent compares layers',
    '_recurrence_steps': 'the same made of ops; tests/torch/recurrent compares layers',
    'max_pool2d_backward': 'no CPU function in PyTorch; the gradient of max_pool2d is compared with numeric differences',
    'avg_pool2d_backward': 'takes the shape instead of the input; the gradient of avg_pool2d is compared with numeric differences',
    '_adaptive_avg_pool2d_backward': 'takes the shape instead of the input; the gradient of _adaptive_avg_pool2d is compared with numeric differences',
    'native_batch_norm': 'takes the mean and one over the deviation; batch_norm has golden values',
    '_written_out': 'the input itself, for out=',
    '_linalg_det': 'keeps the factors of the matrix, PyTorch those of the transposed one; linalg_det has golden values',
    '_linalg_slogdet': 'keeps the factors of the matrix, PyTorch those of the transposed one; linalg_slogdet has golden values',
    '_standard_gamma_grad': 'PyTorch has an approximation of five digits',
    '_equal': 'equal() as a tensor',
    '_standard_gamma_grad': 'PyTorch has four digits of it only',
    '_reshape_alias': 'a view; reshape() has golden values',
    '_as_strided_of': 'knows how its input lies; as_strided() has golden values',
    '_squeeze_reduced': 'squeeze() with the name that a product gives it',
    '_add_scalar': 'add() with a scalar, split off for speed',
    '_sub_scalar': 'sub() with a scalar, split off for speed',
    '_mul_scalar': 'mul() with a scalar, split off for speed',
    '_div_scalar': 'div() with a scalar, split off for speed',
}

def bags(weight, indices, starts, mode, factors=None, padding=-1):
    offsets = torch.arange(len(indices)) * indices.shape[1] if starts is None else starts
    factors = factors if factors is None else factors.reshape(-1)
    out, _, sizes, where = aten._embedding_bag(weight, indices.reshape(-1), offsets, False, mode, False, factors, starts is not None, padding)
    return out, where.masked_fill(sizes[:, None] == 0, -1) if mode == 2 else torch.zeros(0, 0, dtype=torch.int64)


def grid_back(g, x, grid, mode, padding, align, *wanted):
    call = aten.grid_sampler_2d_backward if x.dim() == 4 else aten.grid_sampler_3d_backward
    found = call(g.detach(), x.detach(), grid.detach(), mode, padding, align, list(wanted))
    return tuple(grad if want else x.new_zeros(0).detach() for grad, want in zip(found, wanted))


# Rows that PyTorch calls differently, or whose arguments stand in another order.
CALLS = {
    '_grid_sample': lambda x, grid, mode, padding, align: torch.nn.functional.grid_sample(
        x.detach(), grid.detach(), ('bilinear', 'nearest', 'bicubic')[mode], ('zeros', 'border', 'reflection')[padding], align),
    '_grid_sample_backward': grid_back,
    '_fractional_max_pool': lambda x, samples, image, kernel, size: aten.fractional_max_pool2d(x, kernel, size, samples.detach()),
    'where.method': lambda x, condition, other: torch.where(condition, x, other),
    'logsigmoid': aten.log_sigmoid,
    '_resize_': lambda x, size: x.detach().resize_(size),
    '_set_': lambda x, other: x.detach().set_(other.detach()),
    'polygamma.method': lambda x, n: x.polygamma(n),
    '_contract': lambda x, y, left, right, result: torch.einsum(x, left, y, right, result),
    '_embedding_bag_reduce': bags,
    '_einsum': lambda equation, tensors: torch.einsum(equation, *tensors),
    '_tensordot': lambda x, y, left, right: torch.tensordot(x, y, (left, right)),
    '_cdist_forward': lambda x, y, p: torch.cdist(x, y, p, 'donot_use_mm_for_euclid_dist'),
    '_convolution': lambda x, w, b, stride, padding, dilation, groups: torch.nn.functional.conv2d(
        x, w, b, stride, padding, dilation, groups),
    '_unique_dim': lambda x, dim, *flags: aten.unique_dim(x, dim, *flags),
    '_unique_consecutive': lambda x, dim, _, *flags: torch.unique_consecutive(x, *flags, dim=dim),
    'norm': torch.norm,
    '_rot90': lambda x, k, first, second: torch.rot90(x, k, (first, second)),
    '_block_diag': lambda tensors: torch.block_diag(*tensors),
    '_linalg_eig': lambda x, vectors=True: torch.linalg.eig(x),
    'leaky_relu_backward': lambda g, x, slope: aten.leaky_relu_backward(g, x, slope, False),
    '_softmax_backward_data': lambda g, y, dim: aten._softmax_backward_data(g, y, dim, y.dtype),
    '_log_softmax_backward_data': lambda g, y, dim: aten._log_softmax_backward_data(g, y, dim, y.dtype),
}


def schemas():
    """{'max.dim': ([names], number of positional ones)} of all rows."""
    rows = {}
    for path in sorted(OPS.glob('*.def')):
        for text in re.findall(r'^OP\(\w+, "((?:[^"\\]|\\.)*)"', path.read_text(), re.M):
            name, _, rest = text.partition('(')
            depth, part, parts = 0, '', []
            for c in rest:
                if c == ')' and depth == 0:
                    break
                depth += (c in '([') - (c in ')]')
                if c == ',' and depth == 0:
                    parts.append(part.strip())
                    part = ''
                else:
                    part += c
            parts = [p for p in [*parts, part.strip()] if p]
            positional = parts.index('*') if '*' in parts else len(parts)
            rows[name] = ([p.partition('=')[0].split()[-1] for p in parts if p != '*'], positional)
    return rows


class Sample:
    """The arguments of a sample, filled as test_ops.c fills them."""

    def __init__(self, text):
        self.seed, self.random, self.text = 12345, False, text
        self.arguments = []
        self.parse(text)

    def uniform(self):
        self.seed = (self.seed * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.seed >> 11) * 2.0**-53

    def tensor(self, kind, shape, limit):
        count = 1
        for n in shape:
            count *= n
        us = [self.uniform() for _ in range(count)]
        if kind == 'i':
            return torch.tensor([int(u * limit) for u in us], dtype=torch.int64).reshape(shape)
        if kind == 'b':
            return torch.tensor([u > 0.4 for u in us], dtype=torch.bool).reshape(shape)
        fill = {'p': lambda u: 0.3 + u, 'w': lambda u: 0.3 + u, 'q': lambda u: 1.3 + u, 'u': lambda u: 0.05 + 0.9 * u}
        values = [fill.get(kind, lambda u: (-0.1 if u < 0.5 else 0.1) + (2 * u - 1) * 1.2)(u) for u in us]
        if kind == 's':
            n = shape[-1]
            for at in range(0, count, n * n):
                for i in range(n):
                    for j in range(i + 1):
                        a, b = at + i * n + j, at + j * n + i
                        values[b] = values[a] + values[b] + (2 * n if i == j else 0)
                        values[a] = values[b]
        if kind == 'c':
            return torch.tensor([complex(x, y) for x, y in zip(values, reversed(values))],
                                dtype=torch.complex128).reshape(shape)
        if kind == 'v':
            n = shape[-1]
            return torch.tensor([i % n + 1 + (v > 0) * (n - 1 - i % n) for i, v in enumerate(values)],
                                dtype=torch.int32).reshape(shape)
        made = torch.tensor(values, dtype=torch.float64).reshape(shape)
        if kind in 'pqun':  # no leaf, so that in-place functions may change it
            made = made.requires_grad_().clone()
        return made

    def parse(self, text):
        tokens = re.findall(r"~|\{[^}]*\}|\w\[[^\]]*\](?::\d+)?|\([^)]*\)|'[^']*'|\S+", text)
        for token in tokens:
            if token == '~':
                self.random = True
            elif token[0] == '{':
                self.arguments.append([self.word(t) for t in token[1:-1].split()])
            else:
                self.arguments.append(self.word(token))

    def word(self, token):
        made = re.fullmatch(r'(\w)\[([^\]]*)\](?::(\d+))?', token)
        if made:
            shape = [int(n) for n in made[2].split(',') if n]
            return self.tensor(made[1], shape, int(made[3] or 2))
        if token[0] == '(':
            return [int(n) for n in token[1:-1].split(',') if n]
        if token[0] == "'":
            return token[1:-1]
        if token[0] == ':':
            return getattr(torch, token[1:])
        if token in ('None', 'T', 'F'):
            return {'None': None, 'T': True, 'F': False}[token]
        return float(token) if '.' in token else int(token)


def call(name, names, positional, arguments):
    """The result of PyTorch's function of that row."""
    keywords = dict(zip(names[positional:], arguments[positional:]))
    arguments = arguments[:positional]
    if name in CALLS:
        return CALLS[name](*arguments, **keywords)
    base, _, overload = name.partition('.')
    if base.startswith('nn_'):  # the plain case of a function of torch.nn.functional
        return getattr(torch.nn.functional, base[3:])(*arguments, **keywords)
    reasons = []
    packet = getattr(aten, base, None)
    ways = []
    if packet is not None:
        if overload and overload in packet.overloads():
            ways.append(getattr(packet, overload))
        ways.append(packet)
    for module in (torch, torch.nn.functional, torch.Tensor):
        if hasattr(module, base):
            ways.append(getattr(module, base))
    for way in ways:
        try:
            return way(*arguments, **keywords)
        except (RuntimeError, TypeError) as error:
            reasons.append(str(error).split('\n')[0])
    raise LookupError(f'{name}: {reasons}')


def number(value):
    if isinstance(value, bool):
        return str(int(value))
    return repr(value).replace('.0', '') if isinstance(value, float) and value == int(value) and abs(value) < 1e15 \
        else repr(value)


def numbers(tensor):
    flat = tensor.detach().resolve_conj().resolve_neg().flatten()
    if flat.is_complex():
        flat = torch.view_as_real(flat).flatten()
    for value in flat.tolist():
        if isinstance(value, float) and (value != value or value in (float('inf'), float('-inf'))):
            yield str(value)
        else:
            yield number(value)


def describe(result):
    if result is None:
        return 'None [] -'
    name = result.grad_fn.name().rpartition('::')[2] if result.grad_fn is not None else '-'
    shape = '[' + ','.join(map(str, result.shape)) + ']'
    return ' '.join([str(result.dtype).removeprefix('torch.'), shape, name, *numbers(result)])


def lines():
    rows = schemas()
    text = (UNIT / 'op_samples.def').read_text().replace('#include "linalg_samples.def"', (UNIT / 'linalg_samples.def').read_text())
    for name, arguments in re.findall(r'^SAMPLE\("([^"]*)", "([^"]*)"\)', text, re.M):
        if name in OWN:
            yield f'NO_GOLDEN("{name}", "{OWN[name]}")'
            continue
        if re.search(r'[xyz]\[', arguments):
            yield f'NO_GOLDEN("{name}", "{SPARSE}")'
            continue
        sample = Sample(arguments)
        if sample.random:
            yield f'NO_GOLDEN("{name}", "random or not filled")'
            continue
        results = call(name, *rows[name], sample.arguments)
        results = results if isinstance(results, (tuple, list)) else [results]
        shown = ' ; '.join(describe(r) for r in results)
        yield f'GOLDEN("{name}", "{arguments}", "{shown}")'


def alike(one, other):
    """The same words; numbers may differ in the last digits, because MKL's do from one run to the next."""
    words = one.split(), other.split()

    def near(a, b):
        try:
            a, b = float(a), float(b)
        except ValueError:
            return False
        return abs(a - b) <= 1e-12 * max(1, abs(a))
    return len(words[0]) == len(words[1]) and all(a == b or near(a.rstrip('\")'), b.rstrip('\")')) for a, b in zip(*words))


def main():
    if not torch.__version__.startswith('2.13.'):
        sys.exit(f'op_values: the oracle is torch 2.13, this is {torch.__version__}')
    torch.set_num_threads(1)
    head = [f'/* PyTorch {torch.__version__}, written by tests/oracle/op_values.py, where the form is explained. */']
    try:
        text = '\n'.join(dict.fromkeys([*head, *lines()])) + '\n'
    except LookupError as error:
        sys.exit(f'op_values: {error}')
    if '--check' in sys.argv[1:]:
        sys.exit(0 if alike(TARGET.read_text(), text) else 'op_values.def is not what this PyTorch gives')
    TARGET.write_text(text)


if __name__ == '__main__':
    main()
