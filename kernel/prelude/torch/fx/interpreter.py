"""Running a graph node by node, and making a new graph of what that does."""

import torch
from torch.fx._symbolic_trace import Tracer
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate, map_arg
from torch.fx.proxy import Proxy


class Interpreter:
    """Runs the graph of a module one node at a time. Derive from it: run_node(n) is called for each node and calls the method named as
    the node's op."""

    def __init__(self, module, garbage_collect_values=True, graph=None):
        self.module = module
        self.submodules = dict(module.named_modules())
        self.graph = graph if graph is not None else module.graph
        self.env = {}
        self.name = 'Interpreter'
        self.garbage_collect_values = garbage_collect_values
        self.extra_traceback = True
        self.user_to_last_uses = self._last_uses() if garbage_collect_values else {}

    def _last_uses(self):
        seen, last = set(), {}
        for node in reversed(self.graph.nodes):
            for n in node.all_input_nodes:
                if n not in seen:
                    seen.add(n)
                    last.setdefault(node, []).append(n)
        return last

    def run(self, *args, initial_env=None, enable_io_processing=True):
        """Runs the graph on arguments. initial_env: values of nodes that are known. Returns the output."""
        self.env = {} if initial_env is None else initial_env
        self.args_iter = iter(self.graph.process_inputs(*args) if enable_io_processing else args)
        for node in self.graph.nodes:
            if node not in self.env:
                self._step(node)
                if node.op == 'output':
                    result = self.env[node]
                    return self.graph.process_outputs(result) if enable_io_processing else result
        return None

    def _step(self, node):
        """Runs a node and forgets what nobody will use after it."""
        try:
            self.env[node] = self.run_node(node)
        except Exception as error:
            if self.extra_traceback:
                self._explain(node, error)
            raise
        for used in self.user_to_last_uses.get(node, ()):
            del self.env[used]

    def boxed_run(self, args_list):
        """Runs the graph on a list of arguments, one for each placeholder, and empties the list."""
        args = list(args_list)
        args_list.clear()
        known = dict(zip(self.graph.find_nodes(op='placeholder'), args))
        return self.run(initial_env=known)

    @staticmethod
    def _explain(node, error):
        text = 'While executing %s\nOriginal traceback:\n%s\nUse tlparse to see full graph. (https://github.com/pytorch/tlparse?tab=' \
               'readme-ov-file#tlparse-parse-structured-pt2-logs)' % (node.format_node(), node.stack_trace)
        if error.args:
            text = '%s\n\n%s' % (error.args[0], text)
        error.args = (text,) + error.args[1:]
        if isinstance(error, KeyError):
            raise RuntimeError(*error.args) from error

    def run_node(self, n):
        """Runs one node by the method of its op. Returns its value."""
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target, args, kwargs):
        """The value of an input: the next argument, or its default."""
        if target.startswith('*'):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration as error:
            if args:
                return args[0]
            raise RuntimeError('Expected positional argument for parameter %s, but one was not passed in!' % target) from error

    def get_attr(self, target, args, kwargs):
        """The value of an attribute of the module."""
        return self.fetch_attr(target)

    def call_function(self, target, args, kwargs):
        """Calls a function."""
        return target(*args, **kwargs)

    def call_method(self, target, args, kwargs):
        """Calls a method of the first argument."""
        owner, *rest = args
        return getattr(owner, target)(*rest, **kwargs)

    def call_module(self, target, args, kwargs):
        """Calls a submodule."""
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target, args, kwargs):
        """The result."""
        return args[0]

    def fetch_attr(self, target):
        """What is at a path of names in the module."""
        value = self.module
        parts = target.split('.')
        for i, part in enumerate(parts):
            if not hasattr(value, part):
                raise RuntimeError('Node referenced nonexistent target %s' % '.'.join(parts[:i + 1]))
            value = getattr(value, part)
        return value

    def fetch_args_kwargs_from_env(self, n):
        """The arguments of a node as values."""
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args, n):
        """The nest args with the values of its nodes."""
        def load(node):
            if node not in self.env:
                raise RuntimeError('Node %s referenced nonexistent value %s! Run Graph.lint() to diagnose such issues' % (n, node))
            return self.env[node]
        return map_arg(args, load)


class _NewGraphTracer(Tracer):
    def __init__(self, graph):
        super().__init__()
        self.graph = graph
        self.tensor_attrs = {}

    def is_leaf_module(self, m, module_qualified_name):
        return True


def _recorder(op, text):
    """A method of Transformer that makes a node of the op."""
    def record(self, target, args, kwargs):
        return self.tracer.create_proxy(op, target, args, kwargs)
    record.__name__, record.__doc__ = op, text
    return record


class Transformer(Interpreter):
    """An interpreter that works on proxies: what its methods do with them is a new graph. Override call_function and the like to
    change what the program does."""

    def __init__(self, module):
        Interpreter.__init__(self, module)
        graph = Graph()
        graph.set_codegen(module.graph._codegen)
        self.new_graph, self.tracer = graph, _NewGraphTracer(graph)
        self.tracer.root = module

    get_attr = _recorder('get_attr', 'Makes the node that reads the attribute in the new graph.')
    call_function = _recorder('call_function', 'Makes the call of the function in the new graph.')

    def placeholder(self, target, args, kwargs):
        """Makes the input in the new graph."""
        return Proxy(self.new_graph.create_node('placeholder', target, args[:1]), self.tracer)

    def call_module(self, target, args, kwargs):
        """Makes the call of the submodule in the new graph."""
        return self.tracer.call_module(self.fetch_attr(target), None, args, kwargs)

    def transform(self):
        """Runs over the graph. Returns a module with the new one."""
        with torch.no_grad():
            result = super().run(enable_io_processing=False)
        if result is not None:
            plain = map_aggregate(result, lambda x: x.node if isinstance(x, Proxy) else x)
            self.new_graph.output(plain, self.graph.output_node().type)
        return GraphModule(self.module, self.new_graph)


__all__ = ['Interpreter', 'Transformer']
