"""Files of torch.jit.save: archives with the records that a TorchScript archive is known by, in which a module's tree is plain values with the
names of its classes. Loading looks the classes up among those that are imported; it executes nothing of a file. PyTorch's own TorchScript
archives hold programs and are refused."""

import io
import os
import pickle
import sys
from types import BuiltinFunctionType, FunctionType

import torch
from torch.jit._script import FunctionModule, RecursiveScriptModule, ScriptFunction, ScriptModule, _TABLES
from torch.nn import Module

_MARK = 'tensor-kernel jit archive'
_EXTRA = 'extra/'  # the folder of further files


def _qualified_name(what):
    """Where a class or function is found again; functions in C of torch do not know their module."""
    for module in (torch, torch.nn.functional):
        if getattr(module, what.__name__, None) is what:
            return [module.__name__, what.__name__]
    return [what.__module__, what.__qualname__]


def _described(module, modules, known):
    """Puts the description of a module and its children into modules; returns its number there."""
    if id(module) in known:
        return known[id(module)]
    number = known[id(module)] = len(modules)
    modules.append(None)
    attributes, functions = {}, {}
    for name, value in module.__dict__.items():
        if name in _TABLES:
            continue
        if isinstance(value, (FunctionType, BuiltinFunctionType)):
            functions[name] = _qualified_name(value)
        else:
            attributes[name] = value
    children = {name: -1 if child is None else _described(child, modules, known) for name, child in module._modules.items()}
    modules[number] = {'class': _qualified_name(type(module)), 'attributes': attributes, 'functions': functions, 'children': children,
                       'parameters': dict(module._parameters), 'buffers': dict(module._buffers),
                       'not saved': sorted(module._non_persistent_buffers_set)}
    return number


def write(program, f, extra_files):
    """Saves a scripted function or module, with further files."""
    if isinstance(program, ScriptFunction):
        content = {'function': _qualified_name(program._function), 'name': program.name}
    else:
        source, modules = program._source(), []
        if isinstance(source, FunctionModule):
            return write(source.function, f, extra_files)
        _described(source, modules, {})
        content = {'modules': modules, 'frozen': None if getattr(program, '_shown', None) is None else sorted(program._shown)}
    content['format'] = _MARK
    is_path = isinstance(f, (str, os.PathLike))
    archive = torch._C.PyTorchFileWriter(os.fspath(f) if is_path else f)
    for name, data in (extra_files or {}).items():
        archive.write_record(_EXTRA + name, data.encode() if isinstance(data, str) else bytes(data))
    archive.write_record('constants.pkl', pickle.dumps((), 2))
    torch.serialization._save(content, archive, pickle, torch.serialization.DEFAULT_PROTOCOL, False)
    archive.write_end_of_file()


def save(m, f, _extra_files=None):
    """Writes a scripted function or module to a file."""
    if not isinstance(m, (ScriptFunction, ScriptModule)):
        raise AttributeError("'%s' object has no attribute 'save'" % type(m).__name__)
    m.save(f, _extra_files)


def _is_users(function, module):
    """May a file name this function? Those of torch and of the user's modules, not those of the library, which change files."""
    if module in ('torch', 'torch.nn.functional'):
        return True
    if getattr(function, '__module__', None) != module:
        return False
    return module == '__main__' or module.split('.')[0] == 'torch' or getattr(sys.modules[module], '__file__', None) is not None


def _found(qualified_name, kind):
    """The class or function of that name in a module that is imported."""
    module, name = qualified_name
    found = sys.modules.get(module)
    for part in name.split('.'):
        found = getattr(found, part, None)
    if isinstance(found, ScriptFunction):
        found = found._function
    if kind == 'function' and not _is_users(found, module):
        found = None
    if found is None or (kind == 'class' and not (isinstance(found, type) and issubclass(found, Module))):
        raise RuntimeError("torch.jit.load: the %s '%s.%s' of the saved program is not known here; define or import it first: a program is saved "
                           'with the names of its classes and functions, not with their code' % (kind, module, name))
    return found


def _rebuilt(descriptions):
    """The modules that were described, the outermost first."""
    made = []
    for each in descriptions:
        cls = _found(each['class'], 'class')
        made.append(cls.__new__(cls))
    for module, each in zip(made, descriptions):
        put = lambda name, value: object.__setattr__(module, name, value)
        for name, value in each['attributes'].items():
            put(name, value)
        for name, qualified_name in each['functions'].items():
            put(name, _found(qualified_name, 'function'))
        put('_parameters', each['parameters'])
        put('_buffers', each['buffers'])
        put('_non_persistent_buffers_set', set(each['not saved']))
        put('_modules', {name: None if number < 0 else made[number] for name, number in each['children'].items()})
    return made


def _opened(f):
    """A reader of the archive in a file."""
    if not isinstance(f, (str, os.PathLike)):
        data = f.read()
        if not data:
            raise RuntimeError('istream reader failed: getting the current position.')
        return torch._C.PyTorchFileReader(io.BytesIO(data))
    for refuses, what in ((lambda path: not os.path.exists(path), 'does not exist'), (os.path.isdir, 'is a directory')):
        if refuses(f):
            raise ValueError('The provided filename %s %s' % (f, what))
    return torch._C.PyTorchFileReader(os.fspath(f))


def _content(reader, map_location):
    """What an archive holds, if torch.jit.save wrote it here."""
    reader.get_record('constants.pkl')
    if not any(name.startswith('code/') for name in reader.get_all_records()):
        content = torch.serialization._load_objects(reader, map_location)
        if isinstance(content, dict) and content.get('format') == _MARK:
            return content
    raise NotImplementedError('torch.jit.load: the file holds a compiled program of PyTorch, which is not there in this version; save the '
                              "module's state_dict() instead")


def _program(content):
    """The function or module of a file."""
    if 'function' in content:
        return RecursiveScriptModule(FunctionModule(ScriptFunction(_found(content['function'], 'function'), content['name'])))
    frozen = content['frozen']
    return RecursiveScriptModule(_rebuilt(content['modules'])[0], visible=True if frozen is None else frozen)


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    """What torch.jit.save has written. The classes and functions of the program must be known, in modules that are imported."""
    reader = _opened(f)
    content = _content(reader, map_location)
    for name in _extra_files if _extra_files is not None else ():
        _extra_files[name] = reader.get_record(_EXTRA + name) if reader.has_record(_EXTRA + name) else b''
    try:
        return _program(content)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise RuntimeError('torch.jit.load: the file does not hold a program, or it is damaged (%s: %s)' % (type(error).__name__, error)) from error
