"""Functions with a backward of their own."""

import torch
from torch import _C

_FRESH, _VIEW, _CHANGED = 1, 2, 3  # enum rt_output_role; 0: no gradient


def _named(method, qualname, doc):
    method.__name__, method.__qualname__, method.__doc__ = qualname.rpartition('.')[2], qualname, doc
    return method


def _kept_as(attribute, name, doc):
    """A method of contexts that keeps its arguments as an attribute."""
    return _named(lambda self, *args: setattr(self, attribute, args), 'FunctionCtx.' + name, doc)


class FunctionCtx:
    """What forward leaves for backward."""

    mark_dirty = _kept_as('dirty_tensors', 'mark_dirty', 'Says which inputs were changed in place.')
    mark_non_differentiable = _kept_as('non_differentiable', 'mark_non_differentiable', 'Says which outputs have no gradient.')

    def set_materialize_grads(self, value):
        """False: backward gets None instead of zeros."""
        self.materialize_grads = value

    def save_for_backward(self, *tensors):
        """Keeps tensors (or None) for backward, which finds them in saved_tensors, unchanged or not at all."""
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """Keeps tensors for jvp."""
        self.saved_for_forward = tensors


class BackwardCFunction(_C._FunctionBase, FunctionCtx):
    """A context: what the step of the tape of a Function is."""

    materialize_grads = True
    to_save = dirty_tensors = non_differentiable = ()
    needs_input_grad = ()
    _for_jvp = None  # what jvp finds in saved_tensors, while it runs

    def apply(self, *grads):
        """Runs the function's backward."""
        cls = self._forward_cls
        own_backward, own_vjp = cls.backward is not Function.backward, cls.vjp is not Function.vjp
        if own_backward and own_vjp:
            raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of them.")
        return (cls.vjp if own_vjp else cls.backward)(self, *grads)

    def apply_jvp(self, *tangents):
        """Runs the function's jvp."""
        return self._forward_cls.jvp(self, *tangents)

    def _run(self, grads):
        """Called by the tape: gradients of all outputs to gradients of those inputs that are tensors."""
        if self.materialize_grads:
            grads = [torch.zeros(about[0], dtype=about[1], device=about[2]) if grad is None and about else grad
                     for grad, about in zip(grads, self._outputs)]
        found = self.apply(*grads)
        if not isinstance(found, tuple):
            found = (found,)
        name, tensors = type(self).__name__, self._inputs
        count = len(tensors)
        if len(found) > count and all([grad is None for grad in found[count:]]):
            found = found[:count]
        if len(found) != count:
            raise RuntimeError('function %s returned an incorrect number of gradients (expected %d, got %d)' % (name, count, len(found)))
        for i, grad in enumerate(found):
            if not tensors[i] and grad is not None:
                raise RuntimeError('function %s returned a gradient different than None at position %d, but the corresponding forward '
                                   'input was not a Variable' % (name, i + 1))
            if grad is not None and not isinstance(grad, torch.Tensor):
                raise RuntimeError('expected Variable or None (got %s)' % type(grad).__name__)
        return tuple([grad for grad, is_tensor in zip(found, tensors) if is_tensor])


class FunctionMeta(type):
    """Gives each Function the class of its contexts."""

    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        cls._backward_cls = type(name + 'Backward', (BackwardCFunction,), {'_forward_cls': cls, '__module__': 'torch.autograd.function'})


def _are_tensors(values, what):
    for i, value in enumerate(values):
        if value is not None and not isinstance(value, torch.Tensor):
            raise TypeError('%s can only save variables, but argument %d is of type %s' % (what, i, type(value).__name__))


def _among(tensor, tensors):
    return any([tensor is other for other in tensors])


def _record(ctx, name, args, outputs):
    """Puts the outputs of a forward on the tape; returns them as its caller sees them."""
    inputs = [arg for arg in args if isinstance(arg, torch.Tensor)]
    dirty = ctx.dirty_tensors
    for value in dirty:
        if not isinstance(value, torch.Tensor):
            raise RuntimeError('mark_dirty can only accept variables, but argument ')
        if not _among(value, outputs):
            raise RuntimeError('Some elements marked as dirty during the forward method were not returned as output. The inputs that are '
                               'modified inplace must all be outputs of the Function.')
    _are_tensors(ctx.to_save, 'save_for_backward')
    shown, roles, abouts = [], [], []
    for out in outputs:
        role = about = 0
        if isinstance(out, torch.Tensor):
            about = (out.shape, out.dtype, out.device)
            is_input = _among(out, inputs)
            if _among(out, ctx.non_differentiable) or not (out.is_floating_point() or out.is_complex()):
                out = out.detach() if is_input and out.requires_grad else out
            elif _among(out, dirty):
                role = _CHANGED
            elif is_input:
                with torch.no_grad():
                    out = out.view_as(out)
                role = _VIEW
            else:
                role = _VIEW if out._is_view() and not out.requires_grad or _among(out._base, inputs) else _FRESH
        shown.append(out)
        roles.append(role)
        abouts.append(about)
    ctx._inputs = [isinstance(arg, torch.Tensor) for arg in args]
    ctx._outputs = abouts
    _C._foreign_node(ctx, name, inputs, [out if about else None for out, about in zip(shown, abouts)], roles, ctx.to_save)
    return tuple(shown)


def _to_define(name, parameters, complaint, doc):
    """A static method that a Function must define itself before it is called; parameters is a function that takes what it takes."""
    qualname = '_SingleLevelFunction.' + name

    def method(*args, **kwargs):
        parameters(*args, **kwargs)
        raise NotImplementedError(complaint)
    method.__wrapped__ = _named(parameters, qualname, doc)
    return staticmethod(_named(method, qualname, doc))


class _SingleLevelFunction(_C._FunctionBase, FunctionCtx, metaclass=FunctionMeta):
    forward = _to_define('forward', lambda *args, **kwargs: None, 'You must implement the forward function for custom autograd.Function.',
                         'Computes the outputs: forward(ctx, *args), or forward(*args) beside setup_context.')
    setup_context = _to_define('setup_context', lambda ctx, inputs, output: None, 'setup_context is not implemented.',
                               'Fills the context where forward does not get it.')
    backward = vjp = _to_define('backward', lambda ctx, *grad_outputs: None, 'You must implement either the backward or vjp method for your '
                                'custom autograd.Function to use it with backward mode AD.',
                                "Computes the gradients of forward's arguments, None for those that have none.")
    jvp = _to_define('jvp', lambda ctx, *grad_inputs: None, 'You must implement the jvp function for custom autograd.Function to use it with '
                     'forward mode AD.', 'Computes the tangents of the outputs.')


def _bound(forward, args, kwargs):
    """(positional, by keyword only): arguments in the order of forward's parameters, defaults included, as setup_context sees them."""
    forward = getattr(forward, '__wrapped__', forward)
    code = getattr(forward, '__code__', None)
    if code is None:
        return args, kwargs
    names, defaults, rest = code.co_varnames[:code.co_argcount], forward.__defaults__ or (), dict(kwargs)
    if len(args) > len(names) and not code.co_flags & 4:  # no *args
        raise TypeError('too many positional arguments')
    bound, first_default = list(args), len(names) - len(defaults)
    for i, name in enumerate(names):
        if i < len(args):
            if name in rest:
                raise TypeError('multiple values for argument %r' % name)
        elif name in rest:
            bound.append(rest.pop(name))
        elif i >= first_default:
            bound.append(defaults[i - first_default])
        else:
            raise TypeError('missing a required argument: %r' % name)
    keyword_only, values = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount], {}
    for name in keyword_only:
        if name in rest:
            values[name] = rest.pop(name)
        elif name in (forward.__kwdefaults__ or {}):
            values[name] = forward.__kwdefaults__[name]
        else:
            raise TypeError('missing a required argument: %r' % name)
    if rest and not code.co_flags & 8:  # no **kwargs
        raise TypeError('got an unexpected keyword argument %r' % next(iter(rest)))
    values.update(rest)
    return tuple(bound), values


class Function(_SingleLevelFunction):
    """Derive from it, define the static methods forward(ctx, ...) and backward(ctx, *grads), call apply(...)."""

    def __init__(self, *args, **kwargs):
        import warnings
        warnings.warn(str(type(self)) + ' should not be instantiated. Methods on autograd functions are all static, so you should invoke '
                      'them on the class itself. Instantiating an autograd function will raise an error in a future version of PyTorch.',
                      DeprecationWarning, stacklevel=2)

    def __call__(self, *args, **kwargs):
        raise RuntimeError('Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function '
                           'with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)')

    @classmethod
    def apply(cls, *args, **kwargs):
        """Runs forward and puts it on the tape; in forward mode runs jvp as well."""
        if cls.setup_context is not _SingleLevelFunction.setup_context:
            args, kwargs = _bound(cls.forward, args, kwargs)
        given = args + tuple(kwargs.values()) if kwargs else args
        if _C._in_dual_level():
            return _with_tangents(cls, args, kwargs, given)
        return _called(cls, args, kwargs, given, cls._backward_cls())


def _called(cls, args, kwargs, given, ctx):
    """What forward gives, on the tape."""
    ctx.needs_input_grad = needs = tuple([isinstance(arg, torch.Tensor) and arg.requires_grad for arg in given])
    separate = cls.setup_context is not _SingleLevelFunction.setup_context
    recording = True in needs and torch.is_grad_enabled()
    with torch.no_grad():
        if separate:
            result = cls.forward(*args, **kwargs)
            cls.setup_context(ctx, args, result)
        else:
            result = cls.forward(ctx, *args, **kwargs)
    if not recording:
        return result
    if isinstance(result, tuple):
        return _record(ctx, cls.__name__ + 'Backward', given, result)
    return _record(ctx, cls.__name__ + 'Backward', given, (result,))[0]


def _with_tangents(cls, args, kwargs, given):
    """Runs forward and jvp, outside of forward mode, and gives the outputs their tangents."""
    dual = _C._has_tangents(given)
    tangents = [_C._unpack_dual(arg)[1] if dual and isinstance(arg, torch.Tensor) else None for arg in given]
    mode = _C._set_fwd_grad_enabled(False)
    try:
        ctx = cls._backward_cls()
        result = _called(cls, args, kwargs, given, ctx)
        if not dual:
            return result
        if ctx.materialize_grads:
            tangents = [torch.zeros_like(arg) if tangent is None and isinstance(arg, torch.Tensor) else tangent
                        for arg, tangent in zip(given, tangents)]
        if 'saved_for_forward' in ctx.__dict__:
            ctx._for_jvp = ctx.__dict__.pop('saved_for_forward')
        elif ctx.to_save:
            ctx._for_jvp = tuple(ctx.to_save)
        found = ctx.apply_jvp(*tangents)
        ctx.__dict__.pop('_for_jvp', None)
        outputs = result if isinstance(result, tuple) else (result,)
        _set_tangents(ctx, given, tangents, outputs, found if isinstance(found, tuple) else (found,))
    finally:
        _C._set_fwd_grad_enabled(mode)
    return result


def _set_tangents(ctx, given, tangents, outputs, found):
    if len(found) != len(outputs):
        raise RuntimeError("Function's jvp returned an invalid number of forward gradients (expected %d but got %d)" % (len(outputs), len(found)))
    for at, (output, tangent) in enumerate(zip(outputs, found)):
        if tangent is not None and not isinstance(tangent, torch.Tensor):
            raise RuntimeError('expected Variable or None (got %s) for grad output %d.' % (type(tangent).__name__, at))
        if not isinstance(output, torch.Tensor):
            continue
        if not (output.is_floating_point() or output.is_complex()) or _among(output, ctx.non_differentiable):
            if tangent is not None:
                raise RuntimeError("Function's jvp returned a gradient at position %d, but  the corresponding forward output is not a "
                                   'differentiable Tensor.You should return None at that position instead.' % at)
            continue
        if tangent is None:
            raise RuntimeError('Expected both tensor and its forward grad to be floating point or complex')
        if _among(output, ctx.dirty_tensors):
            mine = [own for arg, own in zip(given, tangents) if arg is output]
            if mine and mine[0] is not tangent:
                raise RuntimeError('An inplace custom Function is not modifying the forward mode gradients inplace. If the forward is modifying '
                                   'an input inplace, then the jvp function must modify the corresponding gradient inplace.')
            continue
        inputs = [arg for arg in given if isinstance(arg, torch.Tensor)]
        if (_among(output, inputs) or _among(output._base, inputs + [arg._base for arg in inputs if arg._base is not None])) and not tangent._is_view():
            raise RuntimeError("A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning a view.")
        if output.shape != tangent.shape:
            raise RuntimeError('Trying to set a forward gradient that has a different size than that of the original Tensor, this is not supported. '
                               'Tensor is of size %s while the given forward gradient is of size %s.' % (list(output.shape), list(tangent.shape)))
        _C._set_tangent(output, tangent, False)


_node_classes = {}


def record_step(name, backward, inputs, outputs, saved=None):
    """Puts outputs on the tape behind inputs, for the library's own functions: backward(grads) gives a tuple of gradients;
    backward(grads, saved) where tensors are given to be saved."""
    cls = _node_classes.get(name)
    if cls is None:
        cls = _node_classes[name] = type(name, (BackwardCFunction,), {'_run': _run_node, '__module__': None})
    node = cls()
    node._backward = backward
    if saved is not None:
        node.to_save = saved
    _C._foreign_node(node, name, inputs, outputs, [_FRESH] * len(outputs), () if saved is None else saved)


def _run_node(node, grads):
    return node._backward(grads, node.saved_tensors) if node.to_save else node._backward(grads)


class _OnceDifferentiable(Function):
    """Passes the outputs of a backward on, and refuses to be differentiated."""

    @staticmethod
    def forward(ctx, *tensors):
        return tuple([tensor.detach() if isinstance(tensor, torch.Tensor) else tensor for tensor in tensors])

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError('trying to differentiate twice a function that was marked with @once_differentiable')


def once_differentiable(fn):
    """For backward methods that cannot be differentiated again."""
    def wrapper(ctx, *args):
        recording = torch.is_grad_enabled() and any([isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args])
        with torch.no_grad():
            outputs = fn(ctx, *args)
        if not recording:
            return outputs
        tracked = torch.zeros((), requires_grad=True)  # what makes the outputs part of the graph
        if isinstance(outputs, tuple):
            return _OnceDifferentiable.apply(tracked, *outputs)[1:]
        return _OnceDifferentiable.apply(tracked, outputs)[1]
    wrapper.__name__ = getattr(fn, '__name__', 'wrapper')
    wrapper.__doc__ = getattr(fn, '__doc__', None)
    return wrapper


def traceable(fn_cls):
    """Marks a Function for tracing; nothing else changes."""
    fn_cls.is_traceable = True
    return fn_cls


class InplaceFunction(Function):
    """The older way to say that forward may change its input."""


__all__ = ['BackwardCFunction', 'Function', 'FunctionCtx', 'FunctionMeta', 'InplaceFunction', 'once_differentiable']
