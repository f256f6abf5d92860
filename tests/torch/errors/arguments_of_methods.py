# What methods of tensors say of wrong arguments.
import warnings

import torch
import torch.nn.functional as F
from torch import fft, linalg, special

warnings.simplefilter('ignore')
x = torch.tensor([[1., 2.], [3., 4.]])
CALLS = [
    ('()', (), {}), ("('a')", ('a',), {}), ('(None)', (None,), {}), ('([x])', ([x],), {}), ("(x, 'a')", (x, 'a'), {}), ('(foo=1)', (), {'foo': 1}),
    ('(1, 2, 3, 4, 5, 6, 7)', (1, 2, 3, 4, 5, 6, 7), {}), ('(dim=5)', (), {'dim': 5}), ('(7)', (7,), {}), ('(ones(5))', (torch.ones(5),), {})]
NAMES = """
Tensor.abs Tensor.abs_ Tensor.absolute Tensor.absolute_ Tensor.acos Tensor.acos_ Tensor.acosh Tensor.acosh_ Tensor.add Tensor.add_
Tensor.addbmm Tensor.addbmm_ Tensor.addcdiv Tensor.addcdiv_ Tensor.addcmul Tensor.addcmul_ Tensor.addmm Tensor.addmm_ Tensor.addmv Tensor.addmv_
Tensor.addr Tensor.addr_ Tensor.adjoint Tensor.all Tensor.allclose Tensor.amax Tensor.amin Tensor.aminmax Tensor.angle Tensor.any
Tensor.apply_ Tensor.arccos Tensor.arccos_ Tensor.arccosh Tensor.arccosh_ Tensor.arcsin Tensor.arcsin_ Tensor.arcsinh Tensor.arcsinh_ Tensor.arctan
Tensor.arctan2 Tensor.arctan2_ Tensor.arctan_ Tensor.arctanh Tensor.arctanh_ Tensor.argmax Tensor.argmin Tensor.argsort Tensor.argwhere Tensor.as_strided
Tensor.as_strided_scatter Tensor.asin Tensor.asin_ Tensor.asinh Tensor.asinh_ Tensor.atan Tensor.atan2 Tensor.atan2_ Tensor.atan_ Tensor.atanh
Tensor.atanh_ Tensor.backward Tensor.baddbmm Tensor.baddbmm_ Tensor.bernoulli Tensor.bernoulli_ Tensor.bfloat16 Tensor.bincount Tensor.bitwise_and Tensor.bitwise_and_
Tensor.bitwise_left_shift Tensor.bitwise_left_shift_ Tensor.bitwise_not Tensor.bitwise_not_ Tensor.bitwise_or Tensor.bitwise_or_ Tensor.bitwise_right_shift Tensor.bitwise_right_shift_ Tensor.bitwise_xor Tensor.bitwise_xor_
Tensor.bmm Tensor.bool Tensor.broadcast_to Tensor.byte Tensor.cauchy_ Tensor.cdouble Tensor.ceil Tensor.ceil_ Tensor.cfloat Tensor.char
Tensor.cholesky Tensor.cholesky_inverse Tensor.cholesky_solve Tensor.chunk Tensor.clamp Tensor.clamp_ Tensor.clamp_max Tensor.clamp_max_ Tensor.clamp_min Tensor.clamp_min_
Tensor.clip Tensor.clip_ Tensor.clone Tensor.conj Tensor.conj_physical Tensor.conj_physical_ Tensor.contiguous Tensor.copy_ Tensor.copysign Tensor.copysign_
Tensor.corrcoef Tensor.cos Tensor.cos_ Tensor.cosh Tensor.cosh_ Tensor.count_nonzero Tensor.cov Tensor.cpu Tensor.cross Tensor.cuda
Tensor.cummax Tensor.cummin Tensor.cumprod Tensor.cumprod_ Tensor.cumsum Tensor.cumsum_ Tensor.deg2rad Tensor.deg2rad_ Tensor.det Tensor.detach
Tensor.detach_ Tensor.diag Tensor.diag_embed Tensor.diagflat Tensor.diagonal Tensor.diagonal_scatter Tensor.diff Tensor.digamma Tensor.digamma_ Tensor.dim
Tensor.dist Tensor.div Tensor.div_ Tensor.divide Tensor.divide_ Tensor.dot Tensor.double Tensor.dsplit Tensor.element_size Tensor.eq
Tensor.eq_ Tensor.equal Tensor.erf Tensor.erf_ Tensor.erfc Tensor.erfc_ Tensor.erfinv Tensor.erfinv_ Tensor.exp Tensor.exp2
Tensor.exp2_ Tensor.exp_ Tensor.expand Tensor.expand_as Tensor.expm1 Tensor.expm1_ Tensor.exponential_ Tensor.fill_ Tensor.fill_diagonal_ Tensor.fix
Tensor.fix_ Tensor.flatten Tensor.flip Tensor.fliplr Tensor.flipud Tensor.float Tensor.float_power Tensor.float_power_ Tensor.floor Tensor.floor_
Tensor.floor_divide Tensor.floor_divide_ Tensor.fmax Tensor.fmin Tensor.fmod Tensor.fmod_ Tensor.frac Tensor.frac_ Tensor.frexp Tensor.gather
Tensor.gcd Tensor.gcd_ Tensor.ge Tensor.ge_ Tensor.geometric_ Tensor.geqrf Tensor.ger Tensor.get_device Tensor.greater Tensor.greater_equal
Tensor.greater_equal_ Tensor.gt Tensor.gt_ Tensor.half Tensor.hardshrink Tensor.heaviside Tensor.heaviside_ Tensor.histc Tensor.hsplit Tensor.hypot
Tensor.hypot_ Tensor.i0 Tensor.i0_ Tensor.igamma Tensor.igamma_ Tensor.igammac Tensor.igammac_ Tensor.index_add Tensor.index_add_ Tensor.index_copy
Tensor.index_copy_ Tensor.index_fill Tensor.index_fill_ Tensor.index_put Tensor.index_put_ Tensor.index_reduce Tensor.index_reduce_ Tensor.index_select Tensor.inner Tensor.int
Tensor.inverse Tensor.is_complex Tensor.is_conj Tensor.is_contiguous Tensor.is_floating_point Tensor.is_inference Tensor.is_neg Tensor.is_nonzero Tensor.is_pinned Tensor.is_same_size
Tensor.is_set_to Tensor.is_shared Tensor.is_signed Tensor.isclose Tensor.isfinite Tensor.isinf Tensor.isnan Tensor.isneginf Tensor.isposinf Tensor.isreal
Tensor.item Tensor.kron Tensor.kthvalue Tensor.lcm Tensor.lcm_ Tensor.ldexp Tensor.ldexp_ Tensor.le Tensor.le_ Tensor.lerp
Tensor.lerp_ Tensor.less Tensor.less_equal Tensor.less_equal_ Tensor.lgamma Tensor.lgamma_ Tensor.log Tensor.log10 Tensor.log10_ Tensor.log1p
Tensor.log1p_ Tensor.log2 Tensor.log2_ Tensor.log_ Tensor.log_normal_ Tensor.log_softmax Tensor.logaddexp Tensor.logaddexp2 Tensor.logcumsumexp Tensor.logdet
Tensor.logical_and Tensor.logical_and_ Tensor.logical_not Tensor.logical_not_ Tensor.logical_or Tensor.logical_or_ Tensor.logical_xor Tensor.logical_xor_ Tensor.logit Tensor.logit_
Tensor.logsumexp Tensor.long Tensor.lt Tensor.lt_ Tensor.lu Tensor.lu_solve Tensor.map_ Tensor.masked_fill Tensor.masked_fill_ Tensor.masked_scatter
Tensor.masked_scatter_ Tensor.masked_select Tensor.matmul Tensor.matrix_exp Tensor.matrix_power Tensor.max Tensor.maximum Tensor.mean Tensor.median Tensor.min
Tensor.minimum Tensor.mm Tensor.mode Tensor.moveaxis Tensor.movedim Tensor.msort Tensor.mul Tensor.mul_ Tensor.multinomial Tensor.multiply
Tensor.multiply_ Tensor.mv Tensor.mvlgamma Tensor.mvlgamma_ Tensor.nan_to_num Tensor.nan_to_num_ Tensor.nanmean Tensor.nanmedian Tensor.nanquantile Tensor.nansum
Tensor.narrow Tensor.narrow_copy Tensor.ndimension Tensor.ne Tensor.ne_ Tensor.neg Tensor.neg_ Tensor.negative Tensor.negative_ Tensor.nelement
Tensor.new Tensor.new_empty Tensor.new_empty_strided Tensor.new_full Tensor.new_ones Tensor.new_tensor Tensor.new_zeros Tensor.nextafter Tensor.nextafter_ Tensor.nonzero
Tensor.norm Tensor.normal_ Tensor.not_equal Tensor.not_equal_ Tensor.numel Tensor.orgqr Tensor.ormqr Tensor.outer Tensor.permute Tensor.pinverse
Tensor.polygamma Tensor.polygamma_ Tensor.positive Tensor.pow Tensor.pow_ Tensor.prelu Tensor.prod Tensor.put Tensor.put_ Tensor.qr
Tensor.quantile Tensor.rad2deg Tensor.rad2deg_ Tensor.random_ Tensor.ravel Tensor.reciprocal Tensor.reciprocal_ Tensor.register_hook Tensor.register_post_accumulate_grad_hook Tensor.relu
Tensor.relu_ Tensor.remainder Tensor.remainder_ Tensor.renorm Tensor.renorm_ Tensor.repeat Tensor.repeat_interleave Tensor.requires_grad_ Tensor.reshape Tensor.reshape_as
Tensor.resize_ Tensor.resize_as_ Tensor.resolve_conj Tensor.resolve_neg Tensor.retain_grad Tensor.roll Tensor.rot90 Tensor.round Tensor.round_ Tensor.rsqrt
Tensor.rsqrt_ Tensor.scatter Tensor.scatter_ Tensor.scatter_add Tensor.scatter_add_ Tensor.scatter_reduce Tensor.scatter_reduce_ Tensor.select Tensor.select_scatter Tensor.set_
Tensor.sgn Tensor.sgn_ Tensor.short Tensor.sigmoid Tensor.sigmoid_ Tensor.sign Tensor.sign_ Tensor.signbit Tensor.sin Tensor.sin_
Tensor.sinc Tensor.sinc_ Tensor.sinh Tensor.sinh_ Tensor.size Tensor.slice_scatter Tensor.slogdet Tensor.softmax Tensor.sort Tensor.split
Tensor.split_with_sizes Tensor.sqrt Tensor.sqrt_ Tensor.square Tensor.square_ Tensor.squeeze Tensor.squeeze_ Tensor.std Tensor.storage_offset Tensor.stride
Tensor.sub Tensor.sub_ Tensor.subtract Tensor.subtract_ Tensor.sum Tensor.sum_to_size Tensor.svd Tensor.swapaxes Tensor.swapaxes_ Tensor.swapdims
Tensor.swapdims_ Tensor.t Tensor.t_ Tensor.take Tensor.take_along_dim Tensor.tan Tensor.tan_ Tensor.tanh Tensor.tanh_ Tensor.tensor_split
Tensor.tile Tensor.to Tensor.tolist Tensor.topk Tensor.trace Tensor.transpose Tensor.transpose_ Tensor.triangular_solve Tensor.tril Tensor.tril_
Tensor.triu Tensor.triu_ Tensor.true_divide Tensor.true_divide_ Tensor.trunc Tensor.trunc_ Tensor.type Tensor.type_as Tensor.unbind Tensor.unflatten
Tensor.unfold Tensor.uniform_ Tensor.unique Tensor.unique_consecutive Tensor.unsqueeze Tensor.unsqueeze_ Tensor.var Tensor.vdot Tensor.view Tensor.view_as
Tensor.vsplit Tensor.where Tensor.xlogy Tensor.xlogy_ Tensor.zero_
""".split()
# whose texts are otherwise here: the numbers of the calls
OPEN = """
Tensor.apply_ 0 4 5 6 7
Tensor.backward 4 9
Tensor.bernoulli 8
Tensor.copy_ 8
Tensor.cuda 5 6 7
Tensor.is_pinned 1 8
Tensor.lu 1 2 3 4 8 9
Tensor.map_ 0 1 2 3 5 6 7 8 9
Tensor.new 1 2 9
Tensor.new_tensor 2
Tensor.norm 3 4 5 6 9
Tensor.random_ 2
Tensor.set_ 1 3 8
Tensor.size 4 5 6
Tensor.stride 4 5 6
Tensor.take_along_dim 9
Tensor.type 4 5 6 7
Tensor.unique 1 2 3 4 8 9
Tensor.unique_consecutive 1 2 3 4 8 9
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
        function = getattr(x.clone(), name)
        groups.setdefault(text(function, name, args, kwargs), []).append(path)
    for said, paths in groups.items():
        if said != 'nothing':
            print(f'--- {label}:', *paths)
            print(said)
