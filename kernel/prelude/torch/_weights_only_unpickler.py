"""The unpickler of torch.load(weights_only=True): it knows a few names, and asks here before it calls, makes or fills anything."""

import io
import warnings
from collections import Counter, OrderedDict

import pickle
import _codecs
import torch
from _pickle import _GuardedUnpickler, _renamed
from torch import _tensor, _utils
from torch.serialization import StorageType, _get_layout

_BLOCKED = ('sys', 'os', 'posix', 'nt')

_safe = []  # what add_safe_globals has added

_known = {}


def _known_names():
    """The names that every file may use."""
    if not _known:
        _known.update({'collections.OrderedDict': OrderedDict, 'collections.Counter': Counter, 'torch.nn.parameter.Parameter': torch.nn.Parameter,
                       'torch.serialization._get_layout': _get_layout, 'torch.Size': torch.Size, 'torch.Tensor': torch.Tensor,
                       'torch.device': torch.device, '_codecs.encode': _codecs.encode, 'builtins.bytearray': bytearray, 'builtins.set': set,
                       'builtins.complex': complex, 'torch._tensor._rebuild_from_type_v2': _tensor._rebuild_from_type_v2})
        _known.update({str(value): value for value in vars(torch).values() if isinstance(value, torch.dtype)})
        _known.update({'torch._utils.' + name: value for name, value in vars(_utils).items() if name.startswith('_rebuild_')})
        _known.update({'torch.storage.' + name: getattr(torch, name) for name in ('TypedStorage', 'UntypedStorage')})
    return _known


def _name_of(value):
    """The name of a class or function in files."""
    if isinstance(value, tuple):
        if len(value) != 2:
            raise ValueError('Expected tuple of length 2 (callable, str), but got a tuple of length %d' % len(value))
        value, name = value
        if not callable(value):
            raise TypeError('Expected first item in tuple to be callable, but got: %s' % (value,))
        if not isinstance(name, str):
            raise TypeError('Expected second item in tuple to be str, but got: %s' % (name,))
        return name
    return '%s.%s' % (value.__module__, value.__qualname__)


def _add(values):
    for value in values:
        if value not in _safe:
            _safe.append(value)


def _added():
    return {_name_of(value): value[0] if isinstance(value, tuple) else value for value in _safe}


def _is_safe(value, values):
    return any(value is each for each in values)


class Unpickler(_GuardedUnpickler):
    """Reads protocol 2 with known names only."""

    def __init__(self, file, *, encoding='bytes', **options):
        super().__init__(file, encoding=encoding, **options)
        self._plain = _known_names()
        self._own = _added()

    def find_class(self, module, name):
        """The object of a name that is known to be harmless, or was added; anything else is refused."""
        if module != 'exceptions':
            module, name = _renamed(module, name)
        full = module + '.' + name
        if full in self._own:
            return self._own[full]
        if full in self._plain:
            return self._plain[full]
        if module in ('torch', 'torch.cuda') and name.endswith('Storage'):
            try:
                return StorageType(name)
            except KeyError:
                pass
        if module in ('torch', 'torch.cuda') and name.endswith('Tensor') and hasattr(torch, name):
            return getattr(torch if module == 'torch' else torch.cuda, name)
        if module in _BLOCKED:
            raise pickle.UnpicklingError('Trying to load unsupported GLOBAL %s whose module %s is blocked.' % (full, module))
        shown = name if module == 'builtins' else full
        raise pickle.UnpicklingError(
            'Unsupported global: GLOBAL %s was not an allowed global by default. Please use `torch.serialization.add_safe_globals([%s])` or the '
            '`torch.serialization.safe_globals([%s])` context manager to allowlist this global if you trust this class/function.'
            % (shown, shown, shown))

    def _allows(self, value):
        return _is_safe(value, self._plain.values()) or _is_safe(value, self._own.values())

    def _guard_call(self, function, args):
        if not (self._allows(function) or isinstance(function, (StorageType, torch.dtype))):
            raise pickle.UnpicklingError('Trying to call reduce for unrecognized function %s' % (function,))
        return function(*args)

    def _guard_new(self, cls, args):
        if not (self._allows(cls) and isinstance(cls, type)):
            raise pickle.UnpicklingError('Can only create new object for nn.Parameter or classes allowlisted via `add_safe_globals` but got %s' % (cls,))
        return cls.__new__(cls, *args)

    def _guard_build(self, value, state):
        kind = type(value)
        if kind is torch.Tensor:
            value.set_(*state)
        elif kind is torch.nn.Parameter:
            data, requires_grad, hooks = state
            value.data = data
            value.requires_grad_(requires_grad)
        elif kind is OrderedDict:
            value.__dict__.update(state)
        elif _is_safe(kind, self._own.values()):
            self._set_state(value, state)
        else:
            raise pickle.UnpicklingError('Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but got %s' % kind)

    def _set_state(self, value, state):
        if hasattr(value, '__setstate__'):
            value.__setstate__(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            value.__dict__.update(state)
        for name, each in (slots or {}).items():
            setattr(value, name, each)

    _FILLS = {'a': 'append to lists', 'e': 'extend lists', 's': 'SETITEM for dict, collections.OrderedDict, collections.Counter',
              'u': 'SETITEMS for dict, collections.OrderedDict, collections.Counter'}

    def _guard_fill(self, container, opcode):
        if chr(opcode) in 'su' and type(container) in (dict, OrderedDict, Counter):
            return
        raise pickle.UnpicklingError('Can only %s, but got %s' % (self._FILLS[chr(opcode)], type(container)))

    def _guard_opcode(self, opcode, _):
        raise pickle.UnpicklingError('Unsupported operand %d' % opcode)

    def _guard_persistent(self, pid, _):
        if not isinstance(pid, (tuple, int)):
            raise pickle.UnpicklingError('persistent_load id must be tuple or int, but got %s' % type(pid))
        if isinstance(pid, tuple) and pid and torch.serialization._maybe_decode_ascii(pid[0]) != 'storage':
            raise pickle.UnpicklingError('Only persistent_load of storage is allowed, but got %s' % type(pid[0]))

    def _guard_protocol(self, protocol, _):
        if protocol != 2:
            warnings.warn('Detected pickle protocol %d in the checkpoint, which was not the default pickle protocol used by `torch.load` (2). The '
                          'weights_only Unpickler might not support all instructions implemented by this protocol, please file an issue for adding '
                          'support if you encounter this.' % protocol, stacklevel=2)


def load(file, *, encoding='ASCII', **options):
    """The object of a pickle."""
    return Unpickler(file, encoding=encoding, **options).load()


# ---- names in a pickle

# How long an opcode's argument is: bytes, or 'n' bytes that say how many more, or lines.
_ARGUMENTS = {'c': 'lines', 'J': 4, 'K': 1, 'M': 2, 'G': 8, 'h': 1, 'j': 4, 'q': 1, 'r': 4, 'U': 'n1', 'X': 'n4', '\x80': 1, '\x8a': 'n1'}
_KNOWN = {*_ARGUMENTS, *'N)t]}(aesuRbQ.', '\x81', '\x85', '\x86', '\x87', '\x88', '\x89', '\x8f'}


def _steps(data):
    """Each opcode of a pickle with its argument."""
    at = 0
    while at < len(data):
        opcode = chr(data[at])
        at += 1
        if opcode not in _KNOWN:
            raise pickle.UnpicklingError('Unsupported operand %d' % ord(opcode))
        size = _ARGUMENTS.get(opcode, 0)
        if isinstance(size, int):
            argument, at = data[at:at + size], at + size
        elif size[0] == 'n':
            width = int(size[1])
            start = at + width
            at = start + int.from_bytes(data[at:start], 'little')
            argument = data[start:at]
        else:
            end = data.index(b'\n', data.index(b'\n', at) + 1)
            argument, at = data[at:end], end + 1
        yield opcode, argument
        if opcode == '.':
            return


def _unsafe_names(data):
    """The names that the unpickler would refuse."""
    guard, refused = Unpickler(io.BytesIO(b'')), []
    for opcode, argument in _steps(data):
        if opcode != 'c':
            continue
        module, name = argument.decode().split('\n')
        try:
            guard.find_class(module, name)
        except pickle.UnpicklingError:
            full = '.'.join(_renamed(module, name))
            if full not in refused:
                refused.append(full)
    return refused
