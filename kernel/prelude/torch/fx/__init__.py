"""Symbolic tracing: programs and modules as graphs that can be read, changed, run and written as text."""

from torch.fx import immutable_collections
from torch.fx._symbolic_trace import PH, ProxyableClassMeta, Tracer, symbolic_trace, wrap
from torch.fx.graph import CodeGen, Graph
from torch.fx.graph_module import GraphModule
from torch.fx.interpreter import Interpreter, Transformer
from torch.fx.node import Node, has_side_effect, map_arg
from torch.fx.proxy import Proxy
from torch.fx.subgraph_rewriter import replace_pattern

__all__ = ['CodeGen', 'Graph', 'GraphModule', 'Interpreter', 'Node', 'PH', 'Proxy', 'ProxyableClassMeta', 'Tracer', 'Transformer',
           'has_side_effect', 'map_arg', 'replace_pattern', 'symbolic_trace', 'wrap', 'immutable_collections']
