"""Parameters, buffers and submodules by their names: read, set and swapped, as functions that run a module with other tensors need it."""

import torch

_MISSING = object()


def _table_of(module, name):
    """The dict that has, or is to get, a tensor of the name, after checks."""
    if not isinstance(module, torch.nn.Module):
        raise TypeError('%s is not an instance of torch.nn.Module' % (module,))
    if '.' in name:
        raise KeyError('tensor name can\'t contain "."')
    if name == '':
        raise KeyError('tensor name can\'t be empty string ""')
    for table in (module._parameters, module._buffers):
        if name in table:
            return table
    return module.__dict__


def set_tensor(module, name, tensor):
    """Puts a tensor in the place of the module's parameter or buffer of the name."""
    table = _table_of(module, name)
    if not isinstance(tensor, torch.Tensor) and tensor is not None:
        raise TypeError('%s is not an instance of torch.Tensor' % (tensor,))
    if table is module.__dict__:
        setattr(module, name, tensor)
    else:
        table[name] = tensor


def swap_tensor(module, name, tensor, allow_missing=False):
    """The same. Returns what was there; where nothing was, that is an error, or with allow_missing an object that as tensor takes it
    away again."""
    table = _table_of(module, name)
    if not (tensor is _MISSING or tensor is None or isinstance(tensor, torch.Tensor)):
        raise TypeError('%s is not an instance of torch.Tensor' % (tensor,))
    before = table[name] if table is not module.__dict__ else getattr(module, name, _MISSING)
    if before is _MISSING and not allow_missing:
        raise AttributeError('%s has no attribute `%s`' % (module._get_name(), name))
    if before is not _MISSING and before is not None and not isinstance(before, torch.Tensor):
        raise TypeError('attribute `%s`: %s is not an instance of torch.Tensor' % (name, before))
    if tensor is not _MISSING:
        set_tensor(module, name, tensor)
    elif before is not _MISSING:
        delattr(module, name)
    return before


def swap_submodule(module, name, submodule):
    """Puts a module in the place of the submodule of the name. Returns that one."""
    for value in (module, submodule):
        if not isinstance(value, torch.nn.Module):
            raise TypeError('%s is not an instance of torch.nn.Module' % (value,))
    if '.' in name:
        raise KeyError('submodule name can\'t contain "."')
    if name == '':
        raise KeyError('submodule name can\'t be empty string ""')
    before = module._modules.get(name, _MISSING)
    if before is _MISSING:
        raise KeyError('submodule %s does not exist' % name)
    if not isinstance(before, torch.nn.Module):
        raise TypeError('%s attribute is not an instance of torch.nn.Module' % name)
    module._modules[name] = submodule
    return before


class NamedMemberAccessor:
    """The tensors and submodules of a module by paths of names with dots."""

    def __init__(self, module):
        self.module, self.memo = module, {'': module}

    def _owner(self, path):
        owner, _, name = path.rpartition('.')
        return self.get_submodule(owner), name

    def get_submodule(self, name):
        """The submodule at a path."""
        if name not in self.memo:
            owner, last = self._owner(name)
            found = getattr(owner, last, None)
            if not hasattr(owner, last):
                raise AttributeError('%s has no attribute `%s`' % (owner._get_name(), last))
            if not isinstance(found, torch.nn.Module):
                raise TypeError('submodule `%s`: %s is not an instance of torch.nn.Module' % (name, found))
            self.memo[name] = found
        return self.memo[name]

    def swap_submodule(self, path, value):
        """Puts a module at a path. Returns what was there."""
        return swap_submodule(*self._owner(path), value)

    def get_tensor(self, name):
        """The tensor at a path."""
        owner, last = self._owner(name)
        if not hasattr(owner, last):
            raise AttributeError('%s has no attribute `%s`' % (owner._get_name(), name))
        found = getattr(owner, last)
        if found is not None and not isinstance(found, torch.Tensor):
            raise TypeError('%s is not an instance of torch.Tensor' % (found,))
        return found

    def set_tensor(self, name, value):
        """Puts a tensor at a path."""
        set_tensor(*self._owner(name), value)

    def del_tensor(self, name):
        """Removes the tensor at a path."""
        self.get_tensor(name)
        delattr(*self._owner(name))

    def swap_tensor(self, name, value, allow_missing=False):
        """Puts a tensor at a path. Returns what was there."""
        return swap_tensor(*self._owner(name), value, allow_missing=allow_missing)

    # ---- many at once

    def get_tensors(self, names):
        """The tensors at the paths."""
        return [self.get_tensor(name) for name in names]

    def set_tensors(self, names, values):
        """Puts tensors at the paths."""
        self.set_tensors_dict(dict(_pairs(names, values)))

    def set_tensors_dict(self, named_tensors):
        """The same from a dict."""
        for name, value in named_tensors.items():
            self.set_tensor(name, value)

    def del_tensors(self, names):
        """Removes the tensors at the paths."""
        for name in names:
            self.del_tensor(name)

    def swap_tensors(self, names, values, allow_missing=False):
        """Puts tensors at the paths. Returns what was there."""
        return [self.swap_tensor(name, value, allow_missing) for name, value in _pairs(names, values)]

    def swap_tensors_dict(self, named_tensors, allow_missing=False):
        """The same with dicts. Returns the dict of what was there, and the names where nothing was. After an error all is as before."""
        before, missing = {}, []
        try:
            for name, value in named_tensors.items():
                found = before[name] = self.swap_tensor(name, value, allow_missing=True)
                if found is _MISSING:
                    missing.append(name)
            if missing and not allow_missing:
                raise RuntimeError('Missing key(s): %s.' % ', '.join(map(repr, missing)))
        except Exception as error:
            for name, value in before.items():
                self.swap_tensor(name, value, allow_missing=True)
            if isinstance(error, (AttributeError, TypeError)):
                raise RuntimeError('Failed to swap tensors: %s.' % error) from error
            raise
        return before, missing

    def check_keys(self, keys):
        """(names of tensors that keys lacks, names in it that are none)"""
        given, own = set(keys), {name for name, _ in self.named_tensors(remove_duplicate=False)}
        return sorted(own - given), sorted(given - own)

    # ---- walks

    def named_parameters(self, remove_duplicate=True):
        """Paths and parameters."""
        yield from self.module.named_parameters(remove_duplicate=remove_duplicate)

    def named_buffers(self, remove_duplicate=True):
        """Paths and buffers."""
        yield from self.module.named_buffers(remove_duplicate=remove_duplicate)

    def named_tensors(self, remove_duplicate=True):
        """Paths and tensors of both."""
        yield from self.named_parameters(remove_duplicate)
        yield from self.named_buffers(remove_duplicate)

    def named_modules(self, remove_duplicate=True):
        """Paths and submodules."""
        yield from self.module.named_modules(remove_duplicate=remove_duplicate)


def _pairs(names, values):
    names = names if isinstance(names, (list, tuple)) else list(names)
    values = values if isinstance(values, (list, tuple)) else list(values)
    if len(names) != len(values):
        raise AssertionError('names and values must have the same length, got %d names and %d values' % (len(names), len(values)))
    return zip(names, values)
