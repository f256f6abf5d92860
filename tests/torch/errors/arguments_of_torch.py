# What functions of torch say of wrong arguments.
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
torch.abs torch.abs_ torch.absolute torch.acos torch.acos_ torch.acosh torch.acosh_ torch.adaptive_avg_pool1d torch.adaptive_max_pool1d torch.add
torch.addbmm torch.addcdiv torch.addcmul torch.addmm torch.addmv torch.addr torch.adjoint torch.all torch.allclose torch.alpha_dropout
torch.alpha_dropout_ torch.amax torch.amin torch.aminmax torch.angle torch.any torch.arange torch.arccos torch.arccos_ torch.arccosh
torch.arccosh_ torch.arcsin torch.arcsin_ torch.arcsinh torch.arcsinh_ torch.arctan torch.arctan2 torch.arctan_ torch.arctanh torch.arctanh_
torch.are_deterministic_algorithms_enabled torch.argmax torch.argmin torch.argsort torch.argwhere torch.as_strided torch.as_strided_scatter torch.as_tensor torch.asarray torch.asin
torch.asin_ torch.asinh torch.asinh_ torch.atan torch.atan2 torch.atan_ torch.atanh torch.atanh_ torch.atleast_1d torch.atleast_2d
torch.atleast_3d torch.avg_pool1d torch.baddbmm torch.bartlett_window torch.batch_norm torch.bernoulli torch.bilinear torch.binary_cross_entropy_with_logits torch.bincount torch.bitwise_and
torch.bitwise_left_shift torch.bitwise_not torch.bitwise_or torch.bitwise_right_shift torch.bitwise_xor torch.blackman_window torch.block_diag torch.bmm torch.broadcast_shapes torch.broadcast_tensors
torch.broadcast_to torch.bucketize torch.can_cast torch.cartesian_prod torch.cat torch.cdist torch.ceil torch.ceil_ torch.celu torch.celu_
torch.chain_matmul torch.channel_shuffle torch.cholesky torch.cholesky_inverse torch.cholesky_solve torch.chunk torch.clamp torch.clamp_ torch.clamp_max torch.clamp_max_
torch.clamp_min torch.clamp_min_ torch.clip torch.clip_ torch.clone torch.column_stack torch.combinations torch.complex torch.concat torch.concatenate
torch.conj torch.conj_physical torch.conj_physical_ torch.constant_pad_nd torch.conv1d torch.conv2d torch.conv3d torch.conv_transpose1d torch.conv_transpose2d torch.copysign
torch.corrcoef torch.cos torch.cos_ torch.cosh torch.cosh_ torch.cosine_embedding_loss torch.cosine_similarity torch.count_nonzero torch.cov torch.cross
torch.cummax torch.cummin torch.cumprod torch.cumsum torch.cumulative_trapezoid torch.deg2rad torch.deg2rad_ torch.det torch.detach torch.detach_
torch.diag torch.diag_embed torch.diagflat torch.diagonal torch.diagonal_scatter torch.diff torch.digamma torch.dist torch.div torch.divide
torch.dot torch.dropout torch.dropout_ torch.dsplit torch.dstack torch.einsum torch.embedding torch.empty torch.empty_like torch.empty_strided
torch.eq torch.equal torch.erf torch.erf_ torch.erfc torch.erfc_ torch.erfinv torch.exp torch.exp2 torch.exp2_
torch.exp_ torch.expm1 torch.expm1_ torch.eye torch.feature_alpha_dropout torch.feature_alpha_dropout_ torch.feature_dropout torch.feature_dropout_ torch.fill torch.fill_
torch.fix torch.fix_ torch.flatten torch.flip torch.fliplr torch.flipud torch.float_power torch.floor torch.floor_ torch.floor_divide
torch.fmax torch.fmin torch.fmod torch.frac torch.frac_ torch.frexp torch.full torch.full_like torch.gather torch.gcd
torch.gcd_ torch.ge torch.geqrf torch.ger torch.get_default_device torch.get_default_dtype torch.get_float32_matmul_precision torch.get_num_threads torch.greater torch.greater_equal
torch.group_norm torch.gt torch.hamming_window torch.hann_window torch.hardshrink torch.heaviside torch.hinge_embedding_loss torch.histc torch.hsplit torch.hstack
torch.hypot torch.i0 torch.i0_ torch.igamma torch.igammac torch.imag torch.index_add torch.index_copy torch.index_fill torch.index_put
torch.index_reduce torch.index_select torch.inner torch.instance_norm torch.inverse torch.is_complex torch.is_conj torch.is_floating_point torch.is_grad_enabled torch.is_inference
torch.is_inference_mode_enabled torch.is_neg torch.is_nonzero torch.is_same_size torch.is_signed torch.is_storage torch.is_tensor torch.isclose torch.isfinite torch.isin
torch.isinf torch.isnan torch.isneginf torch.isposinf torch.isreal torch.kaiser_window torch.kl_div torch.kron torch.kthvalue torch.layer_norm
torch.lcm torch.lcm_ torch.ldexp torch.ldexp_ torch.le torch.lerp torch.less torch.less_equal torch.lgamma torch.linspace
torch.log torch.log10 torch.log10_ torch.log1p torch.log1p_ torch.log2 torch.log2_ torch.log_ torch.log_softmax torch.logaddexp
torch.logaddexp2 torch.logcumsumexp torch.logdet torch.logical_and torch.logical_not torch.logical_or torch.logical_xor torch.logit torch.logit_ torch.logspace
torch.logsumexp torch.lt torch.lu torch.lu_solve torch.lu_unpack torch.margin_ranking_loss torch.masked_fill torch.masked_scatter torch.masked_select torch.matmul
torch.matrix_exp torch.matrix_power torch.max torch.max_pool1d torch.max_pool2d torch.max_pool3d torch.maximum torch.mean torch.median torch.meshgrid
torch.min torch.minimum torch.mm torch.mode torch.moveaxis torch.movedim torch.msort torch.mul torch.multinomial torch.multiply
torch.mv torch.mvlgamma torch.nan_to_num torch.nan_to_num_ torch.nanmean torch.nanmedian torch.nanquantile torch.nansum torch.narrow torch.narrow_copy
torch.ne torch.neg torch.neg_ torch.negative torch.negative_ torch.nextafter torch.nonzero torch.norm torch.normal torch.not_equal
torch.numel torch.ones torch.ones_like torch.orgqr torch.ormqr torch.outer torch.pairwise_distance torch.pdist torch.permute torch.pinverse
torch.pixel_shuffle torch.pixel_unshuffle torch.poisson_nll_loss torch.polar torch.polygamma torch.positive torch.pow torch.prelu torch.prod torch.promote_types
torch.put torch.qr torch.quantile torch.rad2deg torch.rad2deg_ torch.rand torch.rand_like torch.randint torch.randint_like torch.randn
torch.randn_like torch.randperm torch.range torch.ravel torch.real torch.reciprocal torch.reciprocal_ torch.relu torch.relu_ torch.remainder
torch.renorm torch.repeat_interleave torch.reshape torch.resize_as_ torch.resolve_conj torch.resolve_neg torch.result_type torch.rms_norm torch.roll torch.rot90
torch.round torch.round_ torch.row_stack torch.rrelu torch.rrelu_ torch.rsqrt torch.rsqrt_ torch.rsub torch.scalar_tensor torch.scatter
torch.scatter_add torch.scatter_reduce torch.searchsorted torch.select torch.select_scatter torch.selu torch.selu_ torch.set_default_device torch.set_default_dtype torch.set_default_tensor_type
torch.set_float32_matmul_precision torch.set_printoptions torch.sgn torch.sigmoid torch.sigmoid_ torch.sign torch.signbit torch.sin torch.sin_ torch.sinc
torch.sinc_ torch.sinh torch.sinh_ torch.slice_scatter torch.slogdet torch.softmax torch.sort torch.split torch.split_with_sizes torch.sqrt
torch.sqrt_ torch.square torch.square_ torch.squeeze torch.stack torch.std torch.std_mean torch.sub torch.subtract torch.sum
torch.svd torch.swapaxes torch.swapdims torch.t torch.take torch.take_along_dim torch.tan torch.tan_ torch.tanh torch.tanh_
torch.tensor torch.tensor_split torch.tensordot torch.threshold torch.threshold_ torch.tile torch.topk torch.trace torch.transpose torch.trapezoid
torch.trapz torch.triangular_solve torch.tril torch.tril_indices torch.triplet_margin_loss torch.triu torch.triu_indices torch.true_divide torch.trunc torch.trunc_
torch.typename torch.unbind torch.unflatten torch.unique torch.unique_consecutive torch.unravel_index torch.unsqueeze torch.use_deterministic_algorithms torch.vander torch.var
torch.var_mean torch.vdot torch.view_as_complex torch.view_as_real torch.vsplit torch.vstack torch.where torch.xlogy torch.xlogy_ torch.zero_
torch.zeros torch.zeros_like
""".split()
# whose texts are otherwise here: the numbers of the calls
OPEN = """
torch.as_tensor 2
torch.asarray 2
torch.atleast_1d 1 2
torch.atleast_2d 1 2
torch.atleast_3d 1 2
torch.bernoulli 9
torch.binary_cross_entropy_with_logits 10
torch.broadcast_shapes 2 3 4 6 10 9
torch.cdist 4 6 9
torch.conv_transpose1d 10
torch.cumulative_trapezoid 10
torch.einsum 7
torch.lu 1 2 3 4 6 7 9 10
torch.meshgrid 0 1 2 3 7 10
torch.norm 6 10
torch.randint_like 10
torch.range 0 1 2 3 4 5 6 7 8 9 10
torch.searchsorted 7
torch.set_default_device 3
torch.set_default_tensor_type 1 2 3
torch.set_printoptions 1 3 4 6 9 10
torch.take_along_dim 10
torch.tensordot 6
torch.unique 4 6 7 9 10
torch.unique_consecutive 1 2 3 4 6 7 9 10
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
