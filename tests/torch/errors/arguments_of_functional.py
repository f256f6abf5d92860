# What functions of nn.functional, linalg and special say of wrong arguments.
import warnings

import torch
import torch.nn.functional as F
from torch import fft, linalg, special

warnings.simplefilter('ignore')
x = torch.tensor([[1., 2.], [3., 4.]])
CALLS = [
    ('()', (), {}), ("('a')", ('a',), {}), ('(None)', (None,), {}), ('([x])', ([x],), {}), ("(x, 'a')", (x, 'a'), {}), ('(x, foo=1)', (x,), {'foo': 1}),
    ("(x, x, 'a')", (x, x, 'a'), {}), ('(1, 2, 3, 4, 5, 6, 7, 8)', (1, 2, 3, 4, 5, 6, 7, 8), {}), ('(x, dim=5)', (x,), {'dim': 5}), ('(x, 7)', (x, 7), {}),
    ('(x, ones(5))', (x, torch.ones(5)), {})]
NAMES = """
F.adaptive_avg_pool1d F.adaptive_avg_pool2d F.adaptive_avg_pool3d F.adaptive_max_pool1d F.adaptive_max_pool2d F.adaptive_max_pool3d F.affine_grid F.alpha_dropout F.avg_pool1d F.avg_pool2d
F.avg_pool3d F.batch_norm F.bilinear F.binary_cross_entropy F.binary_cross_entropy_with_logits F.celu F.celu_ F.channel_shuffle F.conv1d F.conv2d
F.conv3d F.conv_transpose1d F.conv_transpose2d F.cosine_embedding_loss F.cosine_similarity F.cross_entropy F.dropout F.dropout1d F.dropout2d F.dropout3d
F.elu F.elu_ F.embedding F.embedding_bag F.feature_alpha_dropout F.fold F.gaussian_nll_loss F.gelu F.glu F.grid_sample
F.group_norm F.gumbel_softmax F.hardshrink F.hardsigmoid F.hardswish F.hardtanh F.hardtanh_ F.hinge_embedding_loss F.huber_loss F.instance_norm
F.interpolate F.kl_div F.l1_loss F.layer_norm F.leaky_relu F.leaky_relu_ F.linear F.local_response_norm F.log_softmax F.logsigmoid
F.lp_pool1d F.lp_pool2d F.lp_pool3d F.margin_ranking_loss F.max_pool1d F.max_pool2d F.max_pool3d F.mish F.mse_loss F.multi_margin_loss
F.multilabel_margin_loss F.multilabel_soft_margin_loss F.nll_loss F.normalize F.one_hot F.pad F.pairwise_distance F.pdist F.pixel_shuffle F.pixel_unshuffle
F.poisson_nll_loss F.prelu F.relu F.relu6 F.relu_ F.rms_norm F.rrelu F.rrelu_ F.scaled_dot_product_attention F.selu
F.selu_ F.sigmoid F.silu F.smooth_l1_loss F.soft_margin_loss F.softmax F.softmin F.softplus F.softshrink F.softsign
F.tanh F.tanhshrink F.threshold F.threshold_ F.triplet_margin_loss F.triplet_margin_with_distance_loss F.unfold F.upsample F.upsample_bilinear F.upsample_nearest
fft.fft fft.fft2 fft.fftfreq fft.fftn fft.fftshift fft.hfft fft.hfft2 fft.hfftn fft.ifft fft.ifft2
fft.ifftn fft.ifftshift fft.ihfft fft.ihfft2 fft.ihfftn fft.irfft fft.irfft2 fft.irfftn fft.rfft fft.rfft2
fft.rfftfreq fft.rfftn linalg.cholesky linalg.cholesky_ex linalg.cond linalg.cross linalg.det linalg.diagonal linalg.eig linalg.eigh
linalg.eigvals linalg.eigvalsh linalg.householder_product linalg.inv linalg.inv_ex linalg.ldl_factor linalg.ldl_factor_ex linalg.ldl_solve linalg.lstsq linalg.lu
linalg.lu_factor linalg.lu_factor_ex linalg.lu_solve linalg.matmul linalg.matrix_exp linalg.matrix_norm linalg.matrix_power linalg.matrix_rank linalg.multi_dot linalg.norm
linalg.pinv linalg.qr linalg.slogdet linalg.solve linalg.solve_ex linalg.solve_triangular linalg.svd linalg.svdvals linalg.tensorinv linalg.tensorsolve
linalg.vander linalg.vecdot linalg.vector_norm special.airy_ai special.bessel_j0 special.bessel_j1 special.bessel_y0 special.bessel_y1 special.chebyshev_polynomial_t special.chebyshev_polynomial_u
special.chebyshev_polynomial_v special.chebyshev_polynomial_w special.digamma special.entr special.erf special.erfc special.erfcx special.erfinv special.exp2 special.expit
special.expm1 special.gammainc special.gammaincc special.gammaln special.hermite_polynomial_h special.hermite_polynomial_he special.i0 special.i0e special.i1 special.i1e
special.laguerre_polynomial_l special.legendre_polynomial_p special.log1p special.log_ndtr special.log_softmax special.logit special.logsumexp special.modified_bessel_i0 special.modified_bessel_i1 special.modified_bessel_k0
special.modified_bessel_k1 special.multigammaln special.ndtr special.ndtri special.polygamma special.psi special.round special.scaled_modified_bessel_k0 special.scaled_modified_bessel_k1 special.shifted_chebyshev_polynomial_t
special.shifted_chebyshev_polynomial_u special.shifted_chebyshev_polynomial_v special.shifted_chebyshev_polynomial_w special.sinc special.softmax special.spherical_bessel_j0 special.xlog1py special.xlogy special.zeta
""".split()
# whose texts are otherwise here: the numbers of the calls
OPEN = """
F.adaptive_avg_pool2d 4
F.adaptive_avg_pool3d 4
F.adaptive_max_pool1d 7
F.adaptive_max_pool2d 4 6 7
F.adaptive_max_pool3d 4 6 7
F.binary_cross_entropy 6
F.conv_transpose1d 10
F.cosine_embedding_loss 6
F.embedding 6
F.embedding_bag 7
F.fold 6
F.grid_sample 4 9
F.hinge_embedding_loss 4 6 9
F.interpolate 6
F.lp_pool1d 6
F.lp_pool2d 6
F.lp_pool3d 6
F.max_pool1d 4 6 7 10
F.max_pool2d 7
F.max_pool3d 4 6 7 10
F.nll_loss 4 6 9
F.normalize 6 10
F.pad 4 6 9 10
F.poisson_nll_loss 4 6 7 9
F.relu6 1 2 3
F.rms_norm 4 6 9 10
F.sigmoid 0 1 2 3
F.soft_margin_loss 4 9
F.softmin 1 2 3
F.tanh 0 1 2 3
F.triplet_margin_loss 6 7
F.unfold 4 6 10
F.upsample 6
F.upsample_bilinear 6
F.upsample_nearest 6
linalg.tensorinv 9
"""
OPEN = {line.split()[0]: line.split()[1:] for line in OPEN.strip().split('\n') if line}


def text(function, name, args, kwargs):
    try:
        function(*args, **kwargs)
    except Exception as error:
        said = f'{type(error).__name__}: {error}'
        return said.replace(name + '(', 'NAME(').replace(name + '_cpu', 'NAME_cpu').replace('TensorBase.', 'Tensor.')
    return 'nothing'


for number, (label, args, kwargs) in enumerate(CALLS):
    groups = {}
    for path in NAMES:
        if str(number) in OPEN.get(path, ()):
            continue
        space, _, name = path.rpartition('.')
        function = getattr({'torch': torch, 'F': F, 'linalg': linalg, 'special': special, 'fft': fft}[space], name)
        groups.setdefault(text(function, name, args, kwargs), []).append(path)
    for said, paths in groups.items():
        if said != 'nothing':
            print(f'--- {label}:', *paths)
            print(said)
