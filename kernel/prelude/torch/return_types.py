"""The types of named results, as they are asked for."""

import torch

_FIELDS = {
    'aminmax': ('min', 'max'), 'cummax': ('values', 'indices'), 'cummin': ('values', 'indices'), 'frexp': ('mantissa', 'exponent'),
    'geqrf': ('a', 'tau'), 'histogram': ('hist', 'bin_edges'), 'histogramdd': ('hist', 'bin_edges'), 'kthvalue': ('values', 'indices'),
    'linalg_cholesky_ex': ('L', 'info'), 'linalg_eig': ('eigenvalues', 'eigenvectors'), 'linalg_eigh': ('eigenvalues', 'eigenvectors'),
    'linalg_inv_ex': ('inverse', 'info'), 'linalg_ldl_factor': ('LD', 'pivots'), 'linalg_ldl_factor_ex': ('LD', 'pivots', 'info'),
    'linalg_lstsq': ('solution', 'residuals', 'rank', 'singular_values'), 'linalg_lu': ('P', 'L', 'U'),
    'linalg_lu_factor': ('LU', 'pivots'), 'linalg_lu_factor_ex': ('LU', 'pivots', 'info'), 'linalg_qr': ('Q', 'R'),
    'linalg_slogdet': ('sign', 'logabsdet'), 'linalg_solve_ex': ('result', 'info'), 'linalg_svd': ('U', 'S', 'Vh'),
    'lu_unpack': ('P', 'L', 'U'), 'max': ('values', 'indices'), 'median': ('values', 'indices'), 'min': ('values', 'indices'),
    'mode': ('values', 'indices'), 'nanmedian': ('values', 'indices'), 'qr': ('Q', 'R'), 'slogdet': ('sign', 'logabsdet'),
    'sort': ('values', 'indices'), 'svd': ('U', 'S', 'V'), 'topk': ('values', 'indices'),
    'triangular_solve': ('solution', 'cloned_coefficient'),
}


def __dir__():
    return sorted(_FIELDS)


def __getattr__(name):
    if name not in _FIELDS:
        raise AttributeError("module 'torch.return_types' has no attribute '%s'" % name)
    return type(torch._C._named_result(name, _FIELDS[name], _FIELDS[name]))


__all__ = []
