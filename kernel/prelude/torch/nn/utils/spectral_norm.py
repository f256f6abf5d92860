"""Spectral normalisation with hooks (torch.nn.utils.parametrizations.spectral_norm is the newer form)."""

import torch
from torch.nn import functional as F
from torch.nn.parameter import Parameter


def weight_matrix(weight, dim):
    """A weight as a matrix with a row for each index of dim."""
    return (weight if dim == 0 else weight.movedim(dim, 0)).flatten(1) if weight.ndim > 1 else weight.unsqueeze(-1)


def default_dim(module):
    """The dimension of a layer's outputs."""
    from torch.nn.modules import conv
    return 1 if isinstance(module, conv._ConvTransposeNd) else 0


@torch.no_grad()
def power_iterations(matrix, u, v, count, eps):
    """Moves u and v towards the first singular vectors, in place; u first."""
    for _ in range(count):
        u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=eps))
        v.copy_(F.normalize(torch.mv(matrix.H, u), dim=0, eps=eps))


class SpectralNorm:
    """The hook that divides a weight by its largest singular value before each call of its module (Miyato et al. 2018)."""

    _version = 1

    def __init__(self, name='weight', n_power_iterations=1, dim=0, eps=1e-12):
        if n_power_iterations <= 0:
            raise ValueError('Expected n_power_iterations to be positive, but got n_power_iterations=%s' % n_power_iterations)
        self.name, self.n_power_iterations, self.dim, self.eps = name, n_power_iterations, dim, eps

    def reshape_weight_to_matrix(self, weight):
        """The weight as a matrix with a row for each output."""
        return weight_matrix(weight, self.dim).reshape(weight.size(self.dim), -1)

    def compute_weight(self, module, do_power_iteration):
        """The normalised weight, after power iterations that move the estimate."""
        weight, u, v = [getattr(module, self.name + end) for end in ('_orig', '_u', '_v')]
        matrix = self.reshape_weight_to_matrix(weight)
        if do_power_iteration:
            with torch.no_grad():
                for _ in range(self.n_power_iterations):
                    v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps))
                    u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=self.eps))
            u, v = u.clone(), v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def remove(self, module):
        """Makes the present weight an ordinary parameter again."""
        with torch.no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        delattr(module, self.name)
        for end in ('_u', '_v', '_orig'):
            delattr(module, self.name + end)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, do_power_iteration=module.training))

    @staticmethod
    def apply(module, name, n_power_iterations, dim, eps):
        """Puts the hooks into a module. RuntimeError where it has one for this parameter."""
        if _hook_in(module._forward_pre_hooks, name) is not None:
            raise RuntimeError('Cannot register two spectral_norm hooks on the same parameter ' + name)
        made = SpectralNorm(name, n_power_iterations, dim, eps)
        weight = module._parameters[name]
        if weight is None:
            raise ValueError('`SpectralNorm` cannot be applied as parameter `%s` is None' % name)
        with torch.no_grad():
            vectors = [F.normalize(weight.new_empty(size).normal_(0, 1), dim=0, eps=eps) for size in made.reshape_weight_to_matrix(weight).size()]
        delattr(module, name)
        module.register_parameter(name + '_orig', weight)
        setattr(module, name, weight.data)
        for end, vector in zip(('_u', '_v'), vectors):
            module.register_buffer(name + end, vector)
        module.register_forward_pre_hook(made)
        module._register_state_dict_hook(SpectralNormStateDictHook(made))
        module._register_load_state_dict_pre_hook(SpectralNormLoadStateDictPreHook(made))
        return made


class SpectralNormLoadStateDictPreHook:
    """Refuses state dicts of the first version, which lack a vector."""

    def __init__(self, fn):
        self.fn, self.name = fn, fn.name

    def __call__(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        version = local_metadata.get('spectral_norm', {}).get(self.name + '.version')
        key = prefix + self.name
        if version is None and all([key + end in state_dict for end in ('_orig', '_u', '')]) and key + '_v' not in state_dict:
            _add_missing_vector(self.fn, state_dict, key)


def _add_missing_vector(fn, state_dict, key):
    """The vector v of a state dict of PyTorch 1.0, which had the weight in its place, from u and the singular value."""
    with torch.no_grad():
        original, weight, u = state_dict[key + '_orig'], state_dict.pop(key), state_dict[key + '_u']
        sigma = float((original / weight).mean())
        matrix = fn.reshape_weight_to_matrix(original)
        v = torch.linalg.multi_dot([matrix.t().mm(matrix).pinverse(), matrix.t(), u.unsqueeze(1)]).squeeze(1)
        state_dict[key + '_v'] = v * (sigma / torch.dot(u, torch.mv(matrix, v)))


class SpectralNormStateDictHook:
    """Notes the version in the metadata of state dicts."""

    def __init__(self, fn):
        self.fn, self.name = fn, fn.name

    def __call__(self, module, state_dict, prefix, local_metadata):
        versions = local_metadata.setdefault('spectral_norm', {})
        key = self.name + '.version'
        if key in versions:
            raise RuntimeError("Unexpected key in metadata['spectral_norm']: " + key)
        versions[key] = SpectralNorm._version


def _hook_in(table, name):
    """(number, hook) of the hook for a name in a table of hooks, or None."""
    kinds = (SpectralNorm, SpectralNormStateDictHook, SpectralNormLoadStateDictPreHook)
    return next((item for item in table.items() if isinstance(item[1], kinds) and item[1].name == name), None)


def spectral_norm(module, name='weight', n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a weight by its spectral norm before each call; dim is that of the outputs; returns the module."""
    SpectralNorm.apply(module, name, n_power_iterations, default_dim(module) if dim is None else dim, eps)
    return module


def remove_spectral_norm(module, name='weight'):
    """Takes spectral_norm away from a weight; returns the module. ValueError where it is not there."""
    found = _hook_in(module._forward_pre_hooks, name)
    if found is None:
        raise ValueError("spectral_norm of '%s' not found in %s" % (name, module))
    found[1].remove(module)
    for table in (module._forward_pre_hooks, module._state_dict_hooks, module._load_state_dict_pre_hooks):
        hook = _hook_in(table, name)
        if hook is not None:
            del table[hook[0]]
    return module


__all__ = ['SpectralNorm', 'SpectralNormLoadStateDictPreHook', 'SpectralNormStateDictHook', 'spectral_norm', 'remove_spectral_norm']
