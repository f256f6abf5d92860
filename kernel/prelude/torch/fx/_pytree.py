"""Nests of containers that stand for one argument of a traced function: flattened along a structure that is known."""

import torch.utils._pytree as pytree
from torch.utils._pytree import PyTree, TreeSpec  # noqa: F401


def tree_flatten_spec(pytree_, spec, exact_structural_match=False):
    """The leaves of a nest as the structure spec has them; keys and items that spec does not have are left out, unless
    exact_structural_match."""
    children = spec.children() if callable(getattr(spec, 'children', None)) else spec.children_specs
    if spec.is_leaf():
        return [pytree_]
    kind = spec.type
    if isinstance(pytree_, dict):
        keys = list(spec.context[1] if kind.__name__ == 'defaultdict' else spec.context)
        if exact_structural_match and len(pytree_) != len(keys):
            raise ValueError('the keys differ from those of the structure')
        items = [pytree_[key] for key in keys]
    elif isinstance(pytree_, (list, tuple)):
        if exact_structural_match and len(pytree_) != len(children):
            raise ValueError('the number of items differs from that of the structure')
        items = list(pytree_)[:len(children)]
    else:
        raise RuntimeError('%s does not have a flatten_fn_spec associated with it. Please register one with '
                           'torch.fx._pytree.register_pytree_flatten_spec.  If you have serialized your model, make sure that any custom '
                           'pytrees have been registered before loading it.' % (kind,))
    return [leaf for item, child in zip(items, children) for leaf in tree_flatten_spec(item, child, exact_structural_match)]


__all__ = ['tree_flatten_spec', 'PyTree', 'TreeSpec', 'pytree']
