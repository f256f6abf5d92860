"""torch.utils._pytree: leaves, structures and their text, maps, paths, registered classes, errors."""
from collections import OrderedDict, defaultdict, deque, namedtuple

import torch
import torch.utils._pytree as pytree


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)))
    except Exception as error:
        print(type(error).__name__, error)


Pair = namedtuple('Pair', 'a b')
tree = {'b': [1, (2, 3)], 'a': OrderedDict(x=4), 'c': Pair(5, None), 'd': deque([6], maxlen=3), 'e': defaultdict(list, {'k': 7}), 'f': (), 'g': {}}
leaves, spec = pytree.tree_flatten(tree)
print(leaves)
print(spec)
print(pytree.tree_unflatten(leaves, spec), pytree.tree_unflatten(leaves, spec) == tree)
print(spec.num_leaves, spec.num_nodes, spec.num_children, spec.type, spec.context, spec.is_leaf(), spec.child(0), spec.flatten_up_to(tree))
print(pytree.tree_map(lambda x: x if x is None else x * 2, tree))
print(pytree.tree_map(lambda x, y: (x, y), [1, 2], [3, [4]]), pytree.tree_map(lambda x, y: x + y, {'a': 1, 'b': 2}, OrderedDict(b=3, a=4)))
attempt(pytree.tree_map, lambda x, y: x, [1, 2], [3])
attempt(pytree.tree_map, lambda x, y: x, [1, 2], (3, 4))
attempt(pytree.tree_map, lambda x, y: x, {'a': 1}, {'b': 1})
print(pytree.tree_map_only(int, lambda x: x + 1, [1, 'a', 2.]), pytree.tree_map_only((int, str), lambda x: 0, [1, 'a', 2.]),
      pytree.tree_map_only(lambda x: x == 'a', lambda x: 0, [1, 'a']), pytree.tree_map_only(int | str, lambda x: 0, [1, 'a', 2.]))
print(pytree.tree_leaves(tree), pytree.tree_structure([1, 2]), pytree.tree_all(lambda x: x > 0, [1, 2]), pytree.tree_any(lambda x: x > 1, [1, 2]),
      pytree.tree_all_only(int, lambda x: x > 0, [1, 'a']), pytree.tree_any_only(int, lambda x: x > 1, [1, 'a']), list(pytree.tree_iter([1, (2,)])))
leaf = pytree.tree_structure(3)
print(leaf, pytree.LeafSpec(), leaf == pytree.LeafSpec(), leaf.is_leaf(), leaf.num_nodes, leaf.num_leaves)
print(pytree.tree_structure([1]) == pytree.tree_structure([2]), pytree.tree_structure([1]) == pytree.tree_structure((2,)),
      hash(pytree.tree_structure([1])) == hash(pytree.tree_structure([1])), pytree.tree_structure({'b': 1, 'a': 2}) == pytree.tree_structure({'a': 1, 'b': 2}))
attempt(pytree.tree_unflatten, [1], pytree.tree_structure([1, 2]))
attempt(pytree.tree_unflatten, [1], 3)
attempt(pytree.tree_structure([1]).flatten_up_to, {})
print(pytree.tree_flatten([1, (2, 3)], is_leaf=lambda x: isinstance(x, tuple)))
pairs, _ = pytree.tree_flatten_with_path({'a': [1, 2], 'b': Pair(3, 4)})
print(pairs, [pytree.keystr(path) for path, _ in pairs])
print(pytree.tree_map_with_path(lambda path, x: (pytree.keystr(path), x), [1, {'z': 2}]), pytree.tree_leaves_with_path([1, (2,)]))
print(pytree.key_get({'a': [1, 2]}, pairs[1][0]), str(pytree.MappingKey('a')), repr(pytree.SequenceKey(1)), str(pytree.GetAttrKey('x')))


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return 'Point(%s, %s)' % (self.x, self.y)


print(pytree.tree_flatten(Point(1, 2)))
pytree.register_pytree_node(Point, lambda p: ([p.x, p.y], 'context'), lambda children, context: Point(*children))
print(pytree.tree_flatten(Point(1, [2])), pytree.tree_map(lambda x: x + 1, [Point(1, 2)]))
attempt(pytree.register_pytree_node, Point, None, None)
attempt(pytree.tree_flatten_with_path, Point(1, 2))
print(pytree.treespec_pprint(spec))
print(pytree._broadcast_to_and_flatten([1, 2], pytree.tree_structure([[0, 0], (0,)])), pytree._broadcast_to_and_flatten([1], pytree.tree_structure((0,))))
print(pytree.arg_tree_leaves([1], 2, a=3), pytree.tree_map_(lambda x: None, [1, 2]), pytree.tree_is_leaf([1]), pytree.tree_is_leaf(3))
print(pytree.is_namedtuple(Pair), pytree.is_namedtuple_class(Pair), pytree.is_namedtuple_instance(Pair(1, 2)), pytree.is_namedtuple((1, 2)))
print(pytree.tree_flatten(torch.Size([1, 2])), pytree.tree_map(lambda x: x + 1, {'w': torch.ones(2)}))
state = pytree.tree_map_only(torch.Tensor, lambda x: x.shape, {'state': {0: {'step': torch.tensor(1.), 'm': torch.zeros(2, 3)}}, 'lr': 0.1})
print(state)
