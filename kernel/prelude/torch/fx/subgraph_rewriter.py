"""Replacing all places in a graph that are like a pattern."""

import copy
from collections import namedtuple

import torch
from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node
from torch.fx.passes.utils.matcher_utils import SubgraphMatcher


class Match(namedtuple('Match', ['anchor', 'nodes_map'])):
    """A place that was replaced: the node that gave its result, and for each node of the pattern the node that was in its place."""

    __slots__ = ()


class ReplacedPatterns:
    """A place that was replaced, with the new nodes."""

    def __init__(self, anchor, nodes_map, replacements):
        self.anchor, self.nodes_map, self.replacements = anchor, nodes_map, replacements

    def __repr__(self):
        return 'ReplacedPatterns(anchor=%r, nodes_map=%r, replacements=%r)' % (self.anchor, self.nodes_map, self.replacements)


def replace_pattern(gm, pattern, replacement):
    """Replaces in the graph of gm all that does what the function pattern does by what the function replacement does. The two have the same
    parameters. Returns a list of Match."""
    return [Match(row.anchor, row.nodes_map) for row in _replace_pattern(gm, pattern, replacement)]


def replace_pattern_with_filters(gm, pattern, replacement=None, match_filters=None, ignore_literals=False, replacement_callback=None,
                                 node_name_match=''):
    """The same for those places for which every function of match_filters, called with the place, the graph and the pattern's graph, is
    true. replacement_callback makes the new graph for a place. Returns a list of ReplacedPatterns."""
    return _replace_pattern(gm, pattern, replacement, match_filters, ignore_literals, replacement_callback)


def _graph_of(program):
    if isinstance(program, GraphModule):
        return program.graph
    return program if isinstance(program, Graph) else symbolic_trace(program).graph


def _replace_attributes(gm, replacement):
    """Gives gm the attributes that the replacement's graph reads, and takes away those that nobody needs."""
    gm.delete_all_unused_submodules()
    if isinstance(replacement, GraphModule):
        replacement.graph.lint()
    for node in gm.graph.nodes:
        if node.op not in ('call_module', 'get_attr'):
            continue
        owner, _, name = node.target.rpartition('.')
        try:
            getattr(gm.get_submodule(owner), name)
            continue
        except AttributeError:
            pass
        if not isinstance(replacement, torch.nn.Module):
            continue
        try:
            value = getattr(replacement.get_submodule(owner), name)
        except AttributeError:
            raise RuntimeError('Attempted to create a "%s" node during subgraph rewriting with target %s, but the referenced attribute does '
                               'not exist in the replacement GraphModule' % (node.op, node.target)) from None
        value = copy.deepcopy(value)
        gm.add_submodule(node.target, value) if isinstance(value, torch.nn.Module) else setattr(gm.get_submodule(owner), name, value)


def _replace_pattern(gm, pattern, replacement, match_filters=None, ignore_literals=False, replacement_callback=None):
    graph, pattern_graph = gm.graph, _graph_of(pattern)
    matcher = SubgraphMatcher(pattern_graph, ignore_literals=ignore_literals)
    found = [match for match in matcher.match(graph)
             if all([keep(match, graph, pattern_graph) for keep in match_filters or ()])]
    given = _graph_of(replacement) if replacement is not None else None
    if given is None and replacement_callback is None:
        raise AssertionError('Must provide either replacement GraphModule or replacement callback')
    changed, rows = {}, []
    for match in found:
        new = replacement_callback(match, graph, pattern_graph) if replacement_callback is not None else given
        inputs = [node for node in new.nodes if node.op == 'placeholder']
        if len(match.placeholder_nodes) != len(inputs):
            raise AssertionError('The number of placeholders differs: %d and %d' % (len(match.placeholder_nodes), len(inputs)))
        values = {}
        for node, value in zip(inputs, match.placeholder_nodes):
            values[node] = changed.get(value, value) if isinstance(value, Node) else value
        own = [gn for pn, gn in match.nodes_map.items() if pn.op != 'placeholder' and isinstance(gn, Node)]
        users = {user for node in match.returning_nodes for user in node.users}
        first = next((node for node in graph.nodes if node in users), None)
        before = set(graph.nodes)
        with graph.inserting_before(first):
            result = graph.graph_copy(new, values)
        made = [node for node in graph.nodes if node not in before]
        results = result if isinstance(result, (tuple, list)) else (result,)
        if len(match.returning_nodes) != len(results):
            raise AssertionError('The number of results differs: %d and %d' % (len(match.returning_nodes), len(results)))
        for old, node in zip(match.returning_nodes, results):
            old.replace_all_uses_with(node)
            changed[old] = node
        for node in reversed(pattern_graph.nodes):
            if node.op not in ('placeholder', 'output') and match.nodes_map[node] in own:
                graph.erase_node(match.nodes_map[node])
        rows.append(ReplacedPatterns(match.anchors[0] if match.anchors else None, match.nodes_map, made))
    gm.recompile()
    if isinstance(replacement, torch.nn.Module):
        _replace_attributes(gm, replacement)
    return rows


__all__ = ['Match', 'replace_pattern', 'replace_pattern_with_filters', 'ReplacedPatterns']
