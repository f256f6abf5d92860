"""Graphs: nodes in the order in which they run, with the ways to make, move, copy and remove them. Their text is made in _codegen."""

import contextlib
import copy
import functools
import warnings

import torch
from torch.fx import _codegen
from torch.fx._codegen import CodeGen, PythonCode, _BoxedCodeGen, _PyTreeCodeGen, _PyTreeInfo  # noqa: F401  (their public home)
from torch.fx._names import _Namespace, _get_qualified_name, _is_from_torch, _short_name, _type_repr  # noqa: F401
from torch.fx.node import Node, _format_arg, map_arg  # noqa: F401


_EMPTY = object()


def _snake_case(text):
    """'BigCaseName' as 'big_case_name'."""
    out = []
    for i, c in enumerate(text):
        if c.isupper() and i and not text[i - 1].isupper() and text[i - 1] != '_':
            out.append('_')
        out.append(c.lower())
    return ''.join(out)


class _InsertPoint:
    """Where new nodes go from now on; at the end of a with block they go again where they went before."""

    def __init__(self, graph, insert):
        self._back = functools.partial(setattr, graph, '_insert', graph._insert)
        graph._insert = insert

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        self._back()


class _node_list:
    """The nodes of a graph in order. Nodes may be added and removed while it is walked through."""

    def __init__(self, graph, direction='_next'):
        if direction not in ('_next', '_prev'):
            raise AssertionError("direction must be '_next' or '_prev', got %s" % (direction,))
        self.graph, self.direction = graph, direction

    def __len__(self):
        return self.graph._len

    def __iter__(self):
        root = self.graph._root
        node = getattr(root, self.direction)
        while node is not root:
            if not node._erased:
                yield node
            node = getattr(node, self.direction)

    def __reversed__(self):
        return _node_list(self.graph, '_next' if self.direction == '_prev' else '_prev')


class Graph:
    """A program as a list of nodes: placeholders for its inputs, calls, and an output."""

    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self.__dict__.update(_owning_module=owning_module, _tracer_cls=tracer_cls, _tracer_extras=tracer_extras, _len=0, _order=None,
                             _used_names={}, _co_fields={}, _codegen=CodeGen())
        self._begin()

    def _begin(self):
        """No nodes yet: the list is its root."""
        self._graph_namespace = _Namespace()
        self._root = Node(self, '', 'root', '', (), {})
        self._insert = self._root.prepend

    owning_module = property(lambda self: self._owning_module, lambda self, module: setattr(self, '_owning_module', module),
                             doc='The module whose forward the graph is, if there is one.')
    nodes = property(lambda self: _node_list(self), doc='The nodes in order.')

    # ---- making nodes

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        """Makes a node at the place of insertion, the end unless a with block says otherwise. The name is made unique."""
        args, kwargs = () if args is None else args, {} if kwargs is None else kwargs
        if not isinstance(args, tuple):
            raise AssertionError('args must be a tuple, got %s' % type(args))
        if not isinstance(kwargs, dict):
            raise AssertionError('kwargs must be a dict, got %s' % type(kwargs))
        unique = self._graph_namespace.create_name(name if name is not None else self._target_to_str(target), None)
        node = Node(self, unique, op, target, args, kwargs, type_expr)
        owner = self.owning_module
        for hook in getattr(owner, '_create_node_hooks', ()) if owner is not None else ():
            hook(node)
        self._graph_namespace.associate_name_with_obj(unique, node)
        self._insert(node)
        self._len += 1
        return node

    def _target_to_str(self, target):
        if callable(target):
            text = _short_name(target)
        else:
            text = target
            if text.startswith('__') and text.endswith('__') and len(text) > 4:
                text = text[2:-2]
        return _snake_case(text.replace('.', '_'))

    def placeholder(self, name, type_expr=None, default_value=_EMPTY):
        """Makes an input."""
        # inspect.Signature.empty, too, says that there is none.
        no_default = default_value is _EMPTY or getattr(default_value, '__qualname__', '') == '_empty'
        return self.create_node('placeholder', name, args=() if no_default else (default_value,), type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        """Makes a node that reads a parameter, buffer or submodule of the module; warns if it has none of that name."""
        if self.owning_module is not None and not self._is_attribute(self.owning_module, qualified_name):
            warnings.warn('Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! Call '
                          'GraphModule.add_submodule to add the necessary submodule, GraphModule.add_parameter to add the necessary '
                          'Parameter, or nn.Module.register_buffer to add the necessary buffer', stacklevel=2)
        return self.create_node('get_attr', qualified_name, type_expr=type_expr)

    @staticmethod
    def _is_attribute(module, qualified_name):
        path, _, name = qualified_name.rpartition('.')
        try:
            module = module.get_submodule(path)
        except AttributeError:
            warnings.warn('Failed to fetch module %s!' % path, stacklevel=3)
            return False
        if not hasattr(module, name):
            return False
        value = getattr(module, name)
        return isinstance(value, (torch.nn.Module, torch.nn.Parameter)) or name in module._buffers

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        """Makes a call of a submodule's forward."""
        if self.owning_module:
            self.owning_module.get_submodule(module_name)  # which raises where there is none
        return self.create_node('call_module', module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        """Makes a call of a method of the first argument."""
        if not isinstance(method_name, str):
            raise AssertionError('Expected target to be str, got %s' % type(method_name))
        return self.create_node('call_method', method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        """Makes a call of a function."""
        return self.create_node('call_function', the_function, args, kwargs, name=name, type_expr=type_expr)

    def output(self, result, type_expr=None):
        """Makes the node that returns the result."""
        return self.create_node('output', 'output', (result,), type_expr=type_expr)

    # ---- copies

    def node_copy(self, node, arg_transform=lambda x: x):
        """Copies a node of another graph; arg_transform gives the node here for each in its arguments."""
        given = [map_arg(part, arg_transform) for part in (node.args, node.kwargs)]
        if not (isinstance(given[0], tuple) and isinstance(given[1], dict)):
            raise AssertionError('Expected args tuple and kwargs dict')
        made = self.create_node(node.op, node.target, *given, node.name, node.type)
        made.meta = dict(node.meta)
        return made

    def graph_copy(self, g, val_map, return_output_node=False):
        """Copies all nodes of the graph g and enters them into val_map. Returns the value of its output here."""
        copied = val_map.__getitem__
        todo = [node for node in g.nodes if node not in val_map]
        for node in todo:
            if node.op != 'output':
                val_map[node] = self.node_copy(node, copied)
                continue
            result = map_arg(node.args[0], copied)
            return (result, node) if return_output_node else result
        return None

    def __deepcopy__(self, memo=None):
        g = Graph(tracer_cls=self._tracer_cls)
        value = g.graph_copy(self, val_map := {}, return_output_node=True)
        g._codegen = copy.deepcopy(self._codegen)
        if value is not None:
            result, old = value
            made = g.output(result, type_expr=getattr(old, 'type', None))
            made.meta = copy.copy(old.meta)
            val_map[old] = made
        if memo is not None:
            memo[id(self)] = g
        return g

    def __getstate__(self):
        state = {**self.__dict__, '_insert': None, '_order': None, '_root': None, '_graph_namespace': None}
        return {**state, 'nodes': list(self.nodes)}

    def __setstate__(self, state):
        state = dict(state)
        nodes = state.pop('nodes')
        self.__dict__.update(state)
        self._begin()
        for node in nodes:
            self._root.prepend(node)
            self._graph_namespace._rename_object(node, node.name)
        for node in nodes:
            node._update_args_kwargs(node._args, node._kwargs)

    # ---- changes

    def erase_node(self, to_erase):
        """Removes a node that nobody uses."""
        if to_erase.users:
            raise RuntimeError('Tried to erase Node %s but it still had %d users in the graph: %s!' % (
                to_erase, len(to_erase.users), to_erase.users))
        if to_erase.graph is not self:
            raise RuntimeError('Attempting to remove %s from wrong graph!' % (to_erase,))
        if to_erase._erased:
            warnings.warn('erase_node(%s) on an already erased node' % (to_erase,), stacklevel=2)
            return
        for hook in to_erase._hooks('_erase_node_hooks'):
            hook(to_erase)
        to_erase._remove_from_list()
        to_erase._erased = True
        self._len -= 1
        to_erase._update_args_kwargs((), {})

    def _insertion(self, name, node, at_root, at_node):
        if node is None:
            return _InsertPoint(self, at_root(self._root))
        if node.graph is not self:
            raise AssertionError('Node to insert %s is not in graph.' % name)
        return _InsertPoint(self, at_node(node))

    def inserting_before(self, n=None):
        """Within the with block new nodes stand before n; without n at the end of the graph."""
        return self._insertion('before', n, lambda root: root.append, lambda node: node.prepend)

    def inserting_after(self, n=None):
        """Within the with block a new node stands right after n; without n at the beginning of the graph."""
        return self._insertion('after', n, lambda root: root.prepend, lambda node: node.append)

    def eliminate_dead_code(self, is_impure_node=None):
        """Removes what nobody uses and what does nothing but make a value. Returns whether there was any."""
        self.lint()
        keeps = is_impure_node or (lambda node: node.is_impure())
        changed = False
        for node in reversed(self.nodes):
            if not node.users and not keeps(node):
                self.erase_node(node)
                changed = True
        return changed

    # ---- looking

    def _places(self):
        if self._order is None:
            self._order = {node: i for i, node in enumerate(self.nodes)}
        return self._order

    def find_nodes(self, *, op, target=None, sort=True):
        """The nodes with that op, and with that target where one is given, in order."""
        return [node for node in self.nodes if node.op == op and (target is None or op not in ('call_function', 'call_module', 'call_method',
                                                                                               'get_attr', 'placeholder')
                                                                  or node.target == target)]

    def output_node(self):
        """The output."""
        last = next(iter(reversed(self.nodes)))
        if last.op != 'output':
            raise AssertionError('Expected output node, got op=%s' % last.op)
        return last

    def __str__(self):
        return 'graph():' + ''.join(['\n    ' + node.format_node() for node in self.nodes])

    def print_tabular(self):
        """Prints a table of the nodes. Needs the package tabulate."""
        try:
            from tabulate import tabulate
        except ImportError:
            print('`print_tabular` relies on the library `tabulate`, which could not be found on this machine. Run `pip install tabulate` '
                  'to install the library.')
            raise
        rows = [[node.op, node.name, node.target, node.args, node.kwargs] for node in self.nodes]
        print(tabulate(rows, headers=['opcode', 'name', 'target', 'args', 'kwargs']))

    def lint(self):
        """Raises an error unless every node is defined before it is used, names are unique and targets are there."""
        seen_names, seen = set(), set()

        def check(arg, user):
            context = "'%s' of Node '%s'" % (arg, user)
            if arg.graph is not self:
                raise RuntimeError('Argument %s does not belong to this Graph, but was used as an argument! If you are copying nodes from '
                                   'another graph, make sure to use ``arg_transform`` on node_copy() to remap values\n%s' % (context, self))
            if arg not in seen:
                raise RuntimeError('Argument %s was used before it has been defined! Please check that Nodes in the graph are '
                                   'topologically ordered\n%s' % (context, self))
        for node in self.nodes:
            if node.graph is not self:
                raise RuntimeError("Node '%s' does not belong to this Graph!" % (node,))
            map_arg((node.args, node.kwargs), lambda arg: check(arg, node))
            seen.add(node)
            if node.name in seen_names:
                raise RuntimeError('Node redefined name %s!' % node.name)
            seen_names.add(node.name)
        if self.owning_module is not None:
            for node in self.nodes:
                if node.op in ('get_attr', 'call_module'):
                    self._check_target(node)

    def _check_target(self, node):
        parts = node.target.split('.')
        value = self.owning_module
        for i, part in enumerate(parts):
            found = getattr(value, part, None)
            where = "Node %s target %s references nonexistent attribute %s of %s" % (node, node.target, part, '.'.join(parts[:i]))
            if not hasattr(value, part):
                raise RuntimeError(where)
            if node.op == 'call_module' and not isinstance(found, torch.nn.Module) and i == len(parts) - 1:
                raise RuntimeError('Node %s target %s does not reference an nn.Module' % (node, node.target))
            value = found

    # ---- text

    def set_codegen(self, codegen):
        """Sets what makes the text of the program."""
        self._codegen = codegen

    def process_inputs(self, *args):
        """The arguments of the program as its placeholders take them."""
        return self._codegen.process_inputs(*args)

    def process_outputs(self, out):
        """The result of the program from what its output node gives."""
        return self._codegen.process_outputs(out)

    def python_code(self, root_module, *, verbose=False, include_stride=False, include_device=False, colored=False, expanded_def=False,
                    record_func=False, additional_meta=None):
        """The program as the source of a function, with the names that it uses, in a PythonCode. root_module: the name of the module's
        variable, 'self'."""
        namespace = _Namespace()
        before = {}

        def named(node):
            return namespace.create_name(node.name, node)
        for node in self.nodes:
            before[node], node._repr_fn = node._repr_fn, named
        try:
            return self._codegen._gen_python_code(
                self.nodes, root_module, namespace, verbose=verbose, include_stride=include_stride, include_device=include_device,
                colored=colored, expanded_def=expanded_def, record_func=record_func, additional_meta=additional_meta)
        finally:
            for node, shown in before.items():
                node._repr_fn = shown

    def on_generate_code(self, make_transformer):
        """Changes the lines of generated code: make_transformer(the function there was, or None) returns one that takes and returns a
        list of lines. Used in a with statement, it holds for the block."""
        before = self._codegen._body_transformer
        self._codegen._body_transformer = make_transformer(before)

        @contextlib.contextmanager
        def block():
            try:
                yield
            finally:
                self._codegen._body_transformer = before
        return block()


magic_methods = _codegen.magic_methods
inplace_methods = _codegen.inplace_methods
reflectable_magic_methods = _codegen.reflectable_magic_methods
