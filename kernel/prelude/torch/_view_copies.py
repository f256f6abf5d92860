"""torch.NAME_copy: copies of what views show."""

import torch

# torch.NAME_copy(x, ...) is a copy of torch.NAME(x, ...): the name, the node of the view
_VIEWS = {'as_strided': 'AsStrided', 'diagonal': 'Diagonal', 'permute': 'Permute', 'select': 'Select', 'split': 'Split',
          'split_with_sizes': 'SplitWithSizes', 'squeeze': 'Squeeze', 't': 'T', 'transpose': 'Transpose', 'unbind': 'Unbind',
          'unsqueeze': 'Unsqueeze', 'expand': 'Expand', 'unfold': 'Unfold', 'view_as_real': 'ViewAsReal',
          'view_as_complex': 'ViewAsComplex'}


def _copier(name, node):
    def copy(input, *args, **keywords):
        view = getattr(input, name) if hasattr(input, name) else lambda *a, **k: getattr(torch, name)(input, *a, **k)
        found = view(*args, **keywords)
        overload = '1' if name == 'squeeze' and (args or keywords) else '0'
        if overload == '1' and isinstance(args[0] if args else keywords['dim'], (tuple, list)):
            overload = '2'
        dense = lambda x: torch._C._name_node(x.clone(memory_format=torch.contiguous_format), '%sBackward%s_copy' % (node, overload))
        return tuple([dense(x) for x in found]) if isinstance(found, (tuple, list)) else dense(found)
    copy.__name__ = copy.__qualname__ = name + '_copy'
    copy.__doc__ = 'A copy of what %s gives.' % name
    return copy


for _name, _node in _VIEWS.items():
    globals()[_name + '_copy'] = _copier(_name, _node)


def view_copy(input, size):
    """A copy in another shape, or with its bytes as another type."""
    if isinstance(size, torch.dtype):
        return torch._C._name_node(input.view(size).clone(memory_format=torch.contiguous_format), 'ViewBackward1_copy')
    return torch._C._name_node(input.reshape(size).clone(memory_format=torch.contiguous_format), 'ViewBackward0_copy')


def alias_copy(input):
    """A copy."""
    return torch._C._name_node(input.clone(memory_format=torch.contiguous_format), 'AliasBackward0_copy')


def detach_copy(input):
    """A copy without a history."""
    return input.detach().clone(memory_format=torch.contiguous_format)


def slice_copy(input, dim=0, start=None, end=None, step=1):
    """A copy of a range of a dimension."""
    if dim and not -input.dim() <= dim < input.dim():
        if not input.dim():
            raise IndexError('slice() cannot be applied to a 0-dim tensor.')
        input.select(dim, 0)  # says what is wrong with it
    slices = input[tuple([slice(None)] * (dim % max(input.dim(), 1)) + [slice(start, end, step)])]
    return torch._C._name_node(slices.clone(memory_format=torch.contiguous_format), 'SliceBackward0_copy')
