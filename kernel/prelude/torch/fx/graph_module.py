"""Modules whose forward is made from a graph."""

import copy
import itertools
import os
import sys

import torch
from torch.fx.graph import Graph

_numbers = itertools.count()
_texts = {}  # name of a generated source -> its lines
_USER_PRESERVED_ATTRIBUTES_KEY = '_user_preserved_attributes'  # in meta: attributes that a deep copy gets, too


def _exec_with_source(src, globals):
    """Runs generated source, whose lines tracebacks can show."""
    name = '<eval_with_key>.%d' % next(_numbers)
    _texts[name] = src.splitlines(True)
    globals['__fx_source__'] = name
    exec(compile(src, name, 'exec'), globals)


def _forward_from_src(src, globals):
    """The function forward of the source."""
    space = dict(globals)
    _exec_with_source(src, space)
    return space.pop('forward')


def _walk(module, target):
    """(the module that holds the last part of the path, that part)"""
    *path, name = target.split('.')
    for part in path:
        module = getattr(module, part)
    return module, name


def _has_attr(module, target):
    try:
        owner, name = _walk(module, target)
    except AttributeError:
        return False
    return hasattr(owner, name)


def _get_attr(module, target):
    owner, name = _walk(module, target)
    return getattr(owner, name)


def _assign_attr(value, module, target):
    """Sets an attribute at the end of a path; modules on the way are made."""
    *path, name = target.split('.')
    for part in path:
        inner = getattr(module, part, None)
        if inner is None:
            inner = torch.nn.Module()
            setattr(module, part, inner)
        module = inner
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        module.register_buffer(name, value)
    else:
        setattr(module, name, value)


def _copy_attr(source, to, target):
    """Gives `to` what is at the path in source."""
    *path, name = target.split('.')
    for part in path:
        found, inner = getattr(source, part), getattr(to, part, None)
        if found is inner:
            return
        if inner is None:
            inner = torch.nn.Module()
            setattr(to, part, inner)
        source, to = found, inner
    value = getattr(source, name)
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        to.register_buffer(name, value)
    else:
        setattr(to, name, value)


class _CodeOnlyModule(torch.nn.Module):
    """The attributes of a module that was pickled, with the forward of its text."""

    def __init__(self, body):
        super().__init__()
        self.__dict__ = body


def reduce_graph_module(body, import_block):
    """Makes a GraphModule of what its pickle has: attributes, and the text of the program, which is traced again."""
    forward = _forward_from_src(import_block + body['_code'], {})
    return _traced_again(forward, body, None)


def _traced_again(forward, body, graph_module_cls):
    _CodeOnlyModule.forward = forward
    tracer_cls = body.get('_tracer_cls')
    from torch.fx._symbolic_trace import Tracer
    kind = tracer_cls or Tracer
    if '<locals>' in kind.__qualname__:
        kind = Tracer

    class KeepModules(kind):
        def is_leaf_module(self, m, module_qualified_name):
            return True
    module = _CodeOnlyModule(body)
    graph = KeepModules().trace(module, **body.get('_tracer_extras', {}))
    graph._tracer_cls = tracer_cls
    made = GraphModule(module, graph, class_name=body.get('_graphmodule_cls_name', 'GraphModule'))
    for name, value in body.items():
        if not hasattr(made, name):
            setattr(made, name, value)
    return made


def _report(error, graph_module):
    """Tells on stderr where in generated code an error has come from."""
    tb = error.__traceback__
    while tb is not None and tb.tb_next is not None:
        tb = tb.tb_next
    if tb is None or not tb.tb_frame.f_code.co_filename.startswith('<eval_with_key>'):
        return False
    number = tb.tb_lineno
    lines = _texts.get(tb.tb_frame.f_code.co_filename, [])
    shown = ''.join(lines[max(0, number - 2):number])
    mark = '~' * (len(lines[number - 1]) if 0 < number <= len(lines) else 0) + '~~~ <--- HERE'
    print("Call using an FX-traced Module, line %d of the traced Module's generated forward function:\n%s" % (number, shown) + mark + '\n'
          + ''.join(lines[number:number + 2]), file=sys.stderr)
    return True


def _called(cls, super_call):
    """The __call__ of a class made for one graph module."""
    def call_wrapped(self, *args, **kwargs):
        try:
            if super_call is not None:
                return super_call(self, *args, **kwargs)
            return super(cls, self).__call__(*args, **kwargs)
        except Exception as error:
            if _report(error, self):
                raise error.with_traceback(None)
            raise
    return call_wrapped


class GraphModule(torch.nn.Module):
    """A module whose forward is made from a graph. root: a module, or a dict of what the graph's targets name; it gives the parameters,
    buffers and submodules that the graph uses. Assign graph, or change it and call recompile()."""

    def __new__(cls, *args, **kwargs):
        for base in cls.__mro__:
            if base.__qualname__.rsplit('.', 1)[-1] != 'GraphModuleImpl' and not getattr(base, '_is_graph_module_class', False):
                cls = base
                break

        class GraphModuleImpl(cls):
            _is_graph_module_class = True
        return super().__new__(GraphModuleImpl)

    def __init__(self, root, graph, class_name='GraphModule'):
        super().__init__()
        self.__class__.__name__ = class_name
        targets = [(node, node.target) for node in graph.nodes if node.op in ('get_attr', 'call_module')]
        if isinstance(root, torch.nn.Module):
            if hasattr(root, 'training'):
                self.training = root.training
            for _, target in targets:
                _copy_attr(root, self, target)
        elif isinstance(root, dict):
            for node, target in targets:
                if target not in root:
                    raise RuntimeError('Node %s referenced target %s but that target was not provided in ``root``!' % (node, target))
            for target in sorted(dict.fromkeys([target for _, target in targets]), key=lambda t: t.count('.')):
                _assign_attr(root[target], self, target)
        else:
            raise RuntimeError('Unsupported type %s passed for root!' % (root,))
        self._erase_node_hooks, self._create_node_hooks, self._replace_hooks, self._deepcopy_hooks = [], [], [], []
        self.graph = graph
        self._tracer_cls = None
        if self.graph._tracer_cls and '<locals>' not in self.graph._tracer_cls.__qualname__:
            self._tracer_cls = self.graph._tracer_cls
        self._tracer_extras = self.graph._tracer_extras or {}
        self.meta = {}
        self.shape_env = None

    @property
    def graph(self):
        """The graph. Assigning one makes forward anew."""
        return self._graph

    @graph.setter
    def graph(self, g):
        if not isinstance(g, Graph):
            raise AssertionError('Expected a Graph instance, but got %s' % type(g))
        self._graph = g
        g.owning_module = self
        self.recompile()

    @property
    def code(self):
        """The text of forward."""
        if not hasattr(self, '_code'):
            raise RuntimeError('Code has not been generated! Please report a bug to PyTorch')
        return self._code

    def recompile(self):
        """Makes forward from the graph, to be called after changes of it. Returns the text and its names."""
        code = self._graph.python_code('self')
        codegen = self._graph._codegen
        info = getattr(codegen, 'pytree_info', None)
        if info is not None:
            self._in_spec, self._out_spec = info.in_spec, info.out_spec
        self._code = code.src
        cls = type(self)
        cls.forward = _forward_from_src(code.src, code.globals)
        if '_fx_super_call' not in cls.__dict__:
            cls._fx_super_call = cls.__dict__.get('__call__')
            cls.__call__ = _called(cls, cls._fx_super_call)
        return code

    def _recompile_submodules(self):
        rows = []
        for name, module in self.named_modules():
            if isinstance(module, GraphModule):
                rows.append((name, module.recompile()))
        return rows

    # ---- submodules

    def add_submodule(self, target, m):
        """Adds a submodule at the path target; modules on the way are made. Returns whether it could."""
        *path, name = target.split('.')
        module = self
        for part in path:
            inner = getattr(module, part, None) if hasattr(module, part) else torch.nn.Module()
            if not hasattr(module, part):
                setattr(module, part, inner)
            if not isinstance(inner, torch.nn.Module):
                return False
            module = inner
        module.add_module(name, m)
        return True

    def delete_submodule(self, target):
        """Removes the submodule at the path target. Returns whether there was one."""
        *path, name = target.split('.')
        module = self
        for part in path:
            if not hasattr(module, part):
                return False
            module = getattr(module, part)
            if not isinstance(module, torch.nn.Module):
                return False
        if not isinstance(getattr(module, name, None), torch.nn.Module):
            return False
        delattr(module, name)
        return True

    def delete_all_unused_submodules(self):
        """Removes the submodules that no node of the graph needs."""
        used = set()
        for node in self.graph.nodes:
            if node.op not in ('call_module', 'get_attr'):
                continue
            parts = node.target.split('.')
            used.update(['.'.join(parts[:i]) for i in range(1, len(parts) + 1)])
            if node.op == 'call_module':
                try:
                    submodule = self.get_submodule(node.target)
                except AttributeError:
                    continue
                used.update(['.'.join([node.target, name]) for name, _ in submodule.named_modules() if name])
        for name in [name for name, _ in self.named_modules()]:
            if name and name not in used:
                self.delete_submodule(name)

    # ---- copies

    def _attributes(self):
        return {name: value for name, value in self.__dict__.items() if name != '_graph'}

    def __reduce__(self):
        body = self._attributes()
        for name in ('_erase_node_hooks', '_create_node_hooks', '_replace_hooks', '_deepcopy_hooks'):
            body.pop(name, None)
        code = self._graph.python_code('self')
        return reduce_graph_module, (body, _imports(code.globals))

    def _deepcopy_init(self):
        return GraphModule.__init__

    def __deepcopy__(self, memo):
        made = type(self).__new__(type(self))
        memo[id(self)] = made
        holder = torch.nn.Module()
        holder.__dict__.update(copy.deepcopy({name: value for name, value in self._attributes().items() if not name.endswith('_hooks')
                                              or name in ('_forward_hooks', '_forward_pre_hooks', '_backward_hooks', '_backward_pre_hooks')}, memo))
        self._deepcopy_init()(made, holder, copy.deepcopy(self.graph))
        for name in ('_state_dict_hooks', '_load_state_dict_pre_hooks', '_load_state_dict_post_hooks', '_forward_hooks',
                     '_forward_pre_hooks', '_forward_hooks_with_kwargs', '_forward_pre_hooks_with_kwargs', '_forward_hooks_always_called',
                     '_backward_hooks', '_backward_pre_hooks'):
            if name in self.__dict__:
                setattr(made, name, copy.deepcopy(self.__dict__[name], memo))
        made.meta = dict(self.meta)
        for name, value in self.__dict__.items():
            if name not in made.__dict__ and name not in ('_graph', '_modules', '_parameters', '_buffers'):
                made.__dict__[name] = holder.__dict__.get(name, value)
        for name, value in made.meta.get(_USER_PRESERVED_ATTRIBUTES_KEY, {}).items():
            setattr(made, name, value)
        made._deepcopy_hooks = self._deepcopy_hooks
        for hook in made._deepcopy_hooks:
            hook(made)
        return made

    def __copy__(self):
        made = GraphModule(self, self.graph)
        made.meta = dict(self.meta)
        return made

    # ---- text

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False, *, fast_sympy_print=False,
                       expanded_def=False, additional_meta=None):
        """The text of the module as a class, with shapes where they are known and with the lines of the traced program. Prints it, too."""
        return _print_readable(self, self._get_name(), print_output, include_stride, include_device, colored, expanded_def, additional_meta)

    def __str__(self):
        return '\n'.join([super().__str__(), self._code, '# To see more debug info, please use `graph_module.print_readable()`'])

    def to_folder(self, folder, module_name='FxModule'):
        """Writes the module as a package: its text, its state and its submodules."""
        os.makedirs(folder, exist_ok=True)

        def place(name):
            return os.path.join(os.fspath(folder), name)
        torch.save(self.state_dict(), place('state_dict.pt'))
        lines = ['import torch', 'from torch.nn import *', '', 'class %s(torch.nn.Module):' % module_name, '    def __init__(self):',
                 '        super().__init__()']
        for name, module in self.named_children():
            torch.save(module, place('%s.pt' % name))
            lines.append("        self.%s = torch.load(r'%s', weights_only=False) # %s" % (name, place('%s.pt' % name),
                                                                                          repr(module).replace('\n', ' ')))
        rows = [("self.register_buffer('%s', torch.empty(%s, dtype=%s))", self._buffers),
                ('self.%s = torch.nn.Parameter(torch.empty(%s, dtype=%s))', self._parameters)]
        for form, table in rows:
            lines += ['        ' + form % (name, list(value.shape), value.dtype) for name, value in table.items() if value is not None]
        lines.append("        self.load_state_dict(torch.load(r'%s'))" % place('state_dict.pt'))
        lines += ['    ' + line if line else line for line in self.code.split('\n')]
        for name, text in (('module.py', '\n'.join(lines) + '\n'), ('__init__.py', 'from .module import *\n')):
            with open(place(name), 'w', encoding='utf-8') as file:
                file.write(text)

    # ---- hooks of changes

    def _replicate_for_data_parallel(self):
        made = self.__copy__()
        made._is_replica = True
        return made

    def _register_replace_node_hook(self, f):
        self._replace_hooks.append(_callable(f, 'replace_node'))

    def _unregister_replace_node_hook(self, f):
        self._replace_hooks.remove(f)

    def _register_create_node_hook(self, f):
        self._create_node_hooks.append(_callable(f, 'create_node'))

    def _unregister_create_node_hook(self, f):
        self._create_node_hooks.remove(f)

    def _register_erase_node_hook(self, f):
        self._erase_node_hooks.append(_callable(f, 'erase_node'))

    def _unregister_erase_node_hook(self, f):
        self._erase_node_hooks.remove(f)

    def _register_deepcopy_hook(self, f):
        self._deepcopy_hooks.append(_callable(f, 'deepcopy'))

    def _unregister_deepcopy_hook(self, f):
        self._deepcopy_hooks.remove(f)


def _callable(hook, kind):
    if not callable(hook):
        raise AssertionError('%s hook must be a callable.' % kind)
    return hook


def _imports(globals_):
    """Import statements for the names of generated text."""
    lines = []
    for name, value in globals_.items():
        if name in ('inf', 'nan'):
            lines.append('from math import %s' % name)
        elif name == 'NoneType':
            lines.append('NoneType = type(None)')
        elif name == 'torch':
            lines.append('import torch')
        elif name == 'device':
            lines.append('from torch import device')
        elif name in ('fx_pytree', 'pytree'):
            lines.append('import torch.%s._pytree as %s' % ('fx' if name == 'fx_pytree' else 'utils', name))
        elif isinstance(value, type(os)):
            lines.append('import %s as %s' % (value.__name__, name))
        else:
            lines.append('from %s import %s as %s' % (value.__module__, value.__qualname__, name))
    return '\n'.join(lines) + '\n'


def _print_readable(module, name, print_output=True, include_stride=False, include_device=False, colored=False, expanded_def=False,
                    additional_meta=None):
    graph = module.graph
    if graph is None or not isinstance(graph, Graph):
        raise AssertionError('print_readable must be used on a module with a graph')
    code = graph.python_code('self', verbose=True, include_stride=include_stride, include_device=include_device, colored=colored,
                             expanded_def=expanded_def, additional_meta=additional_meta).src.lstrip('\n')
    text = 'class %s(torch.nn.Module):\n%s' % (name, _shifted(code))
    parts = [_print_readable(inner, child, False, include_stride, include_device, colored, expanded_def, additional_meta)
             for child, inner in module.named_children() if hasattr(inner, 'graph') and isinstance(inner.graph, Graph)]
    if parts:
        text += _shifted('\n'.join([''] + parts))
    if print_output:
        print(text)
    return text


def _shifted(code):
    return '\n'.join(['    ' + line if line.strip() else '' for line in code.split('\n')])


__all__ = ['GraphModule', 'reduce_graph_module']
