"""Hooks around the calls of modules: those of one module, those of all, and the order in which they run.

Tables map the number of a handle to a hook. The tables of one module are attributes that it gets when they are first asked for; those of
all modules are here, under the same names. Module decides whether a call has to come here at all (_hooked).
"""

import warnings
from collections import OrderedDict

import torch
from torch.utils.hooks import BackwardHook, RemovableHandle

WITH_KWARGS, ALWAYS_CALLED = '_with_kwargs', '_always_called'  # after the name of a table: which of its hooks are called so

_global = {name: OrderedDict() for name in ('_forward_pre_hooks', '_forward_hooks', '_forward_hooks_with_kwargs',
                                            '_forward_hooks_always_called', '_backward_pre_hooks', '_backward_hooks')}
_global_full = None  # whether the global backward hooks are full ones


def add(tables, name, hook, prepend=False, *flags):
    """Puts a hook into tables(name), a function that finds a table; flags: tables of the same key in which it is marked. The handle."""
    table, marked = tables(name), [tables(name + flag) for flag in flags]
    handle = RemovableHandle(table, extra_dict=marked)
    table[handle.id] = hook
    for each in marked:
        each[handle.id] = True
    if prepend:
        table.move_to_end(handle.id, last=False)
    return handle


def _add_global(name, hook, *flags):
    handle = add(_global.__getitem__, name, hook, False, *flags)
    torch.nn.Module._hooked = True
    torch._C._note_hooks()
    return handle


def register_module_forward_pre_hook(hook):
    """Calls hook(module, args) before the forward of every module; what it returns replaces the arguments. The handle that removes it."""
    return _add_global('_forward_pre_hooks', hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """Calls hook(module, args, output) after the forward of every module; what it returns replaces the output. The handle."""
    return _add_global('_forward_hooks', hook, *[flag for flag, wanted in ((WITH_KWARGS, with_kwargs), (ALWAYS_CALLED, always_call)) if wanted])


def _add_backward(hook, full):
    global _global_full
    if _global_full is (not full):
        raise RuntimeError('Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one of '
                           'them.')
    _global_full = full
    return _add_global('_backward_hooks', hook)


def register_module_backward_hook(hook):
    """The deprecated form of register_module_full_backward_hook, which sees the gradients of the last node of forward only. The handle."""
    return _add_backward(hook, False)


def register_module_full_backward_hook(hook):
    """Calls hook(module, grad_input, grad_output) in the backward of every module; what it returns replaces grad_input. The handle."""
    return _add_backward(hook, True)


def register_module_full_backward_pre_hook(hook):
    """Calls hook(module, grad_output) before the backward of every module; what it returns replaces grad_output. The handle."""
    return _add_global('_backward_pre_hooks', hook)


def _all(module, name):
    """(number, hook) of all modules, then of this one."""
    own = module._table(name)
    return list(_global[name].items()) + (list(own.items()) if own else [])


def _is_marked(module, name, flag, number):
    return number in _global.get(name + flag, ()) or number in (module._table(name + flag) or ())


def call(module, args, kwargs):
    """The result of forward with all hooks around it."""
    called, outputs = set(), [None]
    try:
        return _between_hooks(module, args, kwargs, called, outputs)
    except Exception:
        for number, hook in _all(module, '_forward_hooks'):
            if number not in called and _is_marked(module, '_forward_hooks', ALWAYS_CALLED, number):
                _call_after_error(module, number, hook, args, kwargs, outputs[-1])
        raise


def _call_after_error(module, number, hook, args, kwargs, output):
    try:
        _call_forward_hook(module, number, hook, args, kwargs, output)
    except Exception as error:
        whose = 'global module' if number in _global['_forward_hooks'] else 'module'
        warnings.warn(whose + ' forward hook with ``always_call=True`` raised an exception that was silenced as another error was raised in '
                      'forward: ' + str(error))


def _call_forward_hook(module, number, hook, args, kwargs, output):
    if _is_marked(module, '_forward_hooks', WITH_KWARGS, number):
        return hook(module, args, kwargs, output)
    return hook(module, args, output)


def _before(module, args, kwargs):
    """The arguments after the hooks before forward."""
    for number, hook in _all(module, '_forward_pre_hooks'):
        if _is_marked(module, '_forward_pre_hooks', WITH_KWARGS, number):
            result = hook(module, args, kwargs)
            if result is not None:
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError('forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got %s.' % (result,))
                args, kwargs = result
        else:
            result = hook(module, args)
            if result is not None:
                args = result if isinstance(result, tuple) else (result,)
    return args, kwargs


def _between_hooks(module, args, kwargs, called, outputs):
    """The call; notes which forward hooks have been called, and the outputs."""
    args, kwargs = _before(module, args, kwargs)
    full, plain = [], []
    for table, is_full in ((_global['_backward_hooks'], _global_full), (module._table('_backward_hooks') or {}, module._is_full_backward_hook)):
        (full if is_full else plain).extend(table.values())
    pre = [hook for _, hook in _all(module, '_backward_pre_hooks')]
    crossing = BackwardHook(module, full, pre) if full or pre else None
    if crossing:
        args = crossing.setup_input_hook(args)
    output = module.forward(*args, **kwargs)
    outputs.append(output)
    for number, hook in _all(module, '_forward_hooks'):
        called.add(number)
        result = _call_forward_hook(module, number, hook, args, kwargs, output)
        if result is not None:
            output = result
            outputs.append(output)
    if crossing:
        if isinstance(output, (torch.Tensor, tuple)):
            output = crossing.setup_output_hook(output)
        else:
            warnings.warn('For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received %s' % type(output))
    if plain:
        _listen_to_last_node(module, plain, args, output)
    return output


# ---- the deprecated backward hooks, which belong to the last node of forward

_CONCERNS = {
    'output': ('non-full backward hooks on a Module that does not return a single Tensor or a tuple of Tensors', 'of the grad_output'),
    'input': ('non-full backward hooks on a Module that does not take as input a single Tensor or a tuple of Tensors', 'of the grad_input'),
    'nodes': ('a non-full backward hook when outputs are generated by different autograd Nodes', 'grad_output'),
    'inside': ('a non-full backward hook when the forward contains multiple autograd Nodes', 'grad_input'),
}


def _listen_to_last_node(module, hooks, args, output):
    found = output
    while not isinstance(found, torch.Tensor):
        found = next(iter([value for value in found.values() if isinstance(value, torch.Tensor)])) if isinstance(found, dict) else found[0]
    node = found.grad_fn
    if node is None:
        return
    for hook in hooks:
        node.register_hook(lambda grad_input, grad_output, hook=hook: hook(module, grad_input, grad_output))
    if not module._is_full_backward_hook:
        concern = _concern(args, output, node)
        if concern:
            warnings.warn('Using %s is deprecated and will be removed in future versions. This hook will be missing some %s. Please use '
                          'register_full_backward_hook to get the documented behavior.' % _CONCERNS[concern], FutureWarning, stacklevel=5)


def _concern(args, output, node):
    """What the gradients of the last node leave out, as a key of _CONCERNS, or None."""
    for what, values in (('output', output), ('input', args)):
        values = values if isinstance(values, tuple) else (values,)
        if not all([isinstance(value, torch.Tensor) for value in values]):
            return what
        if what == 'output' and len({value.grad_fn for value in values}) != 1:
            return 'nodes'
    before = {value.grad_fn for value in args if value.grad_fn is not None}
    return 'inside' if before != {following for following, _ in node.next_functions} else None


__all__ = ['register_module_backward_hook', 'register_module_forward_hook', 'register_module_forward_pre_hook',
           'register_module_full_backward_hook', 'register_module_full_backward_pre_hook']
