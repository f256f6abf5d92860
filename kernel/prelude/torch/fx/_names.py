"""Names of functions and types as graphs show them: where PyTorch has a function, whatever module of ours it is from."""

import builtins
import keyword
import types

import torch

# Modules of torch whose functions of C have another home: the home, and what stands before a function's name there.
_HOMES = (('torch', 'torch.', ''), ('torch.nn.functional', 'torch._C._nn.', ''), ('torch.fft', 'torch._C._fft.', 'fft_'),
          ('torch.linalg', 'torch._C._linalg.', 'linalg_'), ('torch.special', 'torch._C._special.', 'special_'))
# Functions of C whose name there is not the one here.
_RENAMED = {'segment_reduce': '_segment_reduce', 'sym_sqrt': '_sym_sqrt'}
# Modules where functions written in Python are looked for.
_WRITTEN = ('torch.nn.functional', 'torch.nn.init', 'torch')
# Functions of torch written in Python that have another home there.
_MOVED = {**dict.fromkeys('''atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod cdist chain_matmul einsum
                          lu meshgrid norm split stft tensordot unique unique_consecutive unravel_index'''.split(), 'torch.functional'),
          **dict.fromkeys('get_rng_state initial_seed manual_seed seed set_rng_state thread_safe_generator'.split(), 'torch.random'),
          **dict.fromkeys(['load', 'save'], 'torch.serialization'), 'vmap': 'torch.func', 'from_dlpack': 'torch.utils.dlpack',
          **dict.fromkeys(['pca_lowrank', 'svd_lowrank'], 'torch._lowrank'), 'set_printoptions': 'torch._tensor_str'}
_METHODS = (types.MethodDescriptorType, types.WrapperDescriptorType)


def _module(name):
    found = torch
    for part in name.split('.')[1:]:
        found = getattr(found, part, None)
    return found


def _torch_name(func):
    """'torch._C._nn.gelu' of a function of torch; None of others."""
    name = getattr(func, '__name__', None)
    if name is None or isinstance(func, (type, _METHODS)):
        return None
    if hasattr(func, '__code__'):
        for home in _WRITTEN:
            if getattr(_module(home), name, None) is func:
                return '%s.%s' % (_MOVED.get(name, home) if home == 'torch' else home, name)
        return None
    if getattr(builtins, name, None) is func:
        return None
    for space, home, prefix in _HOMES:
        if getattr(_module(space), name, None) is func:
            if space == 'torch' and name in _MOVED:
                return '%s.%s' % (_MOVED[name], name)
            return home + prefix + _RENAMED.get(name, name)
    if name == 'log_sigmoid' and torch.nn.functional.logsigmoid is func:
        return 'torch._C._nn.log_sigmoid'
    return None


def _lambda_text(func):
    """What a lambda function is called after: the text of its line up to the first equals sign."""
    code = func.__code__
    try:
        with open(code.co_filename, encoding='utf-8') as file:
            text = file.read().split('\n')[code.co_firstlineno - 1]
    except (OSError, IndexError):
        raise RuntimeError('Unable to represent lambda') from None
    return text.split('=')[0].strip()


def _method_home(func):
    """The module of torch that has a method or function of the name."""
    name = func.__name__
    for space in (torch.Tensor, torch, torch.nn.functional):
        if getattr(space, name, None) is func:
            return 'torch.Tensor' if space is torch.Tensor else space.__name__
    raise RuntimeError('cannot find module for %s' % (func,))


def _get_qualified_name(func):
    """The name under which a function is imported, with its module: 'torch.relu', '_operator.add', 'len'."""
    name = getattr(func, '__name__', None)
    if name is not None and getattr(builtins, name, None) is func:
        return name
    found = _torch_name(func)
    if found:
        return found
    if isinstance(func, _METHODS):
        owner = func.__objclass__
        if owner.__module__ == 'torch._C':
            return 'torch.Tensor.' + name
        return owner.__module__ + '.' + owner.__qualname__ + '.' + name
    if isinstance(func, torch._ops.OpOverload):
        return 'torch.ops.' + str(func)
    if isinstance(func, torch._ops.OpOverloadPacket):
        return 'torch.ops.' + str(func)
    if name == '<lambda>':
        name = _lambda_text(func)
    home = getattr(func, '__module__', None) or _method_home(func)
    return '%s.%s' % (home.replace('torch._ops', 'torch.ops'), name)


def _short_name(func):
    """What nodes that call a function are named after."""
    found = _torch_name(func)
    return found.rsplit('.', 1)[1] if found else func.__name__


def _type_repr(value):
    """A type as annotations write it: 'int', 'torch.Tensor', 'list[int]'."""
    if isinstance(value, type) and not isinstance(value, types.GenericAlias):
        if value.__module__ == 'builtins':
            return value.__qualname__
        return value.__module__ + '.' + value.__qualname__
    if value is Ellipsis:
        return '...'
    if isinstance(value, types.FunctionType):
        return value.__name__
    return repr(value)


def _is_from_torch(value):
    """Whether generated code can say torch.NAME."""
    if isinstance(value, torch._ops.OpOverload):
        return True
    if isinstance(value, _METHODS):
        return False
    if isinstance(value, types.FunctionType) or isinstance(value, type):
        found = _torch_name(value)
        home = getattr(value, '__module__', None) or ''
        return found is not None or home.partition('.')[0] == 'torch'
    return _torch_name(value) is not None


_GIVEN = frozenset(['inf', 'nan', 'NoneType', 'torch', 'device', 'fx_pytree', 'pytree'])


def _legal(text):
    """The text with an underscore in the place of each run of characters that no name has."""
    out = []
    for c in text:
        known = c == '_' or c.isascii() and c.isalnum()
        if known or not out or out[-1] is not None:
            out.append(c if known else None)
    return ''.join([c or '_' for c in out])


class _Namespace:
    """Names that are valid in Python, one for each thing, made from what is asked for."""

    def __init__(self):
        self._obj_to_name = {}
        self._used_names = set()
        self._counts = {}

    def create_name(self, candidate, obj):
        """The name of obj; a new one begins with the candidate. obj may be None."""
        if obj is not None and obj in self._obj_to_name:
            return self._obj_to_name[obj]
        name = _legal(candidate) or '_unnamed'
        if name[0].isdigit():
            name = '_' + name
        stem, _, digits = name.rpartition('_')
        if not (stem and digits.isdigit()):
            stem, number = name, None
        else:
            number = int(digits)
        if number is None and name in self._used_names:
            number = self._counts.get(stem, 0)
            name = '%s_%d' % (stem, number) if number else name
        while name in self._used_names or self._is_illegal(name, obj):
            number = max(number or 0, self._counts.get(stem, 0)) + 1
            name = '%s_%d' % (stem, number)
        self._used_names.add(name)
        self._counts[stem] = max(number or 0, self._counts.get(stem, 0)) if number else self._counts.get(stem, 0)
        if obj is not None:
            self._obj_to_name[obj] = name
        return name

    def associate_name_with_obj(self, name, obj):
        """Gives a name to an object that has none."""
        if self._obj_to_name.setdefault(obj, name) is not name:
            raise AssertionError('obj is already associated')

    @staticmethod
    def _is_illegal(name, obj):
        if name in keyword.kwlist and name != 'None':
            return True
        if hasattr(builtins, name) and name != 'None':
            return getattr(builtins, name) is not obj
        return name in _GIVEN

    def _rename_object(self, obj, name):
        self._obj_to_name[obj] = name
        self._used_names.add(name)
