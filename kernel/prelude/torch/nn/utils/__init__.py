"""Helpers for parameters: gradients, vectors, normalised weights, pruning, packed sequences."""

from torch._C import _import
from torch.nn.utils.clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
from torch.nn.utils.convert_parameters import parameters_to_vector, vector_to_parameters
# These functions have the names of their modules: they must be here before anything imports those.
from torch.nn.utils.weight_norm import remove_weight_norm, weight_norm
from torch.nn.utils.spectral_norm import remove_spectral_norm, spectral_norm

# The other names are imported when they are first used: the names of each module, and the modules themselves.
_names_of = {
    'fusion': 'fuse_conv_bn_eval fuse_conv_bn_weights fuse_linear_bn_eval fuse_linear_bn_weights',
    'memory_format': 'convert_conv2d_weight_memory_format convert_conv3d_weight_memory_format',
    'init': 'skip_init',
}
_module_of = {name: module for module, names in _names_of.items() for name in names.split()}
_modules = ('fusion', 'init', 'memory_format', 'parametrizations', 'parametrize', 'prune', 'rnn', 'stateless')

__all__ = sorted('''clip_grad_norm clip_grad_norm_ clip_grads_with_norm_ clip_grad_value_ get_total_norm parameters_to_vector parametrizations
parametrize remove_spectral_norm remove_weight_norm rnn spectral_norm stateless vector_to_parameters weight_norm'''.split() + list(_module_of))


def __getattr__(name):
    if name in _module_of:
        value = getattr(_import('torch.nn.utils.' + _module_of[name]), name)
    elif name in _modules:
        value = _import('torch.nn.utils.' + name)
    else:
        raise AttributeError("module 'torch.nn.utils' has no attribute '%s'" % name)
    return globals().setdefault(name, value)


def __dir__():
    return sorted({*globals(), *_module_of, *_modules})
