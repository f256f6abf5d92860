"""Tensors in tuples, lists and dicts, taken out and put back, for torch.func and torch.utils."""


def flatten(tree):
    """(the leaves, the structure: what unflatten needs to rebuild the tree)."""
    if isinstance(tree, dict):
        parts, plan = [flatten(each) for each in tree.values()], ('dict', list(tree), [])
    elif isinstance(tree, (tuple, list)):
        parts, plan = [flatten(each) for each in tree], ('named' if hasattr(tree, '_fields') else 'sequence', type(tree), [])
    else:
        return [tree], None
    leaves = []
    for found, inner in parts:
        leaves += found
        plan[2].append((inner, len(found)))
    return leaves, plan


def rebuild(plan, leaves):
    """The reverse of flatten."""
    if plan is None:
        return leaves[0]
    kind, what, inner = plan
    parts, at = [], 0
    for each, count in inner:
        parts.append(rebuild(each, leaves[at:at + count]))
        at += count
    if kind == 'dict':
        return dict(zip(what, parts))
    return what(*parts) if kind == 'named' else what(parts)


def mapped(function, tree):
    """The tree with each leaf replaced by function(leaf)."""
    leaves, plan = flatten(tree)
    return rebuild(plan, [function(leaf) for leaf in leaves])


def shown(plan):
    """The shape of a tree, a star for each leaf."""
    if plan is None:
        return '*'
    if plan[0] == 'dict':
        return '{' + ', '.join(['%r: %s' % (key, shown(each)) for key, (each, _) in zip(plan[1], plan[2])]) + '}'
    inner = ', '.join([shown(each) for each, _ in plan[2]])
    if plan[1] is list:
        return '[%s]' % inner
    return '(%s%s)' % (inner, ',' if len(plan[2]) == 1 else '')
