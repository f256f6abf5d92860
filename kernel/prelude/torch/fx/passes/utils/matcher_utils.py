"""Finding the places in a graph that are like a small graph, the pattern."""

import torch
from torch.fx.node import Node


class InternalMatch:
    """One place: the nodes of the pattern's results here, and for each node of the pattern what stands in its place."""

    def __init__(self, anchors, nodes_map=None, placeholder_nodes=None, returning_nodes=None, name_node_map=None):
        self.anchors, self.nodes_map = anchors, nodes_map if nodes_map is not None else {}
        self.placeholder_nodes = placeholder_nodes if placeholder_nodes is not None else []
        self.returning_nodes = returning_nodes if returning_nodes is not None else []
        self.name_node_map = name_node_map if name_node_map is not None else {}


class SubgraphMatcher:
    """Finds a pattern in graphs. match_output: the place must be the output, too; match_placeholder: inputs stand for inputs only;
    ignore_literals: numbers in arguments may differ."""

    def __init__(self, pattern, match_output=False, match_placeholder=False, remove_overlapping_matches=True, ignore_literals=False):
        self.pattern, self.match_output, self.match_placeholder = pattern, match_output, match_placeholder
        self.remove_overlapping_matches, self.ignore_literals = remove_overlapping_matches, ignore_literals
        if len(pattern.nodes) == 0:
            raise ValueError('SubgraphMatcher cannot be initialized with an empty pattern')
        for node in pattern.nodes:
            if node.op != 'output' and not node.users:
                raise AssertionError('SubgraphMatcher cannot be initialized with an pattern with dead code')
        self.pattern_placeholder_nodes = [node for node in pattern.nodes if node.op == 'placeholder']
        output = pattern.output_node()
        self.pattern_returning_nodes = output.all_input_nodes
        self.pattern_anchors = [output] if match_output else [n for n in self.pattern_returning_nodes if len(n.users) == 1]

    def _alike(self, pn, gn):
        """Whether two nodes do the same, whatever their arguments."""
        if not self.match_placeholder and pn.op == 'placeholder':
            return True
        if pn.op != gn.op:
            return False
        if pn.op in ('placeholder', 'output'):
            return True
        if pn.op == 'call_module':
            return type(_attribute(pn)) is type(_attribute(gn))
        if pn.op == 'get_attr':
            return isinstance(_attribute(gn), torch.Tensor) and isinstance(_attribute(pn), torch.Tensor)
        return pn.target == gn.target

    def _values(self, pn, gn, found):
        """Whether two arguments stand for each other."""
        if isinstance(pn, Node):
            return isinstance(gn, Node) and self._nodes(pn, gn, found) or (pn.op == 'placeholder' and not isinstance(gn, Node)
                                                                       and self._literal(pn, gn, found))
        if isinstance(gn, Node):
            return False
        if isinstance(pn, (list, tuple)) and isinstance(gn, (list, tuple)):
            return len(pn) == len(gn) and all([self._values(a, b, found) for a, b in zip(pn, gn)])
        if isinstance(pn, dict) and isinstance(gn, dict):
            return pn.keys() == gn.keys() and all([self._values(pn[key], gn[key], found) for key in pn])
        return self.ignore_literals or (type(pn) is type(gn) and pn == gn)

    def _literal(self, pn, value, found):
        if pn in found.nodes_map:
            return found.nodes_map[pn] == value
        found.nodes_map[pn] = value
        return True

    def _nodes(self, pn, gn, found):
        if pn in found.nodes_map:
            return found.nodes_map[pn] is gn
        if any([other is gn for key, other in found.nodes_map.items() if key.op != 'placeholder']) and pn.op != 'placeholder':
            return False
        if not self._alike(pn, gn):
            return False
        saved = dict(found.nodes_map)
        found.nodes_map[pn] = gn
        if pn.op == 'placeholder':
            return True
        args = pn.args, gn.args
        ok = len(args[0]) == len(args[1]) and pn.kwargs.keys() == gn.kwargs.keys() or None
        if ok is None:
            named = _named_arguments(pn), _named_arguments(gn)
            ok = None not in named and named[0].keys() == named[1].keys() and all([self._values(named[0][k], named[1][k], found) for k in named[0]])
        else:
            ok = self._values(args[0], args[1], found) and self._values(dict(pn.kwargs), dict(gn.kwargs), found)
        if not ok:
            found.nodes_map.clear()
            found.nodes_map.update(saved)
        return ok

    def _is_contained(self, nodes_map):
        """Whether nobody outside uses a value in the middle of a place."""
        inside = {gn: pn for pn, gn in nodes_map.items() if pn.op != 'placeholder'}
        for gn, pn in inside.items():
            if pn in self.pattern_returning_nodes or not isinstance(gn, Node) or gn.op == 'get_attr':
                continue
            if any([user not in inside for user in gn.users]):
                return False
        return True

    def match(self, graph, node_name_match=''):
        """The places in the graph, first the later ones. Returns a list of InternalMatch."""
        rows = [(anchor, [node for node in graph.nodes if self._alike(anchor, node)]) for anchor in self.pattern_anchors]
        matches = [InternalMatch(anchors=self.pattern_anchors)]
        for anchor, candidates in rows:
            grown = []
            for base in matches:
                for node in candidates:
                    trial = InternalMatch(self.pattern_anchors, dict(base.nodes_map))
                    if self._nodes(anchor, node, trial):
                        grown.append(trial)
            matches = grown
        kept, taken = [], set()
        for found in matches:
            if len(found.nodes_map) < len([n for n in self.pattern.nodes if n.op != 'output' and n.users]) or not self._is_contained(found.nodes_map):
                continue
            own = {gn for pn, gn in found.nodes_map.items() if pn.op not in ('placeholder', 'output') and isinstance(gn, Node)}
            if self.remove_overlapping_matches and own & taken:
                continue
            taken |= own
            found.placeholder_nodes = [found.nodes_map[pn] for pn in self.pattern_placeholder_nodes if pn in found.nodes_map]
            found.returning_nodes = [found.nodes_map[pn] for pn in self.pattern_returning_nodes]
            kept.append(found)
        return kept


def _named_arguments(node):
    """The arguments of a call by the names of the parameters; None where they are not known."""
    code = getattr(node.target, '__code__', None)
    if node.op != 'call_function' or code is None or len(node.args) > code.co_argcount:
        return None
    return {**dict(zip(code.co_varnames, node.args)), **node.kwargs}


def _attribute(node):
    value = node.graph.owning_module
    for part in node.target.split('.'):
        value = getattr(value, part, None)
    return value


__all__ = ['SubgraphMatcher', 'InternalMatch']
