"""Trees of containers: leaves taken out and put back. Lists, tuples, dicts and their kin are nodes, and classes that are registered."""

from collections import OrderedDict, defaultdict, deque, namedtuple
from types import UnionType
from typing import Any

import torch

PyTree = Context = Any  # what annotations call a tree, and what a node keeps beside its children


class _Key:
    """A step from a node to one of its children: how it is written, and how it is taken."""

    def __init__(self, *value):
        if len(value) != 1:
            raise TypeError('%s() takes one value' % type(self).__name__)
        self.__dict__[self._field] = value[0]

    def _value(self):
        return self.__dict__[self._field]

    def __repr__(self):
        return '%s(%s=%r)' % (type(self).__name__, self._field, self._value())

    def __eq__(self, other):
        return type(self) is type(other) and self._value() == other._value()

    def __hash__(self):
        return hash((type(self), self._value()))

    def __str__(self):
        return self._form % (self._value(),)

    def get(self, parent):
        """The child of a node."""
        return parent[self._value()]


class SequenceKey(_Key):
    """An item of a sequence."""

    _field, _form = 'idx', '[%r]'


class MappingKey(_Key):
    """A value of a mapping."""

    _field, _form = 'key', '[%r]'


class GetAttrKey(_Key):
    """An attribute."""

    _field, _form = 'name', '.%s'

    def get(self, parent):
        """The child of a node."""
        return getattr(parent, self.name)


def is_namedtuple_class(cls):
    """Is it a class of named tuples?"""
    fields = getattr(cls, '_fields', None)
    return (isinstance(cls, type) and issubclass(cls, tuple) and isinstance(fields, tuple) and all([isinstance(name, str) for name in fields])
            and callable(getattr(cls, '_make', None)) and callable(getattr(cls, '_asdict', None)))


def is_namedtuple_instance(obj):
    """Is it a named tuple?"""
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj):
    """Is it a named tuple, or a class of them?"""
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def is_structseq_class(cls):
    """Is it a class of named results, like torch.return_types.max?"""
    return isinstance(cls, type) and cls.__bases__ == (tuple,) and isinstance(getattr(cls, 'n_sequence_fields', None), int)


def is_structseq_instance(obj):
    """Is it a named result?"""
    return is_structseq_class(type(obj))


def is_structseq(obj):
    """Is it a named result, or a class of them?"""
    return is_structseq_class(obj if isinstance(obj, type) else type(obj))


class _Node:
    """A kind of node: how it is taken apart into (children, context), put together, and what leads to its children."""

    def __init__(self, flatten, unflatten, keys=None):
        self.flatten, self.unflatten, self.keys = flatten, unflatten, keys


def _positions(node):
    return [SequenceKey(i) for i in range(len(node))]


def _mapping_keys(node):
    return [MappingKey(key) for key in node]


_of_sequence = lambda make: _Node(lambda node: (list(node), None), lambda children, context: make(children), _positions)

SUPPORTED_NODES = {
    tuple: _of_sequence(tuple),
    list: _of_sequence(list),
    dict: _Node(lambda d: (list(d.values()), list(d)), lambda children, keys: dict(zip(keys, children)), _mapping_keys),
    namedtuple: _Node(lambda t: (list(t), type(t)), lambda children, cls: cls(*children), lambda t: [GetAttrKey(name) for name in t._fields]),
    OrderedDict: _Node(lambda d: (list(d.values()), list(d)), lambda children, keys: OrderedDict(zip(keys, children)), _mapping_keys),
    defaultdict: _Node(lambda d: (list(d.values()), [d.default_factory, list(d)]),
                       lambda children, context: defaultdict(context[0], zip(context[1], children)), _mapping_keys),
    deque: _Node(lambda d: (list(d), d.maxlen), lambda children, most: deque(children, maxlen=most), _positions),
    torch.Size: _of_sequence(torch.Size),
}
_DICTS = (dict, OrderedDict, defaultdict)


def _keys_and_children(node):
    def flatten_with_keys(tree):
        children, context = node.flatten(tree)
        return [*zip(node.keys(tree), children)], context
    return flatten_with_keys


for _cls, _word in ((tuple, 'tuple'), (list, 'list'), (dict, 'dict'), (namedtuple, 'namedtuple'), (OrderedDict, 'ordereddict'), (defaultdict, 'defaultdict'),
                    (deque, 'deque')):  # the names under which libraries reuse them for classes of their own
    _node = SUPPORTED_NODES[_cls]
    globals().update({'_%s_flatten' % _word: _node.flatten, '_%s_unflatten' % _word: _node.unflatten, '_%s_flatten_with_keys' % _word: _keys_and_children(_node)})


def register_pytree_node(cls, flatten_fn, unflatten_fn, *, serialized_type_name=None, to_dumpable_context=None, from_dumpable_context=None,
                         flatten_with_keys_fn=None):
    """Makes a class one of nodes: flatten_fn(node) gives (children, context), unflatten_fn(children, context) a node."""
    if cls in SUPPORTED_NODES:
        raise ValueError('%s is already registered as pytree node.' % cls)
    keys = None if flatten_with_keys_fn is None else lambda node: [key for key, _ in flatten_with_keys_fn(node)[0]]
    SUPPORTED_NODES[cls] = _Node(flatten_fn, unflatten_fn, keys)


def _kind(tree):
    """The kind of a node; None for leaves."""
    cls = type(tree)
    if cls in SUPPORTED_NODES:
        return cls
    if is_namedtuple_class(cls):
        return namedtuple
    if is_structseq_class(cls):
        SUPPORTED_NODES[cls] = _of_sequence(cls)
        return cls
    return None


def _get_node_type(tree):
    return _kind(tree) or type(tree)


class TreeSpec:
    """The structure of a tree: the kind of a node, its context, and the structures of its children."""

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        self.num_children = len(children_specs)
        self.num_nodes = 1 + sum([each.num_nodes for each in children_specs])
        self.num_leaves = sum([each.num_leaves for each in children_specs])

    def is_leaf(self):
        """Is it the structure of a leaf?"""
        return False

    def children(self):
        """The structures of the children."""
        return list(self.children_specs)

    def child(self, index):
        """The structure of a child."""
        return self.children_specs[index]

    def __repr__(self, indent=0):
        inner = indent + 2
        texts = [each.__repr__(inner) for each in self.children_specs]
        name = 'namedtuple' if self.type is namedtuple else self.type.__name__
        return 'TreeSpec(%s, %s, [%s])' % (name, self.context, (',\n' + ' ' * inner).join(texts))

    def __str__(self):
        return self.__repr__()

    def __eq__(self, other):
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return (self.type, self.context, self.children_specs) == (other.type, other.context, other.children_specs)

    def __hash__(self):
        return hash((self.type, str(self.context), tuple(self.children_specs)))

    def unflatten(self, leaves):
        """The tree of this structure with these leaves."""
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError('treespec.unflatten(leaves): `leaves` has length %d but the spec refers to a pytree that holds %d items (%s).'
                             % (len(leaves), self.num_leaves, self))
        return self._built(iter(leaves))

    def _built(self, leaves):
        return SUPPORTED_NODES[self.type].unflatten([each._built(leaves) for each in self.children_specs], self.context)

    def flatten_up_to(self, tree):
        """The parts of a tree that stand where this structure has its leaves."""
        parts = []
        self._collect(tree, parts)
        return parts

    def _collect(self, tree, parts):
        kind = _kind(tree)
        dicts = self.type in _DICTS and kind in _DICTS
        if kind is not self.type and not dicts:
            raise ValueError('Node type mismatch; expected %r, but got %r.' % (self.type, type(tree)))
        children, context = SUPPORTED_NODES[kind].flatten(tree)
        if len(children) != self.num_children:
            raise ValueError('Node arity mismatch; expected %d, but got %d.' % (self.num_children, len(children)))
        if dicts:
            keys = self.context[1] if self.type is defaultdict else self.context
            missing, more = [key for key in keys if key not in tree], [key for key in tree if key not in keys]
            if missing or more:
                raise ValueError('Node keys mismatch; missing key(s): %s; extra key(s): %s.' % (set(missing), set(more)))
            children = [tree[key] for key in keys]
        elif context != self.context:
            raise ValueError('Node context mismatch for node type %r: expected %r, but got %r.' % (self.type, self.context, context))
        for spec, child in zip(self.children_specs, children):
            spec._collect(child, parts)


TreeSpec.__module__ = 'torch.utils._pytree'
PyTreeSpec = TreeSpec


class LeafSpec(TreeSpec):
    """The structure of a leaf."""

    def __init__(self):
        super().__init__(None, None, [])
        self.num_leaves = 1

    def is_leaf(self):
        """Is it the structure of a leaf?"""
        return True

    def __repr__(self, indent=0):
        return '*'

    def _built(self, leaves):
        return next(leaves)

    def _collect(self, tree, parts):
        parts.append(tree)


_LEAF = LeafSpec()


def treespec_leaf():
    """The structure of a leaf."""
    return _LEAF


def treespec_tuple(iterable=()):
    """The structure of a tuple of structures."""
    return TreeSpec(tuple, None, list(iterable))


def tree_is_leaf(tree, is_leaf=None):
    """Is it a leaf, by itself or because is_leaf says so?"""
    return (is_leaf is not None and is_leaf(tree)) or _kind(tree) is None


def _taken_apart(tree, is_leaf, leaves, path=None):
    """Adds the leaves of a tree, or with a path pairs of (path, leaf), and returns the structure."""
    kind = None if is_leaf is not None and is_leaf(tree) else _kind(tree)
    if kind is None:
        leaves.append(tree if path is None else (path, tree))
        return _LEAF
    node = SUPPORTED_NODES[kind]
    children, context = node.flatten(tree)
    if path is None:
        return TreeSpec(kind, context, [_taken_apart(child, is_leaf, leaves) for child in children])
    if node.keys is None:
        raise ValueError('Did not find a flatten_with_keys_fn for type: %s. Please pass a flatten_with_keys_fn argument to register_pytree_node.'
                         % kind)
    return TreeSpec(kind, context, [_taken_apart(child, is_leaf, leaves, (*path, key)) for key, child in zip(node.keys(tree), children)])


def tree_flatten(tree, is_leaf=None):
    """(the leaves, the structure)."""
    leaves = []
    return leaves, _taken_apart(tree, is_leaf, leaves)


def tree_flatten_with_path(tree, is_leaf=None):
    """(pairs of the path to a leaf and the leaf, the structure)."""
    leaves = []
    spec = _taken_apart(tree, is_leaf, leaves, ())
    return leaves, spec


def tree_unflatten(leaves, treespec):
    """The tree of a structure with these leaves."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError('Expected `treespec` to be an instance of PyTreeSpec but got item of type %s.' % type(treespec))
    return treespec.unflatten(leaves)


def tree_leaves(tree, is_leaf=None):
    """The leaves."""
    return tree_flatten(tree, is_leaf)[0]


def tree_leaves_with_path(tree, is_leaf=None):
    """Pairs of the path to a leaf and the leaf."""
    return tree_flatten_with_path(tree, is_leaf)[0]


def tree_iter(tree, is_leaf=None):
    """The leaves, one after the other."""
    yield from tree_leaves(tree, is_leaf)


def tree_structure(tree, is_leaf=None):
    """The structure."""
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func, tree, *rests, is_leaf=None):
    """The tree with func(leaf, what stands there in the other trees...) for each leaf."""
    leaves, spec = tree_flatten(tree, is_leaf)
    return spec.unflatten(list(map(func, leaves, *[spec.flatten_up_to(each) for each in rests])))


def tree_map_(func, tree, *rests, is_leaf=None):
    """Calls func with each leaf; returns the tree itself."""
    leaves, spec = tree_flatten(tree, is_leaf)
    for each in zip(leaves, *[spec.flatten_up_to(rest) for rest in rests]):
        func(*each)
    return tree


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    """The tree with func(path, leaf, ...) for each leaf."""
    pairs, spec = tree_flatten_with_path(tree, is_leaf)
    others = [spec.flatten_up_to(each) for each in rests]
    return spec.unflatten([func(path, leaf, *[other[i] for other in others]) for i, (path, leaf) in enumerate(pairs)])


def _test(what):
    """A test of leaves: by a type, types, or a function."""
    if isinstance(what, (type, tuple, UnionType)):
        return lambda leaf: isinstance(leaf, what)
    if callable(what):
        return what
    raise TypeError('Argument must be a type, a tuple of types, or a callable.')


def map_only(type_or_types_or_pred, /):
    """A decorator: the function for leaves of a type, others are left as they are."""
    test = _test(type_or_types_or_pred)
    return lambda func: lambda leaf: func(leaf) if test(leaf) else leaf


def tree_map_only(type_or_types_or_pred, /, func, tree, is_leaf=None):
    """The tree with func(leaf) for the leaves of a type, or of which a function is true."""
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, /, func, tree, is_leaf=None):
    """Calls func with the leaves of a type; returns the tree itself."""
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    """Is pred true of all leaves?"""
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    """Is pred true of a leaf?"""
    return any(map(pred, tree_leaves(tree, is_leaf)))


def tree_all_only(type_or_types, /, pred, tree, is_leaf=None):
    """Is pred true of all leaves of a type?"""
    return all([pred(leaf) for leaf in tree_leaves(tree, is_leaf) if isinstance(leaf, type_or_types)])


def tree_any_only(type_or_types, /, pred, tree, is_leaf=None):
    """Is pred true of a leaf of a type?"""
    return any([pred(leaf) for leaf in tree_leaves(tree, is_leaf) if isinstance(leaf, type_or_types)])


def arg_tree_leaves(*args, **kwargs):
    """The leaves of all arguments."""
    return tree_leaves(list(args)) + tree_leaves(list(kwargs.values()))


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """The leaves of a tree that is a prefix of a structure, each as often as leaves stand below it; None where it is no prefix."""
    if tree_is_leaf(tree, is_leaf):
        return [tree] * treespec.num_leaves
    if treespec.is_leaf() or _kind(tree) is not treespec.type:
        return None
    children, context = SUPPORTED_NODES[treespec.type].flatten(tree)
    if len(children) != treespec.num_children or context != treespec.context:
        return None
    found = [_broadcast_to_and_flatten(child, spec, is_leaf) for child, spec in zip(children, treespec.children_specs)]
    return None if None in found else sum(found, [])


def keystr(kp):
    """A path as it is written in a program."""
    return ''.join([str(key) for key in kp])


def key_get(obj, kp):
    """What a path leads to."""
    for key in kp:
        obj = key.get(obj)
    return obj


class _Star:
    def __repr__(self):
        return '*'


def treespec_pprint(treespec):
    """A structure as the text of a tree with stars for leaves."""
    return repr(treespec.unflatten([_Star()] * treespec.num_leaves))


def treespec_dumps(treespec, protocol=None):
    """Refused: structures are not written as text."""
    raise NotImplementedError('torch.utils._pytree.treespec_dumps: structures are not written as text in this version')


def treespec_loads(serialized):
    """Refused: structures are not read from text."""
    raise NotImplementedError('torch.utils._pytree.treespec_loads: structures are not read from text in this version')


__all__ = '''LeafSpec PyTreeSpec TreeSpec is_namedtuple is_namedtuple_class is_namedtuple_instance is_structseq is_structseq_class
is_structseq_instance key_get keystr register_pytree_node tree_all tree_all_only tree_any tree_any_only tree_flatten tree_flatten_with_path
tree_is_leaf tree_iter tree_leaves tree_leaves_with_path tree_map tree_map_ tree_map_only tree_map_only_ tree_map_with_path tree_structure
tree_unflatten treespec_dumps treespec_loads treespec_pprint'''.split()
