# What functions of nn.functional, linalg and special say of wrong arguments.
import warnings

import torch
import torch.nn.functional as F
from torch import linalg, special

warnings.simplefilter('ignore')
x = torch.tensor([[1., 2.], [3., 4.]])
CALLS = [
    ('()', (), {}), ("('a')", ('a',), {}), ('(None)', (None,), {}), ('([x])', ([x],), {}), ("(x, 'a')", (x, 'a'), {}), ('(x, foo=1)', (x,), {'foo': 1}),
    ("(x, x, 'a')", (x, x, 'a'), {}), ('(1, 2, 3, 4, 5, 6, 7, 8)', (1, 2, 3, 4, 5, 6, 7, 8), {}), ('(x, dim=5)', (x,), {'dim': 5}), ('(x, 7)', (x, 7), {}),
    ('(x, ones(5))', (x, torch.ones(5)), {})]
NAMES = """
F.adaptive_avg_pool1d F.affine_grid F.alpha_dropout F.avg_pool1d F.avg_pool3d F.batch_norm F.bilinear F.celu F.celu_ F.channel_shuffle
F.conv1d F.conv2d F.conv3d F.conv_transpose2d F.cosine_similarity F.dropout F.dropout1d F.dropout2d F.dropout3d F.elu
F.elu_ F.feature_alpha_dropout F.gaussian_nll_loss F.glu F.group_norm F.gumbel_softmax F.hardshrink F.hardsigmoid F.hardswish F.hardtanh
F.instance_norm F.kl_div F.layer_norm F.leaky_relu F.leaky_relu_ F.linear F.local_response_norm F.log_softmax F.margin_ranking_loss F.mish
F.multi_margin_loss F.multilabel_margin_loss F.multilabel_soft_margin_loss F.one_hot F.pairwise_distance F.pdist F.pixel_shuffle F.pixel_unshuffle F.prelu F.relu
F.rrelu F.rrelu_ F.scaled_dot_product_attention F.selu F.selu_ F.silu F.softmax F.softplus F.softshrink F.softsign
F.tanhshrink F.threshold_ F.triplet_margin_with_distance_loss linalg.cholesky linalg.cholesky_ex linalg.cond linalg.cross linalg.det linalg.diagonal linalg.eig
linalg.eigh linalg.eigvals linalg.eigvalsh linalg.householder_product linalg.inv linalg.inv_ex linalg.ldl_factor linalg.ldl_factor_ex linalg.ldl_solve linalg.lstsq
linalg.lu linalg.lu_factor linalg.lu_factor_ex linalg.lu_solve linalg.matmul linalg.matrix_exp linalg.matrix_norm linalg.matrix_power linalg.matrix_rank linalg.multi_dot
linalg.norm linalg.pinv linalg.qr linalg.slogdet linalg.solve linalg.solve_ex linalg.svd linalg.svdvals linalg.tensorsolve linalg.vander
linalg.vecdot linalg.vector_norm special.airy_ai special.bessel_j0 special.bessel_j1 special.bessel_y0 special.bessel_y1 special.chebyshev_polynomial_t special.chebyshev_polynomial_u special.chebyshev_polynomial_v
special.chebyshev_polynomial_w special.digamma special.entr special.erf special.erfc special.erfcx special.erfinv special.exp2 special.expit special.expm1
special.gammainc special.gammaincc special.gammaln special.hermite_polynomial_h special.hermite_polynomial_he special.i0 special.i0e special.i1 special.i1e special.laguerre_polynomial_l
special.legendre_polynomial_p special.log1p special.log_ndtr special.log_softmax special.logit special.logsumexp special.modified_bessel_i0 special.modified_bessel_i1 special.modified_bessel_k0 special.modified_bessel_k1
special.multigammaln special.ndtr special.ndtri special.polygamma special.psi special.round special.scaled_modified_bessel_k0 special.scaled_modified_bessel_k1 special.shifted_chebyshev_polynomial_t special.shifted_chebyshev_polynomial_u
special.shifted_chebyshev_polynomial_v special.shifted_chebyshev_polynomial_w special.sinc special.softmax special.spherical_bessel_j0 special.xlog1py special.xlogy special.zeta
""".split()


def text(function, name, args, kwargs):
    try:
        function(*args, **kwargs)
    except Exception as error:
        said = f'{type(error).__name__}: {error}'
        return said.replace(name + '(', 'NAME(').replace(name + '_cpu', 'NAME_cpu').replace('TensorBase.', 'Tensor.')
    return 'nothing'


for label, args, kwargs in CALLS:
    groups = {}
    for path in NAMES:
        space, _, name = path.rpartition('.')
        function = getattr({'torch': torch, 'F': F, 'linalg': linalg, 'special': special}[space], name)
        groups.setdefault(text(function, name, args, kwargs), []).append(path)
    for said, paths in groups.items():
        if said != 'nothing':
            print(f'--- {label}:', *paths)
            print(said)
