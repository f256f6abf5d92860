"""Gradients compared with numeric differences.

Complex numbers count as pairs of real ones.
"""

import warnings

import torch
from torch.autograd import enable_grad, forward_ad, grad

__all__ = ['gradcheck', 'gradgradcheck', 'GradcheckError']


class GradcheckError(RuntimeError):
    """Raised by gradcheck and gradgradcheck where gradients are wrong."""


def _tuple_of(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def _wanted(values):
    return [x for x in values if isinstance(x, torch.Tensor) and x.requires_grad]


def _check_inputs(inputs):
    any_gradient = False
    for at, x in enumerate(inputs):
        if not isinstance(x, torch.Tensor) or not x.requires_grad:
            continue
        any_gradient = True
        if x.dtype not in (torch.float64, torch.complex128):
            warnings.warn('Input #%d requires gradient and is not a double precision floating point or complex. This check will likely fail if '
                          'all the inputs are not of double precision floating point or complex. ' % at, stacklevel=3)
        if x.numel() > 1 and any(step == 0 and size > 1 for step, size in zip(x.stride(), x.size())):
            raise RuntimeError('The %dth input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be able '
                               'to compute the numerical gradients correctly. You should call .contiguous on the input before passing it to '
                               'gradcheck.' % at)
    if not any_gradient:
        raise ValueError('gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.')


def _real(x):
    """Complex elements as pairs of real ones."""
    return torch.view_as_real(x) if x.is_complex() else x


def _numeric(func, inputs, x, eps):
    """Central differences of all outputs by the elements of x: for each output a matrix x.numel() by output.numel()."""
    columns = None
    data = _real(x.data)
    for index in _positions(data.size()):
        kept = data[index].item()
        data[index] = kept - eps
        low = [_real(out.detach()).clone() for out in _tuple_of(func(*inputs))]
        data[index] = kept + eps
        high = [_real(out.detach()).clone() for out in _tuple_of(func(*inputs))]
        data[index] = kept
        rows = [((b - a) / (2 * eps)).reshape(-1) for a, b in zip(low, high)]
        columns = columns or [[] for _ in rows]
        for column, row in zip(columns, rows):
            column.append(row)
    return [torch.stack(column) for column in columns or []]


def _positions(sizes):
    """All indices of a shape, the last dimension fastest."""
    if not sizes:
        yield ()
        return
    for first in range(sizes[0]):
        for rest in _positions(sizes[1:]):
            yield (first,) + rest


def _analytic(output, wanted):
    """Gradients of each element of an output: for each input a matrix input.numel() by output.numel()."""
    rows = [[] for _ in wanted]
    output = _real(output)
    weights = torch.zeros(output.size(), dtype=output.dtype, device=output.device)
    flat = weights.view(-1)
    for k in range(output.numel()):
        flat[k] = 1
        found = [g if g is None else g.detach().clone() for g in grad(output, wanted, weights, retain_graph=True, allow_unused=True)]
        flat[k] = 0
        for row, g, x in zip(rows, found, wanted):
            row.append(torch.zeros_like(_real(x)).reshape(-1) if g is None else _real(g).reshape(-1))
    return [torch.stack(row, 1) if row else torch.zeros(_real(x).numel(), 0, dtype=_real(x).dtype, device=x.device) for row, x in zip(rows, wanted)]


def _forward(func, inputs, x):
    """The same by forward mode, for each output: one call for each element of x; zeros where an output has no tangent."""
    columns = None
    for index in _positions(_real(x.data).size()):
        direction = torch.zeros_like(x.data)
        _real(direction)[index] = 1
        with forward_ad.dual_level():
            outputs = _tuple_of(func(*[forward_ad.make_dual(each, direction) if each is x else each for each in inputs]))
            pairs = [forward_ad.unpack_dual(out) for out in outputs]
            rows = [_real(torch.zeros_like(out.primal) if out.tangent is None else out.tangent).detach().reshape(-1) for out in pairs]
        columns = columns or [[] for _ in rows]
        for column, row in zip(columns, rows):
            column.append(row)
    return [torch.stack(column) for column in columns or []]


def _mismatch(output, at, which, analytical, numerical, by=''):
    return ('Jacobian %smismatch for output %d with respect to input %d,\nnumerical:%s\nanalytical:%s\n' % (by, output, at, numerical, analytical))


def _compare(func, inputs, eps, atol, rtol, nondet_tol):
    outputs = [out for out in _tuple_of(func(*inputs)) if out.requires_grad]
    wanted = _wanted(inputs)
    if not outputs:
        for x in wanted:
            for numeric in _numeric(func, inputs, x, eps):
                if not torch.all(numeric == 0):
                    raise GradcheckError('Numerical gradient for function expected to be zero')
        return
    kept = [at for at, out in enumerate(_tuple_of(func(*inputs))) if out.requires_grad]
    numeric = [_numeric(func, inputs, x, eps) for x in wanted]
    for at, (position, output) in enumerate(zip(kept, outputs)):
        analytic = _analytic(output, wanted)
        again = _analytic(output, wanted)
        for which, (mine, other) in enumerate(zip(analytic, again)):
            theirs = numeric[which][position].to(mine.dtype)
            if not torch.allclose(mine, theirs, rtol, atol):
                raise GradcheckError(_mismatch(at, which, wanted, mine, theirs))
            if mine.numel() and (mine - other).abs().max() > nondet_tol:
                raise GradcheckError('Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives '
                                     'different values, although analytical gradient matches numerical gradient.The tolerance for '
                                     'nondeterminism was %s.' % nondet_tol)


def _compare_forward(func, inputs, eps, atol, rtol):
    for which, x in enumerate(_wanted(inputs)):
        for at, (mine, theirs) in enumerate(zip(_forward(func, inputs, x), _numeric(func, inputs, x, eps))):
            theirs = theirs.to(mine.dtype)
            if not torch.allclose(mine, theirs, rtol, atol):
                raise GradcheckError(_mismatch(at, which, None, mine, theirs, 'computed with forward mode '))


def _compare_batched(func, inputs, rtol, atol, forward):
    """Products with several vectors at once, and one after the other."""
    wanted = _wanted(inputs)
    for out in [out for out in _tuple_of(func(*inputs)) if out.requires_grad]:
        vectors = torch.stack([torch.rand_like(out) for _ in range(2)])
        products = lambda v: grad(out, wanted, v, retain_graph=True, allow_unused=True)
        together = grad(out, wanted, vectors, retain_graph=True, allow_unused=True, is_grads_batched=True)
        for both, *single in zip(together, *map(products, vectors)):
            if both is not None and not torch.allclose(both, torch.stack(single), rtol, atol):
                raise GradcheckError('The batched gradient differs from those of its rows.')
    for x in wanted if forward else ():
        def product(direction):
            with forward_ad.dual_level():
                found = _tuple_of(func(*[forward_ad.make_dual(each, direction) if each is x else each for each in inputs]))
                return tuple(forward_ad.unpack_dual(out)[1] for out in found if forward_ad.unpack_dual(out)[1] is not None)
        directions = torch.stack([torch.rand_like(x) for _ in range(2)]).detach()
        for both, *single in zip(torch.func.vmap(product)(directions), *map(product, directions)):
            if not torch.allclose(both, torch.stack(single), rtol, atol):
                raise GradcheckError('The batched tangent differs from those of its rows.')


def _compare_types(func, inputs):
    for out in [out for out in _tuple_of(func(*inputs)) if out.requires_grad]:
        for x, found in zip(_wanted(inputs), grad(out, _wanted(inputs), torch.zeros_like(out), allow_unused=True)):
            if found is not None and found.dtype != x.dtype:
                raise GradcheckError('Gradient has dtype mismatch')


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
              check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False,
              check_backward_ad=True, fast_mode=False, masked=None):
    """True if the gradients of func by its inputs agree with central differences; else GradcheckError, or False without raise_exception.

    Inputs should be of float64. Gradients that are None are not tried (check_undefined_grad); fast_mode checks as thoroughly as without,
    and masked matters for sparse tensors only, which are not there.
    """
    inputs = _tuple_of(inputs)
    assert check_forward_ad or check_backward_ad, 'Expected at least one of check_forward_ad or check_backward_ad to be True'
    assert not (check_batched_grad and not check_backward_ad), 'Setting check_batched_grad=True requires check_backward_ad to be True'
    assert not (check_batched_forward_grad and not check_forward_ad), 'Setting check_batched_forward_grad=True requires check_forward_ad to be True'
    try:
        _check_inputs(inputs)
        with enable_grad():
            if check_backward_ad or not any(out.requires_grad for out in _tuple_of(func(*inputs))):
                _compare(func, inputs, eps, atol, rtol, nondet_tol)
            if check_forward_ad:
                _compare_forward(func, inputs, eps, atol, rtol)
            if check_batched_grad or check_batched_forward_grad:
                _compare_batched(func, inputs, rtol, atol, check_batched_forward_grad)
            if check_grad_dtypes:
                _compare_types(func, inputs)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False, raise_exception=True,
                  nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False, check_fwd_over_rev=False,
                  check_rev_over_rev=True, fast_mode=False, masked=False):
    """gradcheck of the gradient itself: compares second derivatives. grad_outputs are random unless given."""
    inputs = _tuple_of(inputs)
    count = len(inputs)
    assert check_fwd_over_rev or check_rev_over_rev, 'Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True'
    assert check_rev_over_rev or not check_undefined_grad, 'Setting check_undefined_grad=True requires check_rev_over_rev to be True'
    assert check_rev_over_rev or not check_batched_grad, 'Setting check_batched_grad=True requires check_rev_over_rev to be True'
    if grad_outputs is None:
        outputs = [out for out in _tuple_of(func(*inputs)) if out.requires_grad]
        grad_outputs = tuple(torch.rand(out.size(), dtype=out.dtype if out.is_floating_point() or out.is_complex() else torch.double, device=out.device).mul(2).sub(1)
                             .requires_grad_() for out in outputs)
        if gen_non_contig_grad_outputs:
            grad_outputs = tuple(torch.stack([g.detach(), g.detach()], -1)[..., 0].requires_grad_() for g in grad_outputs)
    else:
        grad_outputs = _tuple_of(grad_outputs)

    def first_derivative(*values):
        mine, weights = values[:count], values[count:]
        outputs = [out for out in _tuple_of(func(*mine)) if out.requires_grad]
        found = grad(outputs, _wanted(mine), weights, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(first_derivative, inputs + grad_outputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception, nondet_tol=nondet_tol,
                     check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes, check_batched_grad=check_batched_grad,
                     check_forward_ad=check_fwd_over_rev, check_backward_ad=check_rev_over_rev, fast_mode=fast_mode, masked=masked)
