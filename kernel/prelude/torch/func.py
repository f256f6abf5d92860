"""Functions that make functions: gradients, Jacobians, and maps over a dimension.

A transformation records what the function does on aliases of its arguments. Only what runs inside of another transformation,
or on arguments that require gradients, gives results with a history. vmap calls the function for each slice and stacks the
results.
"""

import functools

import torch
from torch import Tensor
from torch._pytree import flatten, mapped, rebuild, shown

_inside = 0  # the nesting depth of running transformations


class _Level:
    """While a transformation runs its function, everything is recorded."""

    def __enter__(self):
        global _inside
        _inside += 1
        self.before = torch._C._set_grad_enabled(True)

    def __exit__(self, kind, value, traceback):
        global _inside
        _inside -= 1
        torch._C._set_grad_enabled(self.before)


def _finished(tree, leaves):
    """Results detached from the graph, unless an enclosing transformation may differentiate them."""
    if _inside or any([isinstance(x, Tensor) and x.requires_grad for x in leaves]):
        return tree
    return mapped(lambda x: x.detach() if isinstance(x, Tensor) else x, tree)


def _alias(x):
    if not isinstance(x, Tensor):
        raise ValueError('Thing passed to transform API must be Tensor, got %s' % type(x))
    if not (x.is_floating_point() or x.is_complex()):
        raise RuntimeError('only Tensors of floating point dtype can require gradients')
    x = x if x.requires_grad else x.detach().requires_grad_()
    return x.view_as(x)


def _picked(args, argnums):
    """(the arguments asked for as one tree, a function that puts others there)."""
    single = isinstance(argnums, int)
    if not single and not (isinstance(argnums, tuple) and argnums):
        raise RuntimeError('argnum must be an int or a non-empty Tuple of ints, got: %s' % (argnums,))
    positions = []
    for n in (argnums,) if single else argnums:
        if not isinstance(n, int):
            raise RuntimeError('argnum must be int, got: %s' % type(n))
        if not -len(args) <= n < len(args):
            raise RuntimeError('Got argnum=%d, but only %d positional inputs' % (n, len(args)))
        positions.append(n % len(args))

    def placed(values):
        out = list(args)
        for position, value in zip(positions, (values,) if single else values):
            out[position] = value
        return out

    return (args[positions[0]] if single else tuple([args[n] for n in positions])), placed


def _derivatives(outs, inputs, vectors):
    """Vectors times the Jacobian; zeros where nothing depends."""
    pairs = [(out, v) for out, v in zip(outs, vectors) if out.requires_grad]
    if not pairs:
        return [torch.zeros_like(x) for x in inputs]
    found = torch.autograd.grad([out for out, _ in pairs], inputs, [v for _, v in pairs], create_graph=True, allow_unused=True)
    return [torch.zeros_like(x) if g is None else g for g, x in zip(found, inputs)]


def _check_tensors(tree):
    for leaf in flatten(tree)[0]:
        if not isinstance(leaf, Tensor):
            raise RuntimeError('Expected tensors, got unsupported type %s' % type(leaf))


def _both(func, argnums, has_aux, args, kwargs):
    """(the gradient, the value, what else func gives)."""
    chosen, placed = _picked(args, argnums)
    leaves, plan = flatten(chosen)
    with _Level():
        inner = [_alias(x) for x in leaves]
        value, aux = func(*placed(rebuild(plan, inner)), **kwargs), None
        if has_aux:
            if not (isinstance(value, tuple) and len(value) == 2):
                raise RuntimeError('grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) if has_aux is True')
            value, aux = value
            _check_tensors(aux)
        if not isinstance(value, Tensor):
            raise RuntimeError('grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got %s' % type(value))
        if value.dim():
            raise RuntimeError('grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with %d dims. Maybe you '
                               'wanted to use the vjp or jacrev APIs instead?' % value.dim())
        found = _derivatives([value], inner, [torch.ones_like(value)])
    return tuple([_finished(each, leaves) for each in (rebuild(plan, found), value, aux)])


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives (the gradient of func, its value)."""
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        found, value, aux = _both(func, argnums, has_aux, args, kwargs)
        return (found, (value, aux)) if has_aux else (found, value)
    return wrapper


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of func."""
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        found, _, aux = _both(func, argnums, has_aux, args, kwargs)
        return (found, aux) if has_aux else found
    return wrapper


def vjp(func, *primals, has_aux=False):
    """(func's value, a function of vectors that gives their products with the Jacobian)."""
    leaves, plan = flatten(primals)
    with _Level():
        inner = [_alias(x) for x in leaves]
        value, aux = func(*rebuild(plan, inner)), None
        if has_aux:
            if not (isinstance(value, tuple) and len(value) == 2):
                raise RuntimeError('vjp(f, *primals): output of function f should be a tuple: (output, aux) if has_aux is True')
            value, aux = value
            _check_tensors(aux)
        outs, out_plan = flatten(value)
        for out in outs:
            if not isinstance(out, Tensor):
                raise RuntimeError('vjp(f, *primals): Expected f(*primals) to return only Tensors, got unsupported type %s' % type(out))
    single = len(primals) == 1

    def products(*cotangents, retain_graph=True, create_graph=None):
        given = cotangents[0] if len(cotangents) == 1 else cotangents
        vectors, given_plan = flatten(given)
        if shown(given_plan) != shown(out_plan):
            raise RuntimeError('Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. '
                               'cotangents: %s, primal output: %s' % (shown(given_plan), shown(out_plan)))
        with _Level():
            found = _derivatives(outs, inner, vectors)
        found = _finished(rebuild(plan, found), leaves + vectors)
        return found if not single or len(cotangents) != 1 else (found[0],)

    result = _finished(value, leaves)
    return (result, products, _finished(aux, leaves)) if has_aux else (result, products)


def _pushed(outs, inner, tangents):
    """The Jacobian times vectors: the derivative of (u times the Jacobian) in u."""
    found = []
    for out in outs:
        if not out.requires_grad:
            found.append(torch.zeros_like(out))
            continue
        u = torch.zeros_like(out).requires_grad_()
        first = torch.autograd.grad(out, inner, u, create_graph=True, allow_unused=True)
        pairs = [(g, v) for g, v in zip(first, tangents) if g is not None and g.requires_grad]
        if not pairs:
            found.append(torch.zeros_like(out))
            continue
        found.append(torch.autograd.grad([g for g, _ in pairs], u, [v for _, v in pairs], create_graph=True)[0])
    return found


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """(func's value, its Jacobian times the tangents)."""
    if not isinstance(primals, tuple):
        raise RuntimeError('jvp(f, primals, tangents): Expected primals to be a tuple. E.g. it should be valid to call f(*primals).')
    leaves, plan = flatten(primals)
    vectors, other = flatten(tangents)
    if shown(plan) != shown(other):
        raise RuntimeError('jvp(f, primals, tangents): Expected primals and tangents to have the same python structure. For example, if '
                           'primals is a tuple of 3 tensors, tangents also must be. Got primals with structure %s and tangents with '
                           'structure %s' % (shown(plan), shown(other)))
    for x, v in zip(leaves, vectors):
        if isinstance(x, Tensor) and isinstance(v, Tensor) and x.size() != v.size():
            raise RuntimeError('Trying to set a forward gradient that has a different size than that of the original Tensor, this is not '
                               'supported. Tensor is of size %s while the given forward gradient is of size %s.'
                               % (list(x.size()), list(v.size())))
    with _Level():
        inner = [_alias(x) for x in leaves]
        value, aux = func(*rebuild(plan, inner)), None
        if has_aux:
            value, aux = value
        outs, out_plan = flatten(value)
        for out in outs:
            if not isinstance(out, Tensor):
                raise RuntimeError('jvp(f, primals, tangents): Expected f(*args) to return only tensors, got unsupported type %s'
                                   % type(out))
            if strict and not out.requires_grad:
                raise RuntimeError('jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not '
                                   'allowed with strict=True.')
        pushed = rebuild(out_plan, _pushed(outs, inner, vectors))
    found = tuple([_finished(each, leaves + vectors) for each in (value, pushed, aux)])
    return found if has_aux else found[:2]


def linearize(func, *primals):
    """(func's value, a function that multiplies with its Jacobian there)."""
    from torch.utils import _pytree
    value = _finished(func(*primals), flatten(primals)[0])
    expected, spec = _pytree.tree_flatten(primals)

    def jvp_fn(*tangents):
        given, other = _pytree.tree_flatten(tangents)
        if other != spec:
            raise RuntimeError('Expected the tangents %s to have the same argspec as the primals %s' % (other, spec))
        for i, (x, v) in enumerate(zip(expected, given)):
            for name in ('shape', 'dtype'):
                if getattr(x, name) != getattr(v, name):
                    raise RuntimeError("tangent:%d with %s %s in flattened pytree doesn't match the %s %s of the corresponding primal."
                                       % (i, name, getattr(v, name), name, getattr(x, name)))
        return jvp(func, primals, tangents)[1]

    return value, jvp_fn


_REMOVES = {
    'mutations': 'all inplace and out= operators will be removed from the program, and replaced with their out-of-place equivalents.',
    'mutations_and_views': 'In addition to the above, all aliasing operators {view} will be replaced with their non-aliasing counterparts, '
                           '{view}_copy.'}


def _unaliased(out, separate, copies):
    """A result on memory of its own; with separate=False all that share memory share it afterwards as well."""
    if separate:
        return out.clone(memory_format=torch.contiguous_format)
    key = out._storage_id()
    if key not in copies:
        copies[key] = out.as_strided((out.untyped_storage().nbytes() // out.element_size(),), (1,), 0).clone()
    place = out.size(), out.stride(), out.storage_offset()
    if out._is_view() or out.requires_grad:
        return copies[key].as_strided(*place)
    return torch.empty(0, dtype=out.dtype, device=out.device).set_(copies[key].untyped_storage(), place[2], *place[:2])


def functionalize(func, *, remove='mutations'):
    """A function that gives what func gives, as if func changed nothing in place: what it changes of its arguments is written to them at the end.

    There is no program to take changes out of, so func runs as it is written; its results do not share memory with arguments that it has changed
    and, with remove='mutations_and_views', with nothing of which they are views.
    """
    if remove not in _REMOVES:
        raise RuntimeError("functionalize(f, remove='mutations'): received invalid argument for remove=%s. Valid options are:\n%s\n"
                           % (remove, '\n'.join(["     remove='%s': %s" % option for option in _REMOVES.items()])))
    from torch.utils import _pytree
    separate = remove == 'mutations_and_views'

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        given = [x for x in _pytree.tree_leaves((args, kwargs)) if isinstance(x, Tensor)]
        before = [x._version for x in given]
        outs = func(*args, **kwargs)
        arguments = {x._storage_id() for x in given}
        changed = {x._storage_id() for x, version in zip(given, before) if x._version != version}
        copies, done = {}, {}

        def own(out):
            if not isinstance(out, Tensor):
                return out
            key, unchanged = out._storage_id(), any([out is x for x in given])
            if key not in changed and (not separate or unchanged or not (key in arguments or out._is_view())):
                return out
            if id(out) not in done:
                done[id(out)] = _unaliased(out, separate, copies)
            return done[id(out)]
        return _pytree.tree_map(own, outs)
    return wrapped


def replace_all_batch_norm_modules_(root):
    """Makes all batch norms of a module use the statistics of each batch only, without running ones; returns the module."""
    from torch.nn.modules.batchnorm import _BatchNorm
    for module in root.modules():
        if isinstance(module, _BatchNorm):
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root


def debug_unwrap(tensor, *, recurse=True):
    """The tensor: transforms do not wrap."""
    if not isinstance(tensor, Tensor):
        raise ValueError('Expected tensor as input')
    return tensor


def _unit_vectors(x):
    """One tensor of x's shape for each element, with a one there."""
    return torch.eye(x.numel(), dtype=x.dtype, device=x.device).reshape((x.numel(), *x.size())).unbind(0)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that gives the Jacobian of func, row by row, which satisfies any chunk_size."""
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError('jacrev: `chunk_size` should be greater than 0.')
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        chosen, placed = _picked(args, argnums)
        leaves, plan = flatten(chosen)
        with _Level():
            inner = [_alias(x) for x in leaves]
            value, aux = func(*placed(rebuild(plan, inner)), **kwargs), None
            if has_aux:
                value, aux = value
            outs, out_plan = flatten(value)
            blocks = []
            for out in outs:
                if not isinstance(out, Tensor):
                    raise RuntimeError('jacrev: Expected f(*args) to return only tensors, got unsupported type %s' % type(out))
                rows = [_derivatives([out], inner, [v]) for v in _unit_vectors(out)]
                each = [torch.stack([row[i] for row in rows]).reshape((*out.size(), *x.size())) if rows else
                        x.new_zeros((*out.size(), *x.size())) for i, x in enumerate(inner)]
                blocks.append(rebuild(plan, each))
            found = rebuild(out_plan, blocks)
        found = _finished(found, leaves)
        return (found, _finished(aux, leaves)) if has_aux else found
    return wrapper


_RANDOM_IN_VMAP = ("vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' randomness flags "
                   'on vmap or perform the randomness operation out of vmap')


def jacfwd(func, argnums=0, has_aux=False, *, randomness='error'):
    """A function that gives the Jacobian of func, column by column."""
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if randomness not in ('error', 'different', 'same'):
            raise RuntimeError("Only allowed values for randomness are 'error', 'different', or 'same'. Got %s" % randomness)
        chosen, placed = _picked(args, argnums)
        leaves, plan = flatten(chosen)
        before = torch.get_rng_state() if randomness == 'error' else None
        with _Level():
            inner = [_alias(x) for x in leaves]
            value, aux = func(*placed(rebuild(plan, inner)), **kwargs), None
            if before is not None and not torch.equal(torch.get_rng_state(), before):
                raise RuntimeError(_RANDOM_IN_VMAP)
            if has_aux:
                value, aux = value
            outs, out_plan = flatten(value)
            for out in outs:
                if not isinstance(out, Tensor):
                    raise RuntimeError('jacfwd(f, argnums)(*args): Expected f(*args) to return only tensors, got unsupported type %s'
                                       % type(out))
            blocks = [[] for _ in outs]
            for i, x in enumerate(inner):
                columns = []
                for v in _unit_vectors(x):
                    columns.append(_pushed(outs, inner, [v if j == i else torch.zeros_like(y) for j, y in enumerate(inner)]))
                for k, out in enumerate(outs):
                    block = torch.stack([column[k] for column in columns], -1) if columns else out.new_zeros((*out.size(), 0))
                    blocks[k].append(block.reshape((*out.size(), *x.size())))
            found = rebuild(out_plan, [rebuild(plan, each) for each in blocks])
        found = _finished(found, leaves)
        return (found, _finished(aux, leaves)) if has_aux else found
    return wrapper


def hessian(func, argnums=0):
    """A function that gives the second derivatives of func."""
    return jacfwd(jacrev(func, argnums), argnums)


# ---- maps over a dimension

def _dims_of_leaves(dims, tree, name, in_dims):
    """dims for each leaf of the tree; in_dims is what the user wrote."""
    leaves, plan = flatten(tree)
    if dims is None or isinstance(dims, int):
        return [dims] * len(leaves)
    if isinstance(dims, (tuple, list)) and isinstance(tree, (tuple, list)) and len(dims) == len(tree):
        return sum([_dims_of_leaves(d, each, name, in_dims) for d, each in zip(dims, tree)], [])
    if isinstance(dims, dict) and isinstance(tree, dict) and set(dims) == set(tree):
        return sum([_dims_of_leaves(dims[key], each, name, in_dims) for key, each in tree.items()], [])
    raise ValueError('vmap(%s, in_dims=%s, ...)(<inputs>): in_dims is not compatible with the structure of `inputs`.' % (name, in_dims))


def _stacked(results, plan, out_dims, name):
    """The results of all slices, each kind as one tensor."""
    count = len(results[0])
    if isinstance(out_dims, int) or out_dims is None:
        dims = [out_dims] * count
    else:
        dims = flatten(tuple(out_dims))[0]
        if len(dims) != count:
            raise ValueError('vmap(%s, ..., out_dims=%s): out_dims is not compatible with the structure of `outputs`.' % (name, out_dims))
    out = []
    for i in range(count):
        first = results[0][i]
        if dims[i] is None:
            out.append(first)
            continue
        if not isinstance(first, Tensor):
            raise ValueError('vmap(%s, ...): `%s` must only return Tensors, got type %s. Did you mean to set out_dims= to None for output?'
                             % (name, name, type(first)))
        out.append(torch.stack([each[i] for each in results], dims[i]))
    return rebuild(plan, out)


def vmap(func, in_dims=0, out_dims=0, randomness='error', *, chunk_size=None):
    """func for each slice of its arguments along in_dims, the results stacked along out_dims."""
    if randomness not in ('error', 'different', 'same'):
        raise RuntimeError("Only allowed values for randomness are 'error', 'different', or 'same'. Got %s" % randomness)
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError('vmap: chunk_size should be None or greater than 0. (got %s)' % chunk_size)
    name = getattr(func, '__name__', repr(func))

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if not isinstance(in_dims, (int, tuple, list)):
            raise ValueError('vmap(%s, in_dims=%s, ...)(<inputs>): expected `in_dims` to be int or a (potentially nested) tuple matching the '
                             'structure of inputs, got: %s.' % (name, in_dims, type(in_dims)))
        if not args:
            raise ValueError('vmap(%s)(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a function '
                             'with no inputs. The latter is unsupported.' % name)
        leaves, plan = flatten(args)
        dims = _dims_of_leaves(in_dims, args, name, in_dims)
        sizes = []
        for x, d in zip(leaves, dims):
            if d is None:
                continue
            if not isinstance(x, Tensor):
                raise ValueError('vmap(%s, in_dims=%s, ...)(<inputs>): Got in_dim=%s for an input but the input is of type %s. We cannot vmap '
                                 'over non-Tensor arguments, please use None as the respective in_dim' % (name, in_dims, d, type(x)))
            if not -x.dim() <= d < x.dim():
                raise ValueError('vmap(%s, in_dims=%s, ...)(<inputs>): Got in_dim=%d for some input, but that input is a Tensor of '
                                 'dimensionality %d so expected in_dim to satisfy -%d <= in_dim < %d.'
                                 % (name, in_dims, d, x.dim(), x.dim(), x.dim()))
            sizes.append(x.size(d))
        if not sizes:
            raise ValueError('vmap: Expected at least one Tensor to vmap over')
        if len(set(sizes)) > 1:
            raise ValueError('vmap: Expected all tensors to have the same size in the mapped dimension, got sizes %s for the mapped dimension'
                             % sizes)
        if sizes[0] == 0:
            raise NotImplementedError('vmap: a mapped dimension of size 0 is not there in this version')
        before = torch.get_rng_state() if randomness != 'different' else None
        results, out_plan = [], None
        for i in range(sizes[0]):
            if i and randomness == 'same':
                torch.set_rng_state(before)
            slices = [x if d is None else x.select(d, i) for x, d in zip(leaves, dims)]
            found, out_plan = flatten(func(*rebuild(plan, slices), **kwargs))
            results.append(found)
            if i == 0 and randomness == 'error' and not torch.equal(torch.get_rng_state(), before):
                torch.set_rng_state(before)
                raise RuntimeError(_RANDOM_IN_VMAP)
        return _stacked(results, out_plan, out_dims, name)
    return wrapper


# ---- modules

def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """module(*args, **kwargs) with other parameters and buffers than its own, in one dict or several without common names.

    tie_weights: a tensor given for one name of a shared parameter stands for all its names. strict: RuntimeError unless all names are given.
    """
    from torch.nn.utils.stateless import _functional_call
    given = parameter_and_buffer_dicts
    if isinstance(given, (list, tuple)):
        for each in given:
            if not isinstance(each, dict):
                raise ValueError('Expected all elements of parameter_and_buffer_dicts to be dictionaries')
        names = [name for each in given for name in each]
        repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if repeated:
            raise ValueError('%s appeared in multiple dictionaries; behavior of functional call is ambiguous' % repeated)
        given = {name: value for each in given for name, value in each.items()}
    elif not isinstance(given, dict):
        raise ValueError('Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got %s' % type(given))
    return _functional_call(module, given, args, kwargs, tie_weights=tie_weights, strict=strict)


def stack_module_state(models):
    """(the parameters of equal modules, stacked; their buffers)."""
    if not models:
        raise RuntimeError('stack_module_state: Expected at least one model, got 0.')
    if len({type(model) for model in models}) > 1:
        raise RuntimeError('stack_module_state: Expected all models to be of the same class.')
    if len({model.training for model in models}) > 1:
        raise RuntimeError('stack_module_state: Expected all models to have the same training/eval mode.')
    params = {key: torch.stack([dict(model.named_parameters())[key].detach() for model in models]).requires_grad_(value.requires_grad)
              for key, value in models[0].named_parameters()}
    buffers = {key: torch.stack([dict(model.named_buffers())[key].detach() for model in models]).requires_grad_(value.requires_grad)
               for key, value in models[0].named_buffers()}
    return params, buffers


__all__ = '''debug_unwrap functional_call functionalize grad grad_and_value hessian jacfwd jacrev jvp linearize
replace_all_batch_norm_modules_ stack_module_state vjp vmap'''.split()
