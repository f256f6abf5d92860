"""Functions that are run again when gradients are asked for, instead of keeping what they computed in between."""

import functools
import warnings

import torch
from torch import Tensor
from torch._pytree import flatten, rebuild
from torch.autograd.function import record_step
from torch.autograd.graph import saved_tensors_hooks


class CheckpointError(RuntimeError):
    """What was computed again differs from what was computed first."""


class _GeneratorStates:
    """The states of the generators, to draw the same random numbers again."""

    def __init__(self, wanted):
        self.wanted = wanted
        if wanted:
            self.cpu = torch.get_rng_state()
            self.cuda = [(i, torch.cuda.get_rng_state(i)) for i in range(torch.cuda.device_count())] if torch.cuda.is_initialized() else []

    def again(self, function):
        if not self.wanted:
            return function()
        with torch.random.fork_rng(devices=[i for i, _ in self.cuda]):
            torch.set_rng_state(self.cpu)
            for i, state in self.cuda:
                torch.cuda.set_rng_state(state, i)
            return function()


def _leaves_behind(outs, known):
    """The leaves that the outputs depend on, without the given ones."""
    found, seen, todo = [], set(), [out.grad_fn for out in outs if isinstance(out, Tensor) and out.grad_fn is not None]
    while todo:
        node = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        variable = getattr(node, 'variable', None)
        if variable is not None and not any([variable is x for x in known]) and not any([variable is x for x in found]):
            found.append(variable)
        todo += [each for each, _ in node.next_functions if each is not None]
    return found


def _copies(args):
    return [x.detach().requires_grad_(x.requires_grad) if isinstance(x, Tensor) else x for x in args]


class _Check:
    """What kinds of tensors are saved: the same ones when the function is run again?"""

    def __init__(self):
        self.first = None

    def watched(self, function):
        kinds = []

        def pack(tensor):
            kinds.append({'shape': tensor.shape, 'dtype': tensor.dtype, 'device': tensor.device})
            return tensor

        with saved_tensors_hooks(pack, lambda tensor: tensor):
            value = function()
        if self.first is None:
            self.first = kinds
        else:
            self._compare(kinds)
        return value

    def _compare(self, again):
        if len(again) < len(self.first):
            raise CheckpointError('torch.utils.checkpoint: A different number of tensors was saved during the original forward and '
                                  'recomputation.\nNumber of tensors saved during forward: %d\nNumber of tensors saved during '
                                  'recomputation: %d.' % (len(self.first), len(again)))
        pairs = [(i, a, b) for i, (a, b) in enumerate(zip(self.first, again)) if a != b]
        if pairs:
            raise CheckpointError('torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during '
                                  'the forward pass.\n' + '\n'.join(['tensor at position %d:\nsaved metadata: %s\nrecomputed metadata: %s'
                                                                     % pair for pair in pairs]) + '.')


def _recorded(function, args, kwargs, preserve, check):
    """Runs the function without saving intermediate results, and again in backward; leaves that it captures also get gradients."""
    states = _GeneratorStates(preserve)
    leaves, plan = flatten(args)
    inner = _copies(leaves)
    run = check.watched if check is not None else lambda function: function()
    outs, out_plan = flatten(run(lambda: function(*rebuild(plan, inner), **kwargs)))
    tracked = [i for i, out in enumerate(outs) if isinstance(out, Tensor) and out.requires_grad]
    behind = _leaves_behind([outs[i] for i in tracked], inner)
    differentiable = [i for i, x in enumerate(leaves) if isinstance(x, Tensor) and x.requires_grad]
    results = [x.detach() if i in tracked else x for i, x in enumerate(outs)]
    if not tracked or not torch.is_grad_enabled():
        return rebuild(out_plan, results)
    del outs, inner

    def backward(grads):
        create = torch.is_grad_enabled()
        with torch.enable_grad():
            fresh = list(leaves) if create else _copies(leaves)
            if create:
                fresh = [x.view_as(x) if isinstance(x, Tensor) and x.requires_grad else x for x in fresh]
            again = flatten(run(lambda: states.again(lambda: function(*rebuild(plan, fresh), **kwargs))))[0]
        pairs = [(again[i], g) for i, g in zip(tracked, grads) if g is not None]
        return tuple(torch.autograd.grad([out for out, _ in pairs], [fresh[i] for i in differentiable] + behind, [g for _, g in pairs],
                                         create_graph=create, retain_graph=True, allow_unused=True))

    record_step('CheckpointBackward', backward, [leaves[i] for i in differentiable] + behind, [results[i] for i in tracked])
    return rebuild(out_plan, results)


def _reentrant(function, args, preserve):
    """Runs the function without a record; in backward with one, on which a backward of its own runs."""
    if torch.is_grad_enabled() and not any([isinstance(x, Tensor) and x.requires_grad for x in args]):
        warnings.warn('None of the inputs have requires_grad=True. Gradients will be None', stacklevel=3)
    states = _GeneratorStates(preserve)
    with torch.no_grad():
        value = function(*args)
    outs = value if isinstance(value, tuple) else (value,)
    differentiable = [i for i, x in enumerate(args) if isinstance(x, Tensor) and x.requires_grad]
    if not differentiable or not torch.is_grad_enabled():
        return value
    results = [x.detach() if isinstance(x, Tensor) else x for x in outs]
    tracked = [i for i, x in enumerate(results) if isinstance(x, Tensor) and (x.is_floating_point() or x.is_complex())]

    def backward(grads):
        with torch.enable_grad():
            fresh = _copies(args)
            again = states.again(lambda: function(*fresh))
        again = again if isinstance(again, tuple) else (again,)
        pairs = [(again[i], g) for i, g in zip(tracked, grads) if g is not None and again[i].requires_grad]
        if not pairs:
            raise RuntimeError('none of output has requires_grad=True, this checkpoint() is not necessary')
        torch.autograd.backward([out for out, _ in pairs], [g for _, g in pairs])
        return tuple([fresh[i].grad for i in differentiable])

    record_step('CheckpointFunctionBackward', backward, [args[i] for i in differentiable], [results[i] for i in tracked])
    return tuple(results) if isinstance(value, tuple) else results[0]


def _reentrant_by_default(use_reentrant, name, version):
    """The choice between the two kinds of checkpoints; without one the older kind, with a warning."""
    if use_reentrant is None:
        warnings.warn('torch.utils.checkpoint%s: the use_reentrant parameter should be passed explicitly. %s use_reentrant=False is recommended, '
                      'but if you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more '
                      'details on the differences between the two variants.' % (name, version), stacklevel=3)
    return use_reentrant is None or use_reentrant


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check='default', debug=False, early_stop=True, **kwargs):
    """function(*args), computed again for its gradients instead of keeping what it computed in between."""
    use_reentrant = _reentrant_by_default(use_reentrant, '', 'Starting in PyTorch 2.9, calling checkpoint without use_reentrant will raise an '
                                          'exception.')
    preserve = kwargs.pop('preserve_rng_state', True)
    if use_reentrant and (context_fn is not None or debug):
        raise ValueError('Passing `context_fn` or `debug` is only supported when use_reentrant=False.')
    if context_fn is not None or debug:
        raise NotImplementedError('checkpoint: %s is not there in this version' % ('debug=True' if debug else 'context_fn'))
    if not use_reentrant and determinism_check not in ('default', 'none'):
        raise ValueError("determinism_check should be one of ['default', 'none'], but got %s" % determinism_check)
    if use_reentrant:
        if kwargs:
            raise ValueError('Unexpected keyword arguments: ' + ','.join(kwargs))
        return _reentrant(function, args, preserve)
    return _recorded(function, args, kwargs, preserve, _Check() if determinism_check == 'default' else None)


def _chain(functions):
    """The composition of functions."""
    return lambda value: functools.reduce(lambda x, function: function(x), functions, value)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Functions, or the layers of a Sequential, one after the other, in a number of checkpoints of the same length. The last segment has what
    is left over, and is recorded as usual."""
    use_reentrant = _reentrant_by_default(use_reentrant, '.checkpoint_sequential', 'In version 2.9 we will raise an exception if use_reentrant '
                                          'is not passed.')
    options = {'use_reentrant': use_reentrant, 'preserve_rng_state': kwargs.pop('preserve_rng_state', True)}
    if kwargs:
        raise ValueError('Unexpected keyword arguments: ' + ','.join(kwargs))
    left = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    length = len(left) // segments
    for _ in range(segments - 1):
        segment, left = left[:length], left[length:]
        input = checkpoint(_chain(segment), input, **options)
    return _chain(left)(input)


__all__ = ['CheckpointError', 'checkpoint', 'checkpoint_sequential']
