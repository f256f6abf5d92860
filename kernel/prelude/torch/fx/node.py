"""Nodes of a graph: what is called with which arguments, and who uses the result."""

import builtins
import typing

import torch
from torch.fx._names import _get_qualified_name, _type_repr
from torch.fx.immutable_collections import immutable_dict, immutable_list

BaseArgumentTypes = (str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.memory_format, torch.layout)
Target = typing.Union[typing.Callable[..., typing.Any], str]
Argument = typing.Optional[typing.Any]
_legal_ops = dict.fromkeys(['placeholder', 'call_method', 'call_module', 'call_function', 'get_attr', 'output', 'root'])
_side_effectful_functions = set()


def has_side_effect(fn):
    """Marks a function as one whose calls eliminate_dead_code() keeps, used or not. Returns it."""
    _side_effectful_functions.add(fn)
    return fn


# Functions whose calls stay, by their module there.
_KEPT = {'torch': '_assert _assert_async', '_operator': 'setitem', 'torch.amp': '_enter_autocast _exit_autocast'}
_RANDOM = frozenset('bernoulli multinomial normal poisson rand rand_like randint randint_like randn randn_like randperm'.split())


def _is_kept(function):
    name = getattr(function, '__name__', '')
    if name == 'setitem' or function in _side_effectful_functions:
        return True
    for home, names in _KEPT.items():
        if name in names.split() and _get_qualified_name(function) == '%s.%s' % (home, name):
            return True
    return name in _RANDOM and getattr(torch, name) is function


def map_aggregate(a, fn):
    """The same nest of tuples, lists, dicts and slices with fn(x) for each x that is none of those. Lists and dicts of the result
    cannot be changed."""
    if isinstance(a, tuple):
        items = [map_aggregate(item, fn) for item in a]
        return type(a)(*items) if hasattr(a, '_fields') else tuple(items)
    if isinstance(a, list):
        return immutable_list([map_aggregate(item, fn) for item in a])
    if isinstance(a, dict):
        return immutable_dict([(key, map_aggregate(value, fn)) for key, value in a.items()])
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def map_arg(a, fn):
    """The same nest of containers with fn(node) for each node in it."""
    if not callable(fn):
        raise AssertionError('torch.fx.map_arg(a, fn): fn must be a callable')
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def _format_arg(arg, max_list_len=float('inf')):
    """An argument as graphs print it: nodes with a percent sign."""
    if hasattr(arg, '_custom_fx_repr_fn'):
        return arg._custom_fx_repr_fn()
    if isinstance(arg, (list, tuple)):
        kept = [_format_arg(item) for i, item in enumerate(arg) if i < max_list_len]
        if len(arg) > max_list_len:
            kept.append('...[total_len=%d]' % len(arg))
        text = ', '.join(kept)
        if isinstance(arg, list):
            return '[' + text + ']'
        return '(' + text + (',)' if len(arg) == 1 else ')')
    if isinstance(arg, dict):
        return '{' + ', '.join(['%s: %s' % (key, _format_arg(value)) for key, value in arg.items()]) + '}'
    return '%' + str(arg) if isinstance(arg, Node) else str(arg)


class Node:
    """A step of a graph. op is one of placeholder, get_attr, call_function, call_method, call_module and output; target is what is read
    or called; args and kwargs are nests of containers with nodes in them. The result is the node itself in the arguments of others,
    which are the keys of users."""

    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        if op not in _legal_ops:
            raise AssertionError("op '%s' is not in _legal_ops" % (op,))
        if op == 'call_function':
            if not callable(target):
                raise ValueError("Node [graph = %s, name = '%s'] target %s has type %s but a Callable is expected" % (
                    graph, name, target, torch.typename(target)))
        elif not isinstance(target, str):
            raise ValueError("Node [graph = %s, name = '%s'] target %s has type %s but a str is expected" % (
                graph, name, target, torch.typename(target)))
        self.__dict__.update(graph=graph, name=name, op=op, target=target, type=return_type, users={}, meta={}, _input_nodes={}, _repr_fn=None,
                      _prev=self, _next=self, _erased=False, _args=(), _kwargs=immutable_dict())
        self._update_args_kwargs(args, kwargs)

    # ---- what it is called with

    def _update_args_kwargs(self, args, kwargs):
        for node in self._input_nodes:
            node.users.pop(self, None)
        found = {}

        def noted(x):
            if isinstance(x, Node):
                found.setdefault(x)
                x.users.setdefault(self)
            return x
        self._args = map_aggregate(args, noted)
        self._kwargs = map_aggregate(kwargs, noted)
        self._input_nodes = found

    @property
    def args(self):
        """The positional arguments, a tuple. Assign a new one to change them."""
        return self._args

    @args.setter
    def args(self, a):
        self._update_args_kwargs(a, self._kwargs)

    @property
    def kwargs(self):
        """The arguments by name. Assign a new dict to change them."""
        return self._kwargs

    @kwargs.setter
    def kwargs(self, k):
        self._update_args_kwargs(self._args, k)

    @property
    def all_input_nodes(self):
        """The nodes in the arguments, each once."""
        return list(self._input_nodes)

    def update_arg(self, idx, arg):
        """Replaces one positional argument."""
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx, arg):
        """Puts an argument before the positional one of that number."""
        if not 0 <= idx <= len(self.args):
            raise AssertionError('insert_args index must be between 0 and len(self.args), got %s' % (idx,))
        self.args = self.args[:idx] + (arg,) + self.args[idx:]

    def update_kwarg(self, key, arg):
        """Replaces or adds one argument by name."""
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        """Replaces a node everywhere in the arguments."""
        for hook in self._hooks('_replace_hooks'):
            hook(old=old_input, new=new_input.name, user=self)

        def swapped(node):
            return new_input if node is old_input else node
        self._update_args_kwargs(map_arg(self.args, swapped), map_arg(self.kwargs, swapped))

    def replace_all_uses_with(self, replace_with, delete_user_cb=None, *, propagate_meta=False):
        """Replaces this node in the arguments of those that use it (of those for which delete_user_cb(user) is true). Returns them."""
        if propagate_meta:
            if replace_with.meta:
                raise AssertionError('Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with already has '
                                     '.meta keys')
            replace_with.meta.update(self.meta)
        changed = []
        for user in list(self.users):
            if delete_user_cb is None or delete_user_cb(user):
                changed.append(user)
                user.replace_input_with(self, replace_with)
        return changed

    def _hooks(self, kind):
        owner = self.graph.owning_module
        return getattr(owner, kind, ()) if owner is not None else ()

    # ---- where it is

    @property
    def next(self):
        """The node after this one; after the last comes the root of the list, which is no node of the graph."""
        return self._next

    @property
    def prev(self):
        """The node before this one."""
        return self._prev

    def prepend(self, x):
        """Moves the node x to the place before this one."""
        if self.graph is not x.graph:
            raise AssertionError('Attempting to move a Node into a different Graph')
        if x is self:
            import warnings
            warnings.warn('Trying to prepend a node to itself. This behavior has no effect on the graph.', stacklevel=2)
            return
        x._remove_from_list()
        before = self._prev
        before._next = x
        x._prev, x._next = before, self
        self._prev = x
        self.graph._order = None

    def append(self, x):
        """Moves the node x to the place after this one."""
        if self._next is not x:
            self._next.prepend(x)

    def _remove_from_list(self):
        before, after = self._prev, self._next
        before._next = after
        after._prev = before
        self.graph._order = None

    def _place(self):
        return self.graph._places()[self]

    def __lt__(self, other):
        return self._place() < other._place()

    def __gt__(self, other):
        return self._place() > other._place()

    def __le__(self, other):
        return self is other or self < other

    def __ge__(self, other):
        return self is other or self > other

    # ---- what it is called

    def _rename(self, candidate):
        if candidate != self.name:
            self.name = self.graph._graph_namespace.create_name(candidate, None)

    def __repr__(self):
        return self._repr_fn(self) if self._repr_fn else self.name

    @property
    def stack_trace(self):
        """Where in the traced program the node was made, if that was recorded."""
        return self.meta.get('stack_trace')

    @stack_trace.setter
    def stack_trace(self, trace):
        self.meta['stack_trace'] = trace

    @staticmethod
    def _pretty_print_target(target):
        if isinstance(target, str):
            return target
        if getattr(target, '__module__', None) == 'builtins' and getattr(builtins, getattr(target, '__name__', ''), None) is target:
            return 'builtins.' + target.__name__
        name = _get_qualified_name(target)
        return name[1:] if name.startswith('_operator.') else name

    def format_node(self, placeholder_names=None, maybe_return_typename=None, *, include_tensor_metadata=False):
        """One line of text about the node. With a list of placeholder_names the parameter that a placeholder is goes there in place of
        a line."""
        kind = _type_repr(self.type) if self.type else ''
        shown = '%%%s : %s[num_users=%d] = %s[target=' % (self.name, kind and kind + ' ', len(self.users), self.op)
        if self.op == 'output':
            if self.type and maybe_return_typename:
                maybe_return_typename[0] = ' -> ' + kind
            return 'return %s' % (self.args[0],)
        if self.op == 'placeholder':
            if placeholder_names is not None and isinstance(placeholder_names, list):
                if not isinstance(self.target, str):
                    raise AssertionError('expected self.target to be str, got %s' % type(self.target))
                placeholder_names.append(self.target + (': ' + kind if kind else ''))
                return None
            return shown + '%s]' % self.target + ('(default=%s)' % (self.args[0],) if self.args else '')
        if self.op == 'get_attr':
            return shown + '%s]' % self._pretty_print_target(self.target)
        return shown + '%s](args = %s, kwargs = %s)' % (self._pretty_print_target(self.target), _format_arg(self.args), _format_arg(self.kwargs))

    def is_impure(self, impure_random=True):
        """Whether running the node does more than making a value: such a node stays although nobody uses it."""
        if self.op in ('placeholder', 'output'):
            return True
        if self.op == 'call_function':
            schema = getattr(self.target, '_schema', None)
            if schema is not None and schema.is_mutable:
                return True
            if impure_random and 'nondeterministic_seeded' in str(getattr(self.target, 'tags', '')):
                return True
            return _is_kept(self.target)
        if self.op == 'call_module':
            owner = self.graph.owning_module
            if owner is None:
                raise AssertionError('self.graph.owning_module not set for purity check')
            module = owner.get_submodule(self.target)
            return getattr(module, '_is_impure', False)
        return False

    def __getstate__(self):
        """Without what the graph knows: neighbours, and who uses the node."""
        left = ('_prev', '_next', 'users', '_input_nodes', '_repr_fn')
        return {key: value for key, value in self.__dict__.items() if key not in left}

    def __setstate__(self, state):
        self.__dict__.update(state, users={}, _input_nodes={}, _repr_fn=None, _prev=self, _next=self)


__all__ = ['Node', 'map_arg', 'map_aggregate', 'has_side_effect']
