"""Keys by which operators choose among their functions, sets of them, and the guard under which some are not chosen: names of torch._C
that programs write for operators of their own. What they stand for here are devices, autocasting and the autograd graph."""

import sys
from enum import IntEnum

# the parts that each device has, and keys of other kinds, in the order of their numbers
_DEVICES = 'CPU CUDA HIP XLA MPS IPU XPU HPU VE Lazy MTIA MAIA PrivateUse1 PrivateUse2 PrivateUse3 Meta'.split()
_NUMBERED = {'Undefined': 0, 'Dense': 1, 'Quantized': 5, 'Sparse': 8, 'SparseCsr': 9, 'NestedTensor': 10, 'BackendSelect': 11, 'Python': 13,
             'FuncTorchDynamicLayerBackMode': 14, 'Functionalize': 15, 'Conjugate': 16, 'Negative': 17, 'ZeroTensor': 18, 'ADInplaceOrView': 19,
             'AutogradOther': 20, 'AutogradFunctionality': 21, 'AutogradNestedTensor': 22, 'AutocastCPU': 24, 'AutocastXPU': 27,
             'AutocastIPU': 28, 'AutocastHPU': 29, 'AutocastMPS': 31, 'AutocastCUDA': 32, 'AutocastPrivateUse1': 33, 'FuncTorchBatched': 34,
             'FuncTorchVmapMode': 36, 'FuncTorchGradWrapper': 39, 'PythonTLSSnapshot': 41, 'FuncTorchDynamicLayerFrontMode': 42,
             'PreDispatch': 45, 'PythonDispatcher': 46, 'Autograd': 150, 'CompositeImplicitAutograd': 151, 'FuncTorchBatchedDecomposition': 152,
             'CompositeImplicitAutogradNestedTensor': 153, 'CompositeExplicitAutograd': 154, 'CompositeExplicitAutogradNonFunctional': 155}
for _first, _prefix in ((49, ''), (66, 'Quantized'), (83, 'Sparse'), (100, 'SparseCsr'), (117, 'NestedTensor'), (134, 'Autograd')):
    _NUMBERED.update((_prefix + _device, _first + _place) for _place, _device in enumerate(_DEVICES))

def _are_functorch_transforms_active():
    """Whether a transformation of torch.func is running."""
    func = sys.modules.get('torch.func')
    return func is not None and func._inside > 0


DispatchKey = IntEnum('DispatchKey', _NUMBERED, module='torch')


class DispatchKeySet:
    """A set of keys."""

    def __init__(self, keys):
        self._keys = frozenset([DispatchKey(keys)] if isinstance(keys, int) else keys._keys)

    @classmethod
    def _of(cls, keys):
        made = cls(DispatchKey.Undefined)
        made._keys = frozenset(keys)
        return made

    def __repr__(self):
        return 'DispatchKeySet(%s)' % ', '.join(key.name for key in sorted(self._keys, key=lambda key: (key in _MODES, key)))

    def __eq__(self, other):
        return self._keys == other._keys if isinstance(other, DispatchKeySet) else NotImplemented

    def __hash__(self):
        return hash(self._keys)

    def __or__(self, other):
        return self._of(self._keys | other._keys)

    def __and__(self, other):
        return self._of(self._keys & other._keys)

    def __sub__(self, other):
        return self._of(self._keys - other._keys)

    def has(self, key):
        """Whether the key is in the set."""
        return key in self._keys

    def add(self, key):
        """The set with the key."""
        return self._of(self._keys | {DispatchKey(key)})

    def remove(self, key):
        """The set without the key."""
        return self._of(self._keys - {DispatchKey(key)})


_AUTOCAST = {DispatchKey['Autocast' + device.upper()]: device for device in ('cpu', 'cuda')}
_MODES = frozenset(key for key in DispatchKey if 10 < key < 48)


class _ExcludeDispatchKeyGuard:
    """A context in which some keys are not chosen. Those of autocasting: nothing is cast; others have no part that could be left out, and are
    refused."""

    def __init__(self, keys):
        other = [key.name for key in keys._keys if not key.name.startswith('Autocast')]
        if other:
            raise NotImplementedError('_ExcludeDispatchKeyGuard: %s cannot be excluded in this version' % ', '.join(sorted(other)))
        self._devices = [device for key, device in _AUTOCAST.items() if keys.has(key)]
        self._entered = []

    def __enter__(self):
        import torch
        for device in self._devices:
            if torch.is_autocast_enabled(device):
                context = torch.autocast(device, enabled=False)
                context.__enter__()
                self._entered.append(context)

    def __exit__(self, *exception):
        while self._entered:
            self._entered.pop().__exit__(*exception)
        return False


def _get_tracing_state():
    """None: traced functions run as they are written."""


def _log_api_usage_once(event):
    """Notes that a part of a library is used; there is nobody who reads such notes."""
    if not isinstance(event, str):
        raise TypeError('bad argument type for built-in operation')


_REFUSED = {**dict.fromkeys(('PyTorchFileReader', 'PyTorchFileWriter'), 'torch.load and torch.save read and write archives'),
            **dict.fromkeys(('Graph', 'Node', 'Value'), 'programs run as they are written, there are no graphs of them')}


def __getattr__(name):
    if name == '_TensorMeta':  # the class of the class of tensors
        from torch import Tensor
        return type(Tensor)
    if name in _REFUSED:
        from torch._refusals import refused_class
        globals()[name] = made = refused_class('torch._C', name, _REFUSED[name])
        return made
    raise AttributeError('module %r has no attribute %r' % (__name__, name))
