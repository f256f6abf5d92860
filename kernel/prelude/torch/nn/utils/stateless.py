"""Calls of modules with other parameters than their own."""

import warnings
from contextlib import contextmanager

import torch


def _owner_and_name(module, name):
    """(the module that has it, its name there) of a dotted name; AttributeError where a module on the way is not there."""
    path, _, last = name.rpartition('.')
    return module.get_submodule(path), last


def _names_by_tensor(module):
    """{id of a tensor: its names} of all parameters and buffers."""
    names = {}
    for name, tensor in [*module.named_parameters(remove_duplicate=False), *module.named_buffers(remove_duplicate=False)]:
        names.setdefault(id(tensor), []).append(name)
    return names


def _with_tied(module, given):
    """The tensors with those for other names of the same parameter. ValueError where two names of one get different tensors."""
    out = dict(given)
    for names in _names_by_tensor(module).values():
        values = {id(given[name]): given[name] for name in names if name in given}
        if len(values) > 1:
            raise ValueError('functional_call got multiple values for keys %s, which are tied. Consider using tie_weights=False'
                             % sorted([name for name in names if name in given]))
        for value in values.values():
            out.update(dict.fromkeys(names, value))
    return out


def _check_names(module, given):
    """RuntimeError where the names are not exactly those of the module."""
    known = {name for names in _names_by_tensor(module).values() for name in names}
    texts = []
    for what, names in (('Unexpected', given.keys() - known), ('Missing', known - given.keys())):
        if names:
            texts.append('\n\t%s key(s): %s.' % (what, ', '.join(["'%s'" % name for name in sorted(names)])))
    if texts:
        raise RuntimeError('Error(s) in reparametrizing for %s:%s' % (type(module).__name__, ''.join(texts)))


_ABSENT = object()


def _table_of(owner, name):
    """Where a module keeps a name."""
    return next((table for table in (owner._parameters, owner._buffers) if name in table), owner.__dict__)


@contextmanager
def _reparametrize_module(module, parameters_and_buffers, tie_weights=False, strict=False):
    """The module has other tensors in place of its own, inside a with statement. Tensors that forward assigns are left in the dict."""
    tensors = _with_tied(module, parameters_and_buffers) if tie_weights else parameters_and_buffers
    if strict:
        _check_names(module, tensors)
    owners = {name: _owner_and_name(module, name) for name in tensors}
    saved = []
    try:
        for name, (owner, last) in owners.items():
            if not isinstance(tensors[name], torch.Tensor):
                raise TypeError('%r is not an instance of torch.Tensor' % (tensors[name],))
            table = _table_of(owner, last)
            saved.append((table, last, table.get(last, _ABSENT), name))
            table[last] = tensors[name]
        yield
    finally:
        for table, last, value, name in reversed(saved):
            if name in parameters_and_buffers and table.get(last) is not None:
                parameters_and_buffers[name] = table[last]
            if value is _ABSENT:
                table.pop(last, None)
            else:
                table[last] = value


def _functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    with _reparametrize_module(module, parameters_and_buffers, tie_weights, strict):
        return module(*args, **(kwargs or {}))


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """The deprecated name of torch.func.functional_call."""
    warnings.warn('`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future version of '
                  'PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.', FutureWarning, stacklevel=2)
    return _functional_call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)


__all__ = ['functional_call']
