"""The text of a graph as a function in Python. One row a kind of node; names that the text needs are collected beside it."""

import enum
import math
import types

import torch
from torch.fx._names import _get_qualified_name, _is_from_torch, _type_repr
from torch.fx.node import Node, map_arg

# ---- operators: function of the module operator -> how a call is written

_BINARY = {'eq': '==', 'ne': '!=', 'lt': '<', 'gt': '>', 'le': '<=', 'ge': '>='}
_REFLECTED = {'add': '+', 'sub': '-', 'mul': '*', 'floordiv': '//', 'truediv': '/', 'div': '/', 'mod': '%', 'pow': '**', 'lshift': '<<',
              'rshift': '>>', 'and_': '&', 'or_': '|', 'xor': '^', 'getitem': None, 'matmul': '@'}
reflectable_magic_methods = {name: '{}[{}]' if sign is None else '{} %s {}' % sign for name, sign in _REFLECTED.items()}
magic_methods = {**{name: '{} %s {}' % sign for name, sign in _BINARY.items()}, 'pos': '+{}', 'neg': '-{}', 'invert': '~{}',
                 **reflectable_magic_methods}
inplace_methods = {'i' + name.rstrip('_'): '{} %s= {}' % sign for name, sign in _REFLECTED.items() if sign and name != 'div'}

_DTYPES = {'float64': 'f64', 'float32': 'f32', 'float16': 'f16', 'bfloat16': 'bf16', 'int64': 'i64', 'int32': 'i32', 'int16': 'i16', 'int8': 'i8',
           'uint8': 'u8', 'bool': 'b8', 'complex64': 'c64', 'complex128': 'c128', 'complex32': 'c32', 'uint16': 'u16', 'uint32': 'u32', 'uint64': 'u64',
           'float8_e4m3fn': 'f8e4m3fn', 'float8_e5m2': 'f8e5m2', 'float8_e4m3fnuz': 'f8e4m3fnuz', 'float8_e5m2fnuz': 'f8e5m2fnuz'}


class PythonCode:
    """The text of a function (src) and the values of the names that it uses (globals)."""

    def __init__(self, src, globals, _lineno_map=None, _prologue_start=0, fn_args=()):
        self.src, self.globals, self._lineno_map, self._prologue_start = src, globals, _lineno_map, _prologue_start

    def __repr__(self):
        return 'PythonCode(src=%r, globals=%r, _lineno_map=%r, _prologue_start=%r)' % (self.src, self.globals, self._lineno_map, self._prologue_start)


def _format_target(base, target):
    """'self.seq', and what is no identifier with getattr."""
    for part in target.split('.'):
        base = '%s.%s' % (base, part) if part.isidentifier() else 'getattr(%s, "%s")' % (base, part)
    return base


def _shape_note(value, include_stride, include_device):
    """'f32[3, 2]' for the comment-like annotations of print_readable."""
    short = _DTYPES.get(str(value.dtype).partition('.')[2], str(value.dtype))
    note = '%s[%s]' % (short, ', '.join([str(n) for n in value.shape]))
    if include_stride:
        stride = value.stride if isinstance(value.stride, tuple) else value.stride()
        note += '[%s]' % ', '.join([str(n) for n in stride])
    if include_device and hasattr(value, 'device'):
        note += str(value.device)
    return note


def _parse_trace(text):
    """(file, line, function, code) of the innermost frame in the text of a traceback; None where there is none."""
    lines = text.strip().split('\n')
    for i in range(len(lines) - 1, -1, -1):
        row = lines[i].strip()
        if row.startswith('File "') and '", line ' in row and ', in ' in row:
            file, _, rest = row[6:].partition('", line ')
            number, _, function = rest.partition(', in ')
            code = [line.strip() for line in lines[i + 1:] if line.strip() and set(line.strip()) - set('^~')]
            return file, number, function, code[0] if code else ''
    return None


class _Writer:
    """The text of one graph in the making."""

    def __init__(self, codegen, root, namespace, options):
        self.codegen, self.root, self.namespace, self.options = codegen, root, namespace, options
        self.globals, self.wrapped, self.body, self.free = {}, {}, [], []
        self.returned = ['']
        self.trace = None  # what the last comment about a place said

    def global_name(self, hint, value):
        """The name for a value in the text."""
        if _is_from_torch(value) and value is not torch.device:
            return _get_qualified_name(value) if not isinstance(value, type) else _type_repr(value)
        name = self.namespace.create_name(hint.replace('.', '_'), value)
        if name in self.globals:
            if self.globals[name] is not value:
                raise AssertionError('%s is two things' % name)
            return name
        self.globals[name] = value
        return name

    def type_name(self, kind):
        """The name of a type in an annotation; of list[T] and others of the kind with their arguments."""
        text = _type_repr(kind)
        arguments = getattr(kind, '__args__', None)
        origin = getattr(kind, '__origin__', None)
        if origin is not None and hasattr(kind, '__args__'):
            text = _type_repr(kind) if isinstance(kind, types.GenericAlias) else _type_repr(origin)
            if isinstance(kind, types.GenericAlias) or not arguments:
                base = self.global_name(_type_repr(origin), origin)
            else:
                base = self.global_name(text, origin if not getattr(kind, '_name', None) else getattr(__import__('typing'), kind._name, origin))
            inner = ['[]' if a == () else self.type_name(a) for a in arguments or ()]
            return '%s[%s]' % (base, ', '.join(inner)) if inner else base
        return self.global_name(text, kind)

    def annotation(self, kind):
        return ' : ' + self.type_name(kind) if kind is not None else ''

    # ---- arguments

    def value(self, arg):
        if isinstance(arg, Node):
            return repr(arg)
        if isinstance(arg, tuple):
            if hasattr(arg, '_fields'):
                return '%s(%s)' % (self.global_name(_get_qualified_name(type(arg)), type(arg)), ', '.join([self.value(a) for a in arg]))
            return '(%s%s)' % (', '.join([self.value(a) for a in arg]), ',' if len(arg) == 1 else '')
        if isinstance(arg, torch._ops.OpOverload):
            return self.global_name(_get_qualified_name(arg), arg)
        if isinstance(arg, enum.Enum):
            return '%s.%s' % (self.global_name(arg.__class__.__name__, type(arg)), arg.name)
        if isinstance(arg, torch.Tensor):
            raise RuntimeError('tensors in arguments are not supported: %s' % type(arg))
        if isinstance(arg, list):
            return '[%s]' % ', '.join([self.value(a) for a in arg])
        if isinstance(arg, dict):
            return '{%s}' % ', '.join(['%r: %s' % (key, self.value(a)) for key, a in arg.items()])
        if isinstance(arg, slice):
            return 'slice(%s, %s, %s)' % (self.value(arg.start), self.value(arg.stop), self.value(arg.step))
        return repr(arg)

    def arguments(self, args, kwargs):
        return ', '.join([self.value(a) for a in args] + ['%s = %s' % (key, self.value(a)) for key, a in kwargs.items()])

    # ---- one row a kind of node: the line, without what is freed after it

    def placeholder(self, node, kind):
        default = ' = ' + self.value(node.args[0]) if node.args else ''
        self.free.append('%s%s%s' % (node.target, kind, default))
        plain = node.target.replace('*', '')
        return '%s = %s\n' % (node, plain) if plain != repr(node) else None

    def call_method(self, node, kind):
        return '%s%s = %s.%s(%s)' % (node, kind, self.value(node.args[0]), node.target, self.arguments(node.args[1:], node.kwargs))

    def call_function(self, node, kind):
        target, args = node.target, node.args
        operator_name = target.__name__ if getattr(target, '__module__', None) == '_operator' else None
        if operator_name in magic_methods and len(args) == magic_methods[operator_name].count('{}'):
            return '%s%s = %s' % (node, kind, magic_methods[operator_name].format(*[self.value(a) for a in args]))
        if operator_name in inplace_methods:
            change = inplace_methods[operator_name].format(*[self.value(a) for a in args])
            return '%s;  %s%s = %s' % (change, node, kind, self.value(args[0]))
        if operator_name == 'setitem' and len(args) == 3:
            place, key, value = [self.value(a) for a in args]
            return '%s[%s] = %s;  %s%s = %s' % (place, key, value, node, kind, place)
        name = _get_qualified_name(target)
        called = self.global_name(name, target)
        if target is getattr and len(args) == 2 and isinstance(args[1], str) and args[1].isidentifier():
            return '%s%s = %s.%s' % (node, kind, self.value(args[0]), args[1])
        if node.meta.get('is_wrapped', False):
            self.wrapped.setdefault(called)
        return '%s%s = %s(%s)' % (node, kind, called, self.arguments(args, node.kwargs))

    def call_module(self, node, kind):
        return '%s%s = %s(%s)' % (node, kind, _format_target(self.root, node.target), self.arguments(node.args, node.kwargs))

    def get_attr(self, node, kind):
        return '%s%s = %s' % (node, kind, _format_target(self.root, node.target))

    def output(self, node, kind):
        if node.type is not None:
            self.returned[0] = ' -> ' + self.type_name(node.type)
        return self.codegen.generate_output(node.args[0], repr_fn=self.value)

    # ---- comments and notes of print_readable

    def place(self, node):
        """A comment where the place in the traced program changes."""
        if node.op in ('placeholder', 'output'):
            return
        trace = node.stack_trace
        found = _parse_trace(trace) if trace else None
        if trace and not found:
            return
        text = '# File: %s:%s in %s, code: %s' % found if found else '# No stacktrace found for following nodes'
        if text != self.trace:
            self.trace = text
            self.body.append('\n%s\n' % text)

    def noted(self, node, kind):
        """The annotation with what is known of the value's shape."""
        value = node.meta.get('val', node.meta.get('tensor_meta'))
        if value is None or not hasattr(value, 'dtype') or not hasattr(value, 'shape'):
            return kind
        return ': "%s"' % _shape_note(value, self.options['include_stride'], self.options['include_device'])

    def write(self, nodes):
        last_use, freed = {}, {}
        for node in reversed(nodes):
            def used(n, user=node):
                if n not in last_use:
                    last_use[n] = user
                    freed.setdefault(user, []).append(n)
            map_arg((node.args, node.kwargs), used)
        verbose = self.options['verbose']
        for node in nodes:
            if verbose:
                self.place(node)
            kind = self.annotation(node.type) if node.op != 'output' else ''
            line = getattr(self, node.op)(node, self.noted(node, kind) if verbose else kind)
            if line is not None:
                self.body.append(line)
            if node.op == 'placeholder':
                continue
            gone = [] if node.op == 'output' else freed.get(node, []) + ([] if node.users else [node])
            self.body.append(';  %s = None\n' % ' = '.join([repr(n) for n in gone]) if gone else '\n')


class CodeGen:
    """Makes the text of a graph. Derive from it to change how the function begins and what it returns."""

    def __init__(self):
        self._body_transformer = None
        self._func_name = 'forward'

    def gen_fn_def(self, free_vars, maybe_return_annotation, *, expanded_def=False):
        """The line with def. free_vars: the parameters with their annotations and defaults."""
        if not free_vars or free_vars[0] != 'self':
            free_vars.insert(0, 'self')
        shown = ''.join(['\n    %s,' % var for var in free_vars]) + '\n' if expanded_def else ', '.join(free_vars)
        return 'def %s(%s)%s:' % (self._func_name, shown, maybe_return_annotation)

    def generate_output(self, output_args, *, descs=None, repr_fn=None):
        """The line with return."""
        return 'return ' + (repr_fn or repr)(output_args)

    def process_inputs(self, *args):
        """The arguments as the graph's placeholders take them."""
        return args

    def process_outputs(self, outputs):
        """What the function returns for what the graph's output gives."""
        return outputs

    def additional_globals(self):
        """Rows (name, value) of more names that the text uses."""
        return []

    def _gen_python_code(self, nodes, root_module, namespace, **options):
        for name in ('colored', 'record_func', 'additional_meta'):
            if options.get(name):
                raise NotImplementedError('python_code(%s=%r) is not supported' % (name, options[name]))
        writer = _Writer(self, root_module, namespace, options)
        known = [('inf', math.inf), ('nan', math.nan), ('NoneType', type(None)), ('torch', torch), ('device', torch.device)]
        namespace._obj_to_name[torch.device] = 'device'
        writer.globals.update([*known, *_trees(), *self.additional_globals()])
        writer.write(nodes)
        body = writer.body or ['pass\n']
        if not any([line != '\n' for line in body]):
            body = ['pass\n']
        wraps = '\n'.join(['torch.fx._symbolic_trace.wrap("%s")' % name for name in writer.wrapped])
        if self._body_transformer:
            body = self._body_transformer(body)
        head = self.gen_fn_def(writer.free, writer.returned[0], expanded_def=options['expanded_def'])
        code = '\n'.join(['    ' + line for line in ''.join(body).lstrip('\n').split('\n')])
        return PythonCode('\n%s\n\n%s\n%s' % (wraps, head, code), writer.globals)


def _trees():
    import torch.fx._pytree as fx_pytree
    import torch.utils._pytree as pytree
    return [('fx_pytree', fx_pytree), ('pytree', pytree)]


class _PyTreeInfo:
    """The parameters of a function whose arguments are nests of containers, and the structures of arguments and result."""

    def __init__(self, orig_args, in_spec, out_spec):
        self.orig_args, self.in_spec, self.out_spec = orig_args, in_spec, out_spec


class _PyTreeCodeGen(CodeGen):
    """Text of functions that take nests of containers: they are flattened first, the result is put together last."""

    def __init__(self, pytree_info):
        super().__init__()
        self.pytree_info = pytree_info

    def process_inputs(self, *inputs):
        """The leaves of the arguments."""
        import torch.utils._pytree as pytree
        return pytree.arg_tree_leaves(*inputs)

    def process_outputs(self, out):
        """The result put together of its leaves."""
        import torch.utils._pytree as pytree
        if not isinstance(out, (list, tuple)):
            out = [out]
        return pytree.tree_unflatten(out, self.pytree_info.out_spec)

    def gen_fn_def(self, free_vars, maybe_return_annotation, *, expanded_def=False):
        """The line with def, and the line that flattens the arguments."""
        names = list(self.pytree_info.orig_args)
        has_self = names[:1] == ['self']
        head = CodeGen.gen_fn_def(self, names, maybe_return_annotation, expanded_def=expanded_def)
        if not free_vars:
            return head
        plain = [var.partition(':')[0].partition('=')[0].strip() for var in free_vars]
        notes = [(name, var[len(name):]) for name, var in zip(plain, free_vars) if ':' in var]
        given = [name for name in names[1:]] if has_self or names[:1] == ['self'] else names
        lines = ['%s, = fx_pytree.tree_flatten_spec([%s], self._in_spec)' % (', '.join(plain), ', '.join(given))]
        if notes:
            lines.insert(0, '; '.join([name + text.partition('=')[0].rstrip() for name, text in notes]))
        return head + ''.join(['\n    ' + line for line in reversed(lines)])

    def generate_output(self, output_args, *, descs=None, repr_fn=None):
        """The line with return."""
        shown = (repr_fn or repr)(output_args)
        if self.pytree_info.out_spec is not None:
            return 'return pytree.tree_unflatten(%s, self._out_spec)' % shown
        return 'return ' + shown


class _BoxedCodeGen(CodeGen):
    """Text of functions that take one list of arguments, which they empty."""

    def gen_fn_def(self, free_vars, maybe_return_annotation, *, expanded_def=False):
        """The line with def, and those that take the arguments out of the list."""
        plain = [var.partition(':')[0].partition('=')[0].strip() for var in free_vars]
        head = 'def %s(self, args_list)%s:' % (self._func_name, maybe_return_annotation)
        if plain:
            head += '\n    %s, = args_list\n    args_list.clear()' % ', '.join(plain)
        return head


__all__ = ['CodeGen', 'PythonCode']
