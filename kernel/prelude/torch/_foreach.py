"""torch._foreach_NAME: an operation on every tensor of a list, and in place with an underscore behind the name. Each is a row: the name
of the operation and how its other arguments are broadcast over the tensors."""

import torch

_UNARY = '''abs acos asin atan ceil cos cosh erf erfc exp expm1 floor frac lgamma log log10 log1p log2 neg reciprocal round rsqrt sigmoid
sign sin sinh sqrt tan tanh trunc'''.split()
_BINARY = 'add sub mul div maximum minimum clamp_max clamp_min pow'.split()
_SCALED = {'add', 'sub'}  # whose second operand has a factor alpha
_ELEMENTWISE_LIMITS = {'maximum': 'clamp_min', 'minimum': 'clamp_max'}  # what these are with a number


def _is_list(value):
    return isinstance(value, (list, tuple))


def _tensors(name, values):
    """A list of at least one tensor."""
    if not _is_list(values) or not all([isinstance(each, torch.Tensor) for each in values]):
        raise TypeError('_foreach_%s(): argument \'self\' (position 1) must be tuple of Tensors, not %s' % (name, type(values).__name__))
    if not values:
        raise RuntimeError('Tensor list must have at least one tensor.')
    return list(values)


def _broadcast(values, count):
    """An operand for each of `count` tensors: of a list its members, of anything else the same for all."""
    if not _is_list(values):
        if isinstance(values, torch.Tensor) and values.dim():
            raise RuntimeError('scalar tensor expected to be 0 dim but it has %d dimensions and %d elements.'
                               % (values.dim(), values.numel()))
        return [values] * count
    if len(values) == count:
        return list(values)
    if values and not isinstance(values[0], torch.Tensor):
        raise RuntimeError('Tensor list must have same number of elements as scalar list.')
    raise RuntimeError('Tensor lists must have the same number of tensors, got %d and %d' % (count, len(values)))


def _called(tensor, name, inplace, args, keywords):
    if name in _ELEMENTWISE_LIMITS and not isinstance(args[0], torch.Tensor):
        name = _ELEMENTWISE_LIMITS[name]
    elif name in ('maximum', 'minimum') and inplace:
        return getattr(torch, name)(tensor, *args, out=tensor)
    return getattr(tensor, name + '_' * inplace)(*args, **keywords)


def _applied(name, inplace, tensors, operands, keywords=()):
    """The operation with its i-th operands on the i-th tensor; a tuple, in place the list itself. keywords: those that vary."""
    keywords = dict(keywords)
    results = []
    for i, tensor in enumerate(tensors):
        own = {key: each[i] for key, each in keywords.items()}
        results.append(_called(tensor, name, inplace, [each[i] for each in operands], own))
    return results if inplace else tuple(results)


def _unary(name, inplace):
    def foreach(self):
        return _applied(name, inplace, _tensors(name, self), ())
    return foreach


def _binary(name, inplace):
    def foreach(self, other, *, alpha=1):
        if name == 'pow' and not inplace and not _is_list(self):  # a number to the power of each tensor
            return tuple([torch.pow(self, each) for each in _tensors(name, other)])
        tensors = _tensors(name, self)
        if alpha != 1 and name not in _SCALED:
            raise TypeError("_foreach_%s() got an unexpected keyword argument 'alpha'" % name)
        keywords = {'alpha': [alpha] * len(tensors)} if alpha != 1 else {}
        return _applied(name, inplace, tensors, [_broadcast(other, len(tensors))], keywords)
    return foreach


def _product(name, inplace):
    def foreach(self, tensor1, tensor2, value=1):
        tensors = _tensors(name, self)
        scales = _broadcast(value.tolist() if isinstance(value, torch.Tensor) and value.dim() == 1 else value, len(tensors))
        return _applied(name, inplace, tensors, [_broadcast(list(each), len(tensors)) for each in (tensor1, tensor2)], {'value': scales})
    return foreach


def _lerp(name, inplace):
    def foreach(self, tensors1, weights):
        tensors = _tensors(name, self)
        return _applied(name, inplace, tensors, [_broadcast(list(tensors1), len(tensors)), _broadcast(weights, len(tensors))])
    return foreach


def _norm(self, ord=2, dtype=None):
    return tuple([torch.linalg.vector_norm(each, ord, dtype=dtype) for each in _tensors('norm', self)])


def _max(self):
    return tuple([each.max() for each in _tensors('max', self)])


def _clone(self, *, memory_format=None):
    return tuple([each.clone(memory_format=memory_format or torch.preserve_format) for each in _tensors('clone', self)])


def _copy_(self, src, non_blocking=False):
    tensors = _tensors('copy_', self)
    return [each.copy_(source, non_blocking) for each, source in zip(tensors, _broadcast(list(src), len(tensors)))]


def _zero_(self):
    return [each.zero_() for each in _tensors('zero_', self)]


_KINDS = [(_UNARY, _unary), (_BINARY, _binary), (['addcdiv', 'addcmul'], _product), (['lerp'], _lerp)]
_SINGLE = {'norm': _norm, 'max': _max, 'clone': _clone, 'copy_': _copy_, 'zero_': _zero_}


def _made(name):
    """The function of this name, without _foreach_."""
    if name in _SINGLE:
        return _SINGLE[name]
    inplace = name.endswith('_')
    plain = name[:-1] if inplace else name
    for names, kind in _KINDS:
        if plain in names:
            return kind(plain, inplace)
    return None


def __getattr__(name):
    made = _made(name[len('_foreach_'):]) if name.startswith('_foreach_') else None
    if made is None:
        raise AttributeError("module 'torch' has no attribute '%s'" % name)
    made.__name__ = made.__qualname__ = name
    made.__doc__ = 'The operation on each tensor of a list%s.' % (', in place' if name.endswith('_') else '')
    globals()[name] = made
    return made
