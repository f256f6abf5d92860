"""Jacobians, Hessians and their products with vectors, of functions of tensors.

Each takes a function and its inputs, a tensor or a tuple of tensors, and works on copies without history unless create_graph asks
for derivatives that can be differentiated again.
"""

import torch
from torch.autograd import enable_grad, grad

__all__ = ['vjp', 'jvp', 'jacobian', 'hessian', 'hvp', 'vhp']


def _as_tuple(value, what, name):
    """(is it a tuple, the tensors); what is 'inputs', 'outputs of the user-provided function' or 'v'."""
    is_tuple = isinstance(value, tuple)
    values = value if is_tuple else (value,)
    for at, each in enumerate(values):
        if not isinstance(each, torch.Tensor):
            where = 'the value at index %d' % at if is_tuple else 'the given ' + what
            raise TypeError('The %s given to %s must be either a Tensor or a tuple of Tensors but %s has type %s.' % (what, name, where, type(each)))
    return is_tuple, values


def _tracked(inputs, create_graph):
    """The inputs as tensors of which gradients can be asked; with create_graph those with a history keep it."""
    return tuple(x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_() for x in inputs)


def _finish(values, create_graph):
    """Without create_graph results have no history."""
    return values if create_graph else tuple(x.detach() for x in values)


def _single(values, is_tuple):
    return values if is_tuple else values[0]


def _check_outputs(outputs, strict):
    if strict:
        for at, each in enumerate(outputs):
            if not each.requires_grad:
                raise RuntimeError('Output %d of the user-provided function does not require gradients. The outputs must be computed in a '
                                   'differentiable manner from the input when running in strict mode.' % at)


def _check_vector(v, like, is_like_tuple):
    """v has to be shaped as what it is multiplied with."""
    if len(v) != len(like):
        if is_like_tuple:
            raise RuntimeError('v is a tuple of invalid length: should be %d but got %d.' % (len(like), len(v)))
        raise RuntimeError('The given v should contain a single Tensor.')
    for at, (mine, other) in enumerate(zip(v, like)):
        if mine.size() != other.size():
            raise RuntimeError('%sv has invalid size: should be %s but got %s.'
                               % ('Entry %d in ' % at if is_like_tuple else '', other.size(), mine.size()))


def _vector(v, like, is_like_tuple, name, of):
    """v as a tuple; None means 1 for an output of one element."""
    if v is None:
        if len(like) != 1 or like[0].nelement() != 1:
            raise RuntimeError('The vector v can only be None if the %s a single Tensor with a single element.' % of)
        return tuple(torch.ones_like(x) for x in like)
    _, v = _as_tuple(v, 'v', name)
    v = tuple(x.detach() if not x.requires_grad else x.view_as(x) for x in v)
    _check_vector(v, like, is_like_tuple)
    return v


def _gradients(outputs, inputs, vectors=None, create_graph=False):
    """autograd.grad of those outputs that have a history; None for inputs that they do not depend on."""
    if vectors is None:
        vectors = (None,) * len(outputs)
    pairs = [(out, v) for out, v in zip(outputs, vectors) if out is not None and out.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    return grad([out for out, _ in pairs], inputs, [v for _, v in pairs], create_graph=create_graph, retain_graph=True, allow_unused=True)


_STAGES = {
    'back': ('Output %d of the user-provided function is independent of input %d. This is not allowed in strict mode.', 2),
    'jacobian': ('The jacobian of the user-provided function is independent of input %d. This is not allowed in strict mode when '
                 'create_graph=True.', 1),
    'hessian': ('While computing the hessian, found that the jacobian of the user-provided function with respect to input %d is independent '
                'of the input. This is not allowed in strict mode. You should ensure that your function is twice differentiable and that the '
                'jacobian depends on the inputs (this would be violated by a linear function for example).', 1),
    'forward': ('The output of the user-provided function is independent of input %d. This is not allowed in strict mode.', 1),
}


def _fill(gradients, like, strict, create_graph, stage, output=0):
    """Zeros for what does not depend; in strict mode that is an error."""
    filled = []
    for at, (g, x) in enumerate(zip(gradients, like)):
        problem = 'jacobian' if create_graph and strict and g is not None and not g.requires_grad else stage if strict and g is None else None
        if problem:
            text, count = _STAGES[problem]
            raise RuntimeError(text % ((output, at)[-count:]))
        filled.append(torch.zeros_like(x) if g is None else g)
    return tuple(filled)


def _scalar_output(outputs, is_tuple, name):
    if is_tuple:
        raise RuntimeError('The function given to %s should return a single Tensor' % name)
    if outputs[0].nelement() != 1:
        raise RuntimeError('The Tensor returned by the function given to %s should contain a single element' % name)


def _call(func, inputs, name, create_graph, strict):
    """(is the input a tuple, tracked inputs, is the output a tuple, outputs) of one call."""
    is_inputs_tuple, inputs = _as_tuple(inputs, 'inputs', name)
    inputs = _tracked(inputs, create_graph)
    is_outputs_tuple, outputs = _as_tuple(func(*inputs), 'outputs of the user-provided function', name)
    _check_outputs(outputs, strict)
    return is_inputs_tuple, inputs, is_outputs_tuple, outputs


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """(outputs, product of the vector v, shaped as the outputs, with the Jacobian)."""
    with enable_grad():
        is_inputs_tuple, inputs, is_outputs_tuple, outputs = _call(func, inputs, 'vjp', create_graph, strict)
        v = _vector(v, outputs, is_outputs_tuple, 'vjp', 'user-provided function returns')
        products = _gradients(outputs, inputs, v, create_graph)
        products = _fill(products, inputs, strict, create_graph, 'forward')
    return _single(_finish(outputs, create_graph), is_outputs_tuple), _single(_finish(products, create_graph), is_inputs_tuple)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """(outputs, product of the Jacobian with the vector v, shaped as the inputs), by going backward twice."""
    with enable_grad():
        is_inputs_tuple, inputs = _as_tuple(inputs, 'inputs', 'jvp')
        inputs = _tracked(inputs, create_graph)
        v = _vector(v, inputs, is_inputs_tuple, 'jvp', 'input to the user-provided function is')
        is_outputs_tuple, outputs = _as_tuple(func(*inputs), 'outputs of the user-provided function', 'jvp')
        _check_outputs(outputs, strict)
        weights = tuple(torch.zeros_like(out, requires_grad=True) for out in outputs)
        backward = _gradients(outputs, inputs, weights, create_graph=True)
        backward = _fill(backward, inputs, strict, False, 'forward')
        products = _gradients(backward, weights, v, create_graph)
        products = _fill(products, outputs, strict, create_graph, 'forward')
    return _single(_finish(outputs, create_graph), is_outputs_tuple), _single(_finish(products, create_graph), is_outputs_tuple)


def _check_strategy(strategy, vectorize):
    if strategy not in ('forward-mode', 'reverse-mode'):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs than '
                             'inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == 'forward-mode' and not vectorize:
        raise NotImplementedError('Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for `vectorize=True`.')


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy='reverse-mode'):
    """The derivative of each output element by each input element: of shape output.shape + input.shape, nested as outputs and inputs are.

    vectorize and strategy are accepted: rows are computed one after the other, backward.
    """
    _check_strategy(strategy, vectorize)
    if vectorize and strict:
        raise RuntimeError('torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please either set '
                           '`strict=False` or `vectorize=False`.')
    with enable_grad():
        is_inputs_tuple, inputs, is_outputs_tuple, outputs = _call(func, inputs, 'jacobian', create_graph, strict)
        found = []
        for at, out in enumerate(outputs):
            rows = [[] for _ in inputs]
            for element in out.reshape(-1):
                gradients = _gradients((element,), inputs, None, create_graph)
                for row, g in zip(rows, _fill(gradients, inputs, strict, create_graph, 'back', at)):
                    row.append(g)
            blocks = tuple((torch.stack(row) if row else x.new_zeros((0,) + tuple(x.size()))).view(out.size() + x.size())
                           for row, x in zip(rows, inputs))
            found.append(_single(_finish(blocks, create_graph), is_inputs_tuple))
    return _single(tuple(found), is_outputs_tuple)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy='reverse-mode'):
    """The second derivatives of a function with a scalar result, nested twice as the inputs are."""
    is_inputs_tuple, _ = _as_tuple(inputs, 'inputs', 'hessian')
    _check_strategy(outer_jacobian_strategy, vectorize)

    def scalar(*inputs):
        result = func(*inputs)
        is_tuple, outputs = _as_tuple(result, 'outputs of the user-provided function', 'hessian')
        _scalar_output(outputs, is_tuple, 'hessian')
        return result.squeeze()

    def first(*inputs):
        derivative = jacobian(scalar, inputs, create_graph=True)
        if strict:
            for at, each in enumerate(derivative):
                if not each.requires_grad:
                    text, _ = _STAGES['hessian']
                    raise RuntimeError(text % at)
        return derivative

    _, values = _as_tuple(inputs, 'inputs', 'hessian')
    second = jacobian(first, values, create_graph=create_graph, strict=strict)
    return second if is_inputs_tuple else second[0][0]


def _twice(func, inputs, v, name, create_graph, strict):
    """What hvp and vhp begin with: one call, its gradient with a history, the vector."""
    is_inputs_tuple, inputs = _as_tuple(inputs, 'inputs', name)
    inputs = _tracked(inputs, create_graph)
    v = _vector(v, inputs, is_inputs_tuple, name, 'input to the user-provided function is')
    is_outputs_tuple, outputs = _as_tuple(func(*inputs), 'outputs of the user-provided function', name)
    _check_outputs(outputs, strict)
    _scalar_output(outputs, is_outputs_tuple, name)
    first = _gradients(outputs, inputs, None, create_graph=True)
    if strict:
        for at, each in enumerate(first):
            if each is not None and not each.requires_grad:
                raise RuntimeError(_STAGES['hessian'][0] % at)
    return is_inputs_tuple, inputs, v, outputs, _fill(first, inputs, strict, False, 'forward')


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """(output, product of the vector v with the Hessian) of a function with a scalar result."""
    with enable_grad():
        is_tuple, inputs, v, outputs, first = _twice(func, inputs, v, 'vhp', create_graph, strict)
        products = _gradients(first, inputs, v, create_graph)
        products = _fill(products, inputs, strict, create_graph, 'hessian')
    return _finish(outputs, create_graph)[0], _single(_finish(products, create_graph), is_tuple)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """(output, product of the Hessian with the vector v) of a function with a scalar result."""
    with enable_grad():
        is_tuple, inputs, v, outputs, first = _twice(func, inputs, v, 'hvp', create_graph, strict)
        weights = tuple(torch.zeros_like(x, requires_grad=True) for x in inputs)
        second = _gradients(first, inputs, weights, create_graph=True)
        second = _fill(second, inputs, strict, False, 'hessian')
        products = _gradients(second, weights, v, create_graph)
        products = _fill(products, inputs, strict, create_graph, 'hessian')
    return _finish(outputs, create_graph)[0], _single(_finish(products, create_graph), is_tuple)


def _batched_grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads):
    """torch.autograd.grad(is_grads_batched=True): each row of grad_outputs by itself, the results stacked."""
    outputs = (outputs,) if isinstance(outputs, torch.Tensor) else tuple(outputs)
    batches = (grad_outputs,) if grad_outputs is None or isinstance(grad_outputs, torch.Tensor) else tuple(grad_outputs)
    given = [batch for batch in batches if batch is not None]
    if not given:
        raise RuntimeError('grad_outputs must be given for a batch of gradients.')
    count = given[0].shape[0]
    for at, (batch, output) in enumerate(zip(batches, outputs)):
        if batch is not None and batch.shape[1:] != output.shape:
            raise RuntimeError('If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. '
                               'The sizes of the remaining dimensions are expected to match the shape of corresponding output, but a '
                               'mismatch was detected: grad_output[%d] has a shape of %s and output[%d] has a shape of %s. If you only '
                               'want some tensors in `grad_output` to be considered batched, consider using vmap.'
                               % (at, batch.shape, at, output.shape))
    rows = []
    for i in range(count):
        keep = retain_graph or create_graph or i + 1 < count
        rows.append(grad(outputs, inputs, tuple(None if batch is None else batch[i] for batch in batches), retain_graph=keep,
                         create_graph=create_graph, allow_unused=allow_unused, materialize_grads=materialize_grads))
    return tuple(None if column[0] is None else torch.stack(column) for column in zip(*rows))
