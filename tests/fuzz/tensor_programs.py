"""Random tensor programs: a pool of tensors (types, shapes, views, values of every kind), and calls from a table.

A call is a row of text with places to fill: {x} a tensor of any type, {f} of floats, {i} of integers, {b} of booleans, {n} of
numbers; {y} a tensor that broadcasts with the one before; {same} one of the same shape; {v} a variable itself, without a view;
{d} a dimension of the first tensor, {dd} two; {s} a number, {p} a positive one, {k} a small integer, {t} True or False,
{dt} a type, {shape} a shape of the same size. What PyTorch itself computes in one way with wide vectors and in another with
narrow ones, or never ends, is kept away by bounds: binomial counts that are infinite or nan, what lies far out for gelu, lerp,
layer_norm (and halves of it) and igamma, matrices that are not finite or near
singular ({well}, {wide}, {spd} are neither, {tame} is finite), of which LAPACKs differ; reflections in float32, of whose gradient
PyTorch keeps four digits; transforms of what is not finite; and last bits of floats in a result of doubles by .float(). A row that cannot work with what was drawn raises, and what it says is
compared, too.

Left out is what the reference itself leaves open: medians along an expanded dimension, which are of memory nobody wrote; which of
many equal elements (more than its networks sort) is a quantile and has its gradient; polynomials of nan, which return what the call before them left in memory; new
elements of resize_; what scatter_ has written before it meets an index that is outside; sizes above 8 of polar, of which the gradient of the angle is what is left of products that cancel.
"""
import random
import re

PRELUDE = '''
import math, torch
from torch.nn import functional as F
LEFT = [0]
def numbers(count, seed, kind):
    state, out = seed * 7919 + 13, []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
        u = (state >> 8) % 4096
        if kind == 'normal': v = (u - 2048) / 512
        elif kind == 'unit': v = (u % 255 + 1) / 256
        elif kind == 'positive': v = (u % 1000 + 1) / 128
        elif kind == 'few': v = u % 5 - 2
        elif kind == 'index': v = u % 3
        elif kind == 'large': v = (u - 2048) * 1234.5
        elif kind == 'special':  # so large that squares overflow, so small that sums do not, in whichever order
            v = [math.nan, math.inf, -math.inf, -0.0, 0.0, 1.5, -2.5, 1e37, 1e-40][u % 9]
        else: v = u % 2
        out.append(v)
    return out
def make(shape, dtype, seed, kind, grad=False):
    count = 1
    for n in shape:
        count *= n
    values = numbers(count, seed, kind)
    if not (dtype.is_floating_point or dtype.is_complex):
        values = [0 if v != v or v in (math.inf, -math.inf) else int(v) % 100 if dtype == torch.uint8 else int(max(-1e9, min(1e9, v))) for v in values]
    if dtype in (torch.int8, torch.int16):
        values = [v % 100 - 50 for v in values]
    if dtype.is_complex:
        values = [complex(v, w) for v, w in zip(values, numbers(count, seed + 1, kind))]
    out = torch.tensor(values, dtype=dtype).reshape(shape)
    return out.requires_grad_() if grad else out
def said(x, depth=0):
    if isinstance(x, torch.Tensor):
        given = x
        if getattr(x, '_is_zerotensor', bool)():  # of which PyTorch shows nothing
            x = torch.zeros(x.shape, dtype=x.dtype)
        y = x.detach()
        node = x.grad_fn
        # a step along a dimension of one element means nothing
        steps = tuple(step if n > 1 and x.numel() else '.' for n, step in zip(x.shape, given.stride()))
        text = f'T{tuple(x.shape)} {x.dtype} {steps} {"g" if x.requires_grad else "-"} {type(node).__name__ if node is not None else "-"} '
        if y.dtype in (torch.bfloat16, torch.float16):
            y = y.float()
        if y.is_complex():
            y = torch.view_as_real(y.resolve_conj())
        values = y.reshape(-1).tolist()
        return text + repr(values[:400])
    if isinstance(x, (tuple, list)) and depth < 3:
        return '[' + '; '.join(said(one, depth + 1) for one in x) + ']'
    return f'{type(x).__name__} {x!r}'
def attempt(call, instead=None):
    LEFT[0] -= 1
    try:
        out = call()
    except Exception as error:
        print('!', type(error).__name__, str(error).split('\\n')[0][:400])
        return instead
    print(said(out))
    return out if isinstance(out, torch.Tensor) else instead
def text(call):
    try:
        print(repr(call()))
    except Exception as error:
        print('!', type(error).__name__, str(error).split('\\n')[0][:400])
def slope(x):
    return (x.abs() if x.is_complex() else x).sum()
def gradients(y, leaves):
    def call():
        found = torch.autograd.grad(slope(y), leaves, allow_unused=True, retain_graph=True)
        return list(found)
    attempt(call)
'''

FAMILIES = {
    'unary': '''abs neg positive sign sgn square reciprocal sqrt rsqrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan
        sinh cosh tanh asinh acosh atanh erf erfc erfinv lgamma digamma sigmoid logit floor ceil trunc fix round frac
        isnan isinf isfinite isposinf isneginf isreal signbit logical_not bitwise_not nan_to_num deg2rad rad2deg sinc i0
        real imag conj angle relu softmax_0 clone detach''',
    'rows': '''
        torch.{unary}({x}) | torch.{unary}({f}) | torch.{unary}({f}) | {x}.{unary}()
        {x} + {y} | {x} - {y} | {x} * {y} | {x} / {y} | {x} // {y} | {x} % {y} | {n} ** {y} | {x} == {y} | {x} < {y} | {x} >= {y} | {x} != {y}
        {x} + {s} | {s} - {x} | {x} * {s} | {x} / {s} | {s} / {x} | {x} // {s} | {x} % {s} | {x} ** {k} | {f} ** {s} | {p} ** {x} | {x} > {s} | -{x} | ~{x} | abs({x})
        {i} & {y} | {b} | {same} | {b} ^ {y} | {i} << {k} | {i} >> {k}
        torch.add({x}, {y}, alpha={s}) | torch.sub({x}, {y}, alpha={k}) | torch.maximum({x}, {y}) | torch.minimum({x}, {y}) | torch.fmax({x}, {y}) | torch.fmin({x}, {y})
        torch.atan2({f}, {y}) | torch.hypot({f}, {y}) | torch.fmod({x}, {y}) | torch.remainder({x}, {y}) | torch.div({x}, {y}, rounding_mode='floor') | torch.div({x}, {y}, rounding_mode='trunc')
        torch.floor_divide({x}, {y}) | torch.true_divide({x}, {y}) | torch.copysign({x}, {y}) | torch.nextafter({f}, {y}) | torch.heaviside({f}, {same}) | torch.xlogy({f}, {y})
        torch.logaddexp({f}, {y}) | torch.logaddexp2({f}, {y}) | torch.gcd({i}, {y}) | torch.lcm({i}, {y}) | torch.ldexp({f}, {y}) | torch.lerp({f}, {same}, {s}) | torch.lerp({f}.clamp(-1e30, 1e30), {same}.clamp(-1e30, 1e30), {same}.clamp(-9, 9))
        torch.addcmul({f}, {y}, {y}, value={s}) | torch.addcdiv({f}, {y}, {y}, value={s}) | torch.where({b}, {y}, {y}) | torch.where({x} > 0, {y}, {s}) | torch.where({b})
        torch.clamp({x}, {k}, {p}) | torch.clamp({x}, min={s}) | torch.clamp({x}, max={s}) | {x}.clamp({y}, {y}) | {x}.clip(max={k}) | torch.logical_and({x}, {y}) | torch.logical_xor({x}, {y})
        torch.round({f}, decimals={k}) | torch.nan_to_num({f}, nan={s}) | torch.isclose({f}, {same}) | torch.allclose({f}, {same}) | torch.equal({x}, {same}) | torch.isin({i}, {i}) | torch.float_power({x}, {k}) | torch.polygamma(1, {f}) | torch.mvlgamma({f}, 2)
        {x}.sum() | {x}.sum({d}) | {x}.sum({dd}, keepdim={t}) | {x}.mean() | {f}.mean({d}, keepdim={t}) | {x}.prod() | {x}.prod({d}) | {x}.max() | {x}.max({d}) | {x}.min({d}, keepdim={t}) | {x}.amax({dd}) | {x}.amin({d}) | {x}.aminmax() | torch.aminmax({x}, dim={d})
        {x}.argmax() | {x}.argmax({d}) | {x}.argmin({d}, keepdim={t}) | {x}.all() | {x}.any({d}) | {x}.all({d}, keepdim={t}) | {f}.std() | {f}.std({d}) | {f}.var({d}, unbiased={t}) | {f}.var({dd}, keepdim={t}) | torch.var_mean({f}, {d}) | torch.std({f}, dim={d}, correction={k})
        {f}.norm() | {f}.norm(1) | {f}.norm(p={k}, dim={d}) | torch.linalg.vector_norm({f}, {s}) | torch.linalg.norm({f}) | {f}.logsumexp({d}) | {x}.median() | {x}.clone().median({d}) | {x}.nanmedian() | {x}.mode({d}) | {f}.detach().quantile(0.3) | {f}.quantile(torch.tensor([0.1, 0.6], dtype={f}.dtype), {d}) | {f}.nanquantile(0.5, {d})
        {x}.cumsum({d}) | {x}.cumprod({d}) | {x}.cummax({d}) | {x}.cummin({d}) | {f}.logcumsumexp({d}) | {x}.count_nonzero() | {x}.count_nonzero({d}) | {f}.nansum() | {f}.nansum({d}) | {f}.nanmean({d}) | torch.diff({x}, dim={d}) | torch.trapezoid({f}, dim={d}) | torch.cumulative_trapezoid({f}, dim={d})
        torch.unique({x}) | torch.unique({x}, return_inverse=True, return_counts=True) | torch.unique({x}, dim={d}) | torch.unique_consecutive({x}) | torch.unique_consecutive({x}, return_counts=True, dim={d}) | torch.bincount({i}.abs().flatten()) | torch.histc({f}, {p} + 2, min=-2, max=2)
        torch.sort({x}) | torch.sort({x}, {d}, descending={t}) | torch.sort({x}, stable=True, dim={d}) | torch.argsort({x}, {d}, stable=True) | torch.topk({x}, 1, {d}) | {x}.topk({k}, largest={t}) | {x}.kthvalue(1, {d}) | torch.searchsorted({f}.flatten().sort().values, {f}) | torch.bucketize({x}, torch.tensor([-1., 0., 2.]), right={t}) | torch.msort({x})
        torch.cat([{x}, {same}], {d}) | torch.cat([{x}, {y}]) | torch.stack([{x}, {same}], {d}) | torch.hstack([{x}, {same}]) | torch.vstack([{x}, {same}]) | torch.dstack([{x}, {same}]) | torch.column_stack([{x}, {same}])
        {x}.split({p} + 1, {d}) | {x}.split([1, 2], {d}) | {x}.chunk({k}, {d}) | {x}.unbind({d}) | torch.tensor_split({x}, {k}, {d}) | torch.tensor_split({x}, [1, 2], dim={d}) | torch.hsplit({x}, 2) | {x}.tile(({k}, 2)) | {x}.repeat(2, {k}, 1, 1) | {x}.repeat_interleave({k}, dim={d}) | {x}.repeat_interleave(2) | {x}.roll({k}, {d}) | {x}.roll({k}) | {x}.flip({d}) | {x}.flip({dd}) | torch.fliplr({x}) | torch.rot90({x}, {k}, {dd})
        torch.meshgrid({x}.flatten(), {i}.flatten(), indexing='xy') | torch.cartesian_prod({i}.flatten(), {i}.flatten()) | torch.combinations({x}.flatten()) | torch.block_diag({x}, {x}) | torch.atleast_2d({x}) | torch.atleast_3d({x})
        {x}.reshape({shape}) | {x}.view({shape}) | {x}.reshape(-1) | {x}.flatten() | {x}.flatten({k}) | {x}.unflatten({d}, (-1, 1)) | {x}.squeeze() | {x}.squeeze({d}) | {x}.unsqueeze({d}) | {x}.transpose({d}, {d}) | {x}.t() | {x}.mT | {x}.permute({perm}) | {x}.movedim({d}, {d}) | {x}.swapaxes({d}, {d}) | {x}.expand(2, *{v}.shape) | {x}.expand_as({same}) | {x}.narrow({d}, 0, {k}) | {x}.unfold({d}, 2, 1) | {x}.diagonal() | {x}.diagonal({k}, {d}, {d}) | {x}.as_strided((2, 2), (1, 2)) | {x}.contiguous() | {x}.ravel() | {x}.broadcast_to((2, *{v}.shape))
        {x}.tril() | {x}.triu({k}) | torch.diag({x}) | torch.diag({x}, {k}) | torch.diag_embed({x}, {k}) | torch.diagflat({x}) | {x}.trace() | torch.tril_indices(3, {p} + 2) | torch.triu_indices(3, 4, {k}) | torch.vander({x}.detach().flatten())
        {x}[{index}] | {x}[{index}] | {x}[{index}] | {x}[{x} > 0] | {x}[{b}] | {x}[None, ..., None] | {x}.select({d}, {k}) | {x}.index_select({d}, torch.tensor([0, 0, 1])) | {x}.gather({d}, {same}.long().abs() % 2) | {x}.take({i}.abs() % 2) | torch.take_along_dim({x}, torch.zeros_like({v}, dtype=torch.long), {d}) | {x}.masked_select({b}) | {x}.masked_select({x} > 0) | {x}.nonzero() | torch.argwhere({x}) | {x}.nonzero(as_tuple=True)
        {x}.masked_fill({x} > 0, {s}) | {x}.masked_fill({b}, {k}) | {x}.scatter({d}, {same}.long().abs() % 2, {s}) | {x}.scatter({d}, {same}.long().abs() % 2, {v}) | {x}.scatter_add({d}, {same}.long().abs() % 2, {v}) | {x}.scatter_reduce({d}, {same}.long().abs() % 2, {v}, reduce={red}) | {x}.index_add({d}, torch.tensor([0]), {v}.narrow({d}, 0, 1)) | {x}.index_fill({d}, torch.tensor([0]), {s}) | {x}.index_copy({d}, torch.tensor([0]), {v}.narrow({d}, 0, 1)) | {x}.masked_scatter({x} > 0, {same}) | {x}.put(torch.tensor([0]), {v}.flatten()[:1]) | {x}.index_put((torch.tensor([0, 0]),), {s1}, accumulate={t}) | {x}.index_reduce({d}, torch.tensor([0]), {v}.narrow({d}, 0, 1), 'amax')
        torch.select_scatter({x}, {x}.select({d}, 0), {d}, 0) | torch.slice_scatter({x}, {x}, {d}) | torch.diagonal_scatter({x}, {x}.diagonal())
        {x}.mm({mat}) | {f} @ {mat} | {f} @ {f}.mT | torch.bmm({f3}, {f3}.mT) | torch.mv({f2}, {f2}[0]) | torch.dot({f}.flatten(), {same}.flatten()) | torch.outer({x}.flatten(), {y}.flatten()) | torch.addmm({s1}, {f2}, {f2}.t(), beta={s}, alpha={s}) | torch.baddbmm({s1}, {f3}, {f3}.mT) | torch.addmv({s1}, {f2}, {f2}[0]) | torch.addr({f2} @ {f2}.t(), {f2}[:, 0], {f2}[:, 0]) | torch.inner({f}, {f}) | torch.kron({f}.contiguous(), {f}.contiguous()) | torch.vdot({f}.flatten(), {same}.flatten()) | torch.einsum('ij,kj->ik', {f2}, {f2}) | torch.einsum('...i,...i', {f}, {same}) | torch.tensordot({f}, {same}, dims={k}) | torch.chain_matmul({f2}, {f2}.t(), {f2}) | torch.cross({f}, {same}, dim={d})
        F.softmax({f}, {d}) | F.log_softmax({f}, {d}) | F.softmin({f}, {d}) | F.relu({x}) | F.relu6({f}) | F.leaky_relu({f}, {s}) | F.elu({f}, {s}) | F.selu({f}) | F.celu({f}, {p}) | F.gelu({f}.clamp(-2, 9)) | F.gelu({f}, approximate='tanh') | F.silu({f}) | F.mish({f}) | F.softplus({f}, {p}) | F.softsign({f}) | F.tanhshrink({f}) | F.hardtanh({f}) | F.hardswish({f}) | F.hardsigmoid({f}) | F.hardshrink({f}) | F.softshrink({f}) | F.threshold({f}, {s}, {s}) | F.logsigmoid({f}) | F.glu({f}, {d}) | F.prelu({f}, torch.tensor([0.25])) | F.normalize({f}, dim={d}) | F.one_hot({i}.abs().long()) | F.pad({x}, (1, {k})) | F.pad({f}, (1, 1), mode={padmode}) | F.layer_norm({f}.clamp(-1e6, 1e6).float(), {v}.shape[-1:]) | F.rms_norm({f}, {v}.shape[-1:]) | F.cosine_similarity({f}, {same}, dim={d}) | F.pairwise_distance({f2}, {f2}) | torch.cdist({f2}, {f2}) | F.dropout({f}, 0.5, False)
        F.mse_loss({f}, {same}, reduction={r}) | F.l1_loss({f}, {same}, reduction={r}) | F.smooth_l1_loss({f}, {same}, reduction={r}, beta={p}) | F.huber_loss({f}, {same}, reduction={r}) | F.cross_entropy({f2}, {f2}.abs().argmin(1), reduction={r}) | F.nll_loss({f2}, {f2}.abs().argmin(1), reduction={r}) | F.binary_cross_entropy({f}.sigmoid(), {same}.sigmoid(), reduction={r}) | F.binary_cross_entropy_with_logits({f}, {same}.sigmoid(), reduction={r}) | F.kl_div({f}, {same}, reduction={r}) | F.poisson_nll_loss({f}, {same}) | F.gaussian_nll_loss({f}, {same}, {same}.abs() + 1) | F.hinge_embedding_loss({f}, {same}.sign()) | F.soft_margin_loss({f}, {same}.sign()) | F.margin_ranking_loss({f}, {same}, {same}.sign()) | F.triplet_margin_loss({f2}, {f2}, {f2}).float() | F.cosine_embedding_loss({f2}, {f2}, {f2}[:, 0].sign()) | F.multilabel_soft_margin_loss({f2}, {f2}.sigmoid())
        F.conv1d({img1}, {ker1}, stride={p}, padding={k}) | F.conv2d({img}, {ker}, padding={k}) | F.conv2d({img}, {ker}, stride=2, dilation={p}) | F.conv_transpose2d({img}, {kert}, stride={p}, padding={k}) | F.conv_transpose1d({img1}, {kert1}, stride=2) | F.max_pool2d({img}, 2, stride={p}) | F.max_pool2d({img}, 2, return_indices=True) | F.avg_pool2d({img}, 2, padding=1, count_include_pad={t}) | F.max_pool1d({img1}, 2) | F.avg_pool1d({img1}, 2) | F.adaptive_avg_pool2d({img}, (2, {p})) | F.adaptive_max_pool2d({img}, 2) | F.adaptive_avg_pool1d({img1}, 2) | F.lp_pool2d({img}, 2, 2) | F.interpolate({img}, scale_factor=2, mode={mode}) | F.interpolate({img}, size=(3, 5), mode={mode}) | F.pixel_shuffle({img}.repeat(1, 4, 1, 1), 2) | F.unfold({img}, 2) | F.group_norm({img}.repeat(1, 2, 1, 1), 2) | F.instance_norm({img}) | F.batch_norm({img}, None, None, training=True) | F.local_response_norm({img}, 2) | F.pad({img}, (1, 1, 1, 1), mode={padmode}) | F.scaled_dot_product_attention({f3}, {f3}, {f3}) | F.scaled_dot_product_attention({f3}, {f3}, {f3}, is_causal=True)
        torch.linalg.{square}({well}) | torch.{oldsquare}({well}) | torch.linalg.solve({well}, {tame}) | torch.linalg.matrix_power({sq}, {k}) | torch.linalg.matrix_norm({f2}) | torch.linalg.norm({f2}, {ord}) | torch.linalg.pinv({wide}) | torch.linalg.svdvals({f2}.nan_to_num(1, 2, 3)) | torch.linalg.matrix_rank({f2}) | torch.linalg.cholesky({spd}) | torch.linalg.eigvalsh({spd}) | torch.linalg.qr({wide})[1].abs() | torch.linalg.lstsq({wide}, {wide}).solution | torch.linalg.multi_dot([{f2}, {f2}.t(), {f2}]) | torch.linalg.cross({f}, {same}) | torch.matrix_exp({sq})
        torch.linalg.solve({well}, {f2}.narrow(1, 0, 3)) | torch.linalg.solve({well}, {sq}, left={t}) | torch.linalg.solve_triangular({sq}, {sq}, upper={t}, left={t}) | torch.linalg.lu({f2}.nan_to_num(1, 2, 3)) | torch.linalg.lu_factor({f2}.nan_to_num(1, 2, 3)) | torch.linalg.lu_solve(*torch.linalg.lu_factor({well}), {tame}) | torch.cholesky_inverse(torch.linalg.cholesky({spd})) | torch.cholesky_solve({sq}, torch.linalg.cholesky({spd})) | torch.linalg.svd({f2}.nan_to_num(1, 2, 3))[1] | torch.linalg.eigh({spd})[0] | torch.linalg.norm({f}.nan_to_num(2, 9, -9).clamp(-1e6, 1e6), {ord}, {dd}) | torch.linalg.matrix_norm({f3}, {ord}, keepdim={t}) | torch.linalg.cond({sq}.detach(), {ord}) | torch.linalg.pinv({wide3}) | torch.linalg.vecdot({f}, {same}) | torch.linalg.vander({x}) | torch.linalg.matrix_power({f3} @ {f3}.mT, {k}) | torch.linalg.diagonal({x}) | torch.linalg.tensorsolve({sq}, {sq}[0]) | torch.linalg.inv({well}) | torch.linalg.slogdet({well}) | torch.linalg.lstsq({wide}, {f2}[:, 0].clamp(-9, 9)).solution
        torch.addbmm({s1}, {f3}, {f3}.mT, alpha={s}) | {x}.addmv({f2}, {f2}[0]) | {x}.addr({x}.flatten(), {y}.flatten()) | torch.inner({f2}, {f2}[0]) | torch.einsum('ij,jk->ki', {f2}, {f2}.t()) | torch.einsum('bij,bkj->bik', {f3}, {f3}) | torch.einsum('bij->jb', {f3}) | torch.einsum('...ij,...ij->...i', {f}, {same}) | torch.einsum('ij,ij', {x}, {same}) | torch.einsum('ii->i', {x}) | torch.einsum('i,j', {x}, {y}) | torch.tensordot({f3}, {f3}, dims=([0, 2], [0, 2])) | torch.cdist({f2}, {f2}, p={p}) | torch.cdist({f3}, {f3}) | torch.pdist({f2}, {p}) | torch.cov({x}) | torch.corrcoef({f2}) | torch.kron({x}.contiguous(), {y}.contiguous()) | torch.block_diag({x}, {f2}, {i}) | torch.trace({x}) | torch.matrix_power({sq}, {k}) | torch.norm({f2}, {ord}) | torch.vander({f2}[0].detach(), {p})
        {x}.to({dt}) | {x}.type({dt}) | {x}.float() | {x}.long() | {x}.bool() | {x}.double() | {x}.half() | {x}.to({v}) | {x}.type_as({x}) | torch.zeros_like({x}) | torch.full_like({x}, {k}) | {x}.new_zeros({shape}) | {x}.new_tensor([1, 2]) | torch.as_tensor({x}) | {x}.tolist() | {x}.numel() | {x}.dim() | {x}.size() | {x}.size({d}) | {x}.stride() | {x}.is_contiguous() | {x}.storage_offset() | {x}.element_size() | {x}.item() | len({x}) | bool({x}) | float({x}) | int({x}) | format({x}.sum(), '.3f') | [one.shape for one in {x}] | {k} in {x} | torch.result_type({x}, {y}) | torch.can_cast({dt}, {dt}) | torch.promote_types({dt}, {dt}) | {x}.sum(dtype={dt}) | {x}.cumsum({d}, dtype={dt})
        torch.arange({k}, {p} + 4, {p}) | torch.arange({s}, 3, 0.5) | torch.linspace({s}, {p}, 5) | torch.logspace({k}, 2, 4) | torch.full((2, 3), {s}) | torch.eye(3, {p} + 1) | torch.tensor([[{s}, {k}], [{t}, {s}]]) | torch.tensor({k}, dtype={dt}) | torch.zeros(2, {p}, dtype={dt})
        torch.complex({f}, {same}) | torch.polar({f}.clamp(-8, 8), {same}) | torch.view_as_real({c}) | {c} * {y} | {c} + {s} | {c}.abs() | {c}.conj() | {c}.real | {c}.exp() | {c} / {same} | {c} @ {c}.mT | {c}.sum() | {c} == {same} | torch.view_as_complex(torch.stack([{f}, {same}], -1))''',
    'special': '''
        torch.special.{special}({x}) | torch.special.{special}({f}) | torch.special.{special}({f}) | torch.special.zeta({f}, {y}) | torch.special.xlog1py({x}, {y}) | torch.igamma({f}.abs().clamp(1e-20, 1e30), {y}.abs()) | torch.igammac({f}.abs().clamp(1e-20, 1e30), {y}.abs()) | torch.xlogy({x}, {s}) | torch.copysign({x}, {s}) | torch.heaviside({x}, {same})
        torch.special.{polynomial}({f}.nan_to_num(1., math.inf, -math.inf), {i} % 5) | torch.frexp({x}) | torch.mvlgamma({f}.abs() + 2, 2) | torch.polygamma({k}, {x}) | torch.logit({f}, 0.1) | torch.rsub({x}, {y}) | torch.rsub({x}, {s}) | torch.rsub({x}, {y}, alpha={k}) | {x}.where({b}, {y}) | torch.where({b}, {x}, {s}) | torch.where({b}, {s}, {x}) | torch.where({b}, {k}, {s})
        torch.bitwise_left_shift({i}, {y}) | {k} << {i} | torch.bitwise_right_shift({i}, {k}) | {x} << {y} | torch.bitwise_not({x}) | torch.bitwise_xor({x}, {y}) | torch.logical_or({x}, {y}) | torch.float_power({x}, {y}) | torch.float_power({s}, {x}) | torch.clamp_min({x}, {s}) | torch.clamp_max({x}, {s}) | torch.square({x}) | torch.hypot({x}, {y}) | torch.atan2({x}, {y}) | torch.gcd({x}, {y}) | torch.logaddexp({x}, {y})
        F.softmin({f}, {d}) | F.glu({x}, {d}) | F.prelu({x}, torch.tensor([0.25])) | F.threshold({x}, {s}, {s}) | F.hardtanh({x}, {k}, {p}) | F.relu6({x}) | F.celu({x}, {s}) | F.softshrink({x}, {s}) | F.hardshrink({x}, {s}) | F.selu({x}) | F.mish({x}) | F.hardswish({x}) | F.rrelu({f}) | torch.celu({f}) | torch.threshold({x}, {k}, {k})
        torch.{inplace}({v}) | torch.{inplace}({v} * 1) | {v}.{method}({y}) | {v}.{method}({s}) | {v}.{alone}() | ({v} * 1).{method}({y}) | ({v} * 1).{alone}() | torch.exp({x}, out=torch.empty(0)) | torch.add({x}, {y}, out=torch.empty(0, dtype={v}.dtype)) | torch.{unary}({x}, out=torch.empty(0, dtype={v}.dtype))
        {c}.{part}() | {c}.{part}() | torch.{unary}({c}) | {c} - {y} | {y} / {c} | {c} ** {k} | {c} ** {same} | {c} != {same} | {c}.real | {c}.imag | torch.view_as_real({c}).sum(-1) | {c} * {s} | {c}.sum({d}) | {c}.mean({d}) | {c}.prod({d}) | {c}.cumsum({d}) | {c}.cumprod({d}) | torch.vdot({c}.flatten(), {same}.flatten()) | {c}.to({dt}) | {c}[{index}] | torch.where({b}, {c}, {c}) | {c} < {same} | torch.polar({f}.clamp(-8, 8), {y}) | torch.complex({f}, {y}) | {c}.tolist()''',
    'later': '''
        torch.fft.fft({x}.nan_to_num(1, 2, 3), dim={d}) | torch.fft.ifft({f}.nan_to_num(1, 2, 3), {p}, {d}) | torch.fft.rfft({f}.nan_to_num(1, 2, 3), dim={d}, norm='ortho').abs() | torch.fft.irfft({c}.nan_to_num(1, 2, 3), dim={d}) | torch.fft.fftn({f}.nan_to_num(1, 2, 3)) | torch.fft.rfft2({x}.nan_to_num(1, 2, 3)).abs() | torch.fft.fftshift({x}) | torch.fft.hfft({c}.nan_to_num(1, 2, 3), norm='forward')
        torch.gradient({f}) | torch.gradient({f}, dim={d}) | torch.gradient({x}, spacing={s}, edge_order={p}) | torch.histogram({f}, {p} + 2)[0] | torch.histogram({f}, 4, range=(-2., 3.), density={t})
        F.max_unpool2d({img}, {img}.long().abs() % 9, {p}) | F.max_unpool1d({img1}, {img1}.long().abs() % 5, {p}, {p}) | F.conv_transpose3d({img}.unsqueeze(0), {ker}.unsqueeze(3))
        (torch.manual_seed(1), torch.poisson({f}.abs()))[1] | (torch.manual_seed(1), torch.binomial({f}.abs().floor().nan_to_num(3, 9).clamp(max=100), {same}.sigmoid()))[1] | (torch.manual_seed(1), F.fractional_max_pool2d({img}, 2, output_size=({p}, {p})))[1]
        F.ctc_loss({f3}.transpose(0, 1).log_softmax(2), torch.tensor([[1, 2], [3, 3]]), (3, 3), ({p} % 3, 1), zero_infinity={t}, reduction={r})''',
    'inplace': '''
        {v}.add_({y}) | {v}.mul_({s}) | {v}.sub_({y}, alpha={k}) | {v}.div_({s}) | {v}.zero_() | {v}.fill_({s}) | {v}.clamp_({k}, {p}) | {v}.neg_() | {v}.exp_() | {v}.relu_() | {v}.copy_({y}) | {v}.masked_fill_({v} > 0, {s}) | {v}.t_() | {v}.unsqueeze_(0) | {v}.squeeze_() | {v}.transpose_({d}, {d}) | {v}.index_fill_({d}, torch.tensor([0]), {k}) | {v}.scatter_({d}, {same}.long().abs() % 1, {k}) | {v}.index_put_((torch.tensor([0, 0]),), {s1}, accumulate={t}) | {v}.tril_() | {v}.cumsum_({d}) | {v}.pow_(2) | {v}.logical_not_() | {v}.round_() | {v}.lerp_({same}, 0.5) | {v}.addcmul_({y}, {y}) | {v}.eq_({y}) | {v}.bitwise_and_({k}) | {v}.sigmoid_() | {v}.fill_diagonal_({k}) | {v}.resize_(2, 2).zero_() | {v}.swapaxes_({d}, {d})''',
    'assign': '''
        [{index}] = {s} | [{index}] = {k} | [{index}] = {s1} | [{v} > 0] = {s} | [...] = {y} | [0] += {s} | [{index}] += 1 | [:, 0] = {s} | [{v} == {v}] = {k}''',
}
FAMILIES['names'] = '''
        torch.{alias}({x}) | {x}.{alias}() | torch.{compare}({x}, {y}) | {x}.{compare}({s}) | torch.{arithmetic}({x}, {y}) | {x}.{arithmetic}({s}) | torch.pow({x}, {y}) | torch.bitwise_and({x}, {y}) | torch.bitwise_or({x}, {k}) | {x}.matmul({mat}) | torch.matmul({f3}, {f2}.t())
        torch.concat([{x}, {same}], {d}) | torch.concatenate([{x}, {y}], {d}) | torch.row_stack([{x}, {same}]) | torch.atleast_1d({x}) | torch.broadcast_tensors({x}, {y}) | torch.broadcast_shapes({v}.shape, {same}.shape) | torch.flipud({x}) | torch.dsplit({x}, 2) | torch.vsplit({x}, 2) | {x}.vsplit({p}) | {x}.moveaxis({d}, {d}) | {x}.swapdims({d}, {d}) | {x}.view_as({same}) | {x}.reshape_as({same}) | {x}.split_with_sizes([1, 2], {d}) | {x}.detach().unsafe_split({p}, {d}) | {x}.detach().unsafe_chunk({p}, {d}) | {n}.unsqueeze(0).narrow_copy({d}, 0, {k})
        {v}.detach().as_strided_scatter({v}.detach().flatten()[:4].reshape(2, 2), (2, 2), (2, 1)) | {x}.nonzero_static(size={p}) | torch.unravel_index({i}.abs().long(), (3, 4)) | {x}.sum_to_size({v}.shape) | {x}.sum_to_size(1) | torch.renorm({f}.detach(), {p}, {d}, {s}) | torch.dist({f}, {y}, {s}) | torch.std_mean({f}, {d}, keepdim={t}) | torch.std_mean({f}) | torch.trapz({f}, dim={d}) | torch.scalar_tensor({s}, dtype={dt}) | torch.is_same_size({x}, {y}) | torch.is_nonzero({x}) | torch.is_signed({x}) | {x}.nelement() | {x}.ndimension() | {x}.get_device() | {x}.is_set_to({v})
        torch.ones_like({x}) | torch.empty_like({x}).shape | torch.empty_like({x}).stride() | {x}.new_ones({shape}) | {x}.new_full({shape}, {k}) | {x}.new_empty({shape}).shape | {x}.byte() | {x}.char() | {x}.short() | {x}.cfloat() | {x}.cdouble() | {x}.cpu() | torch.asarray({x}.detach(), dtype={dt}) | torch.empty_strided((2, 3), ({p}, 1)).stride() | torch.empty_permuted((2, 3), (1, 0)).stride() | {x}.dim_order() | torch.unbind_copy({x}, {d}) | torch.{copied}({x}) | torch.select_copy({x}, {d}, {k}) | torch.transpose_copy({x}, {d}, {d}) | torch.view_copy({x}, {shape}) | torch.expand_copy({x}, (2, *{v}.shape)) | torch.slice_copy({x}.detach(), {d}) | torch.unfold_copy({x}, {d}, 1, 1) | torch.split_copy({x}, 2, {d}) | torch.permute_copy({x}, {perm}) | torch.unsqueeze_copy({x}, {d}) | torch.squeeze_copy({x}, {d})
        torch.special.gammainc({f}.abs().clamp(1e-20, 9), {y}.abs().clamp(max=9)) | torch.special.gammaincc({f}.abs().clamp(1e-20, 9), {y}.abs().clamp(max=9)) | torch.special.multigammaln({f}.abs() + 2, 2) | torch.special.logsumexp({f}, {d}) | torch.special.softmax({f}, {d}) | torch.special.log_softmax({f}, {d}) | torch.hann_window({p} + 2) | torch.hamming_window({p} + 3, {t}) | torch.blackman_window({p} + 2) | torch.bartlett_window({p} + 2) | torch.kaiser_window({p} + 2)'''
FAMILIES['wider'] = '''
        (torch.manual_seed(3), torch.rand({p}, 2))[1] | (torch.manual_seed(3), torch.rand_like({f}))[1] | (torch.manual_seed(3), torch.randn_like({f}.double()))[1] | (torch.manual_seed(3), torch.randint({p} + 1, (2, 3)))[1] | (torch.manual_seed(3), torch.randint_like({x}.detach(), {p} + 1))[1] | (torch.manual_seed(3), torch.randperm({p} + 4))[1] | (torch.manual_seed(3), torch.bernoulli({f}.detach().sigmoid()))[1]
        (torch.manual_seed(3), {x}.detach().clone().uniform_(-1, {p}))[1] | (torch.manual_seed(3), {x}.detach().clone().exponential_({p}))[1] | (torch.manual_seed(3), {x}.detach().clone().geometric_(0.3))[1] | (torch.manual_seed(3), {x}.detach().clone().random_({p}, 40))[1] | (torch.manual_seed(3), {x}.detach().clone().bernoulli_(0.4))[1] | (torch.manual_seed(3), torch.multinomial({f2}.detach().sigmoid(), {p}))[1]
        torch.linalg.eig({well}.double())[0].abs().sort().values | torch.triangular_solve({sq}, {well}.triu())[0] | torch.linalg.ldl_factor({spd})[0].diagonal() | F.logsigmoid({f}) | F.unfold({img}, 2, padding={p}) | F.fold(F.unfold({img}, 2), (4, 5), 2) | torch.isneginf({x}) | torch.ceil({x}) | torch.rad2deg({x}) | torch.atan({x}) | torch.atanh({f}) | torch.ones({p}, 2, dtype={dt})
        F.conv2d({img}.contiguous(memory_format=torch.channels_last), {ker}, padding={p}) | F.max_pool2d({img}.contiguous(memory_format=torch.channels_last), 2) | F.avg_pool2d({img}.contiguous(memory_format=torch.channels_last), 2, {p}) | F.relu({img}.contiguous(memory_format=torch.channels_last)) | {img}.contiguous(memory_format=torch.channels_last).sum({k}, keepdim={t}) | {img}.contiguous(memory_format=torch.channels_last) + {img} | F.interpolate({img}.contiguous(memory_format=torch.channels_last), scale_factor=2) | F.batch_norm({img}.contiguous(memory_format=torch.channels_last), None, None, training=True) | {img}.contiguous(memory_format=torch.channels_last).flatten({p}) | torch.cat([{img}.contiguous(memory_format=torch.channels_last), {img}], {p}) | F.pad({img}.contiguous(memory_format=torch.channels_last), (1, {p})) | {img}.contiguous(memory_format=torch.channels_last).softmax({k}) | {img}.to(memory_format=torch.channels_last).mean((2, 3))
        torch.sum({x}, {d}, out=torch.empty(0)) | torch.max({x}, {d}, out=(torch.empty(0, dtype={v}.dtype), torch.empty(0, dtype=torch.long))) | torch.cat([{x}, {same}], {d}, out=torch.empty(0, dtype={v}.dtype)) | torch.mm({f2}, {f2}.t(), out=torch.empty(0, dtype={v}.dtype)) | torch.cumsum({x}, {d}, out=torch.empty(0)) | torch.sort({x}, {d}, out=(torch.empty(0, dtype={v}.dtype), torch.empty(0, dtype=torch.long))) | torch.where({b}, {y}, {y}, out=torch.empty(0)) | torch.clamp({x}, {k}, {p}, out=torch.empty(0)) | torch.mul({x}, {y}, out={v}.detach().clone()) | torch.mean({f}, {d}, out=torch.empty(0)) | torch.gather({x}, {d}, {same}.long().abs() % 2, out=torch.empty(0, dtype={v}.dtype)) | torch.eq({x}, {y}, out=torch.empty(0)) | torch.pow({x}, {k}, out=torch.empty(0))
        torch.clamp_min({x}, {y}) | torch.clamp_max({x}, {y}) | torch.clip({x}, {y}) | {x}.masked_fill({b}, torch.tensor({s})) | {x}.index_fill({d}, torch.tensor([0]), torch.tensor({s})) | {x}.half().masked_fill({b}, 70000) | torch.full_like({x}, {s}) | torch.full((1,), {s}, dtype={dt}) | torch.full((2,), {s} * 1000, dtype={dt}) | {x}.narrow({d}, torch.tensor({k}), 1)
        {c}.sum({dd}, keepdim={t}) | {c} + {y} | {c}.reshape(-1) | {c}.transpose({d}, {d}).contiguous() | {c}.masked_fill({b}, {s}) | torch.cat([{c}, {same}]) | {c}.var({d}) | {c}.addcmul({same}, {same}) | {c}.flip({d}) | {c}.roll({k}, {d}) | {c}.clone().fill_({s}) | torch.outer({c}.flatten(), {c}.flatten()) | torch.einsum('...i,...i->...', {c}, {same}) | {c}.norm({p}) | {c}.diff(dim={d}) | {c}.unique() | {c}.gather({d}, torch.zeros_like({v}, dtype=torch.long)) | {c}.index_select({d}, torch.tensor([0])) | {c}.tril()
        {x}.expand(0, *{v}.shape) | {x}[:0].sum() | {x}[:0].mean({d}) | {x}[..., :0].amax({d}) | {x}[:0].std({d}) | {x}.new_zeros(0, 3) @ {x}.new_zeros(3, 2) | torch.cat([{x}[:0], {same}]) | {x}[:0].softmax({d}) | {x}[:0].cumsum({d}) | {x}[:0].sort({d}) | {x}[:0].unique() | {x}[:0].argmax({d}) | {x}[:0].norm() | {x}[:0].median()
        F.bilinear({f2}, {f2}, {f3}[..., :4].mT[:, :4].repeat(1, 1, 2)[..., :4]) | F.huber_loss({f}, {y}) | F.soft_margin_loss({f}, {y}.sign()) | F.smooth_l1_loss({x}, {y}) | F.mse_loss({x}, {y}, reduction={r}) | F.group_norm({f3}, {p}, {f3}[0, :, 0], {f3}[1, :, 0]) | F.instance_norm({f3}) | torch.linalg.vector_norm({x}[:1], {s}, dim={d}) | torch.linalg.vector_norm({x}, {k}, dtype=torch.float64)'''
FAMILIES['layers'] = '''
        F.linear({f2}, {f2}) | F.linear({f2}, {f2}, {v}[:, 0]) | F.linear({f2}[0], {f2}) | F.bilinear({f2}, {f2}, {f3}.transpose(1, 2)[:, :4].repeat(1, 1, 2)[..., :4]) | F.embedding({i}.long().abs() % 3, {f2}) | F.embedding({i}.long().abs() % 3, {f2}, padding_idx={k}) | F.embedding_bag({i}.long().abs().flatten() % 3, {f2}, torch.tensor([0]), mode={bag}) | F.dropout2d({img}, 0.5, False) | F.alpha_dropout({f}, 0.5, False) | F.feature_alpha_dropout({img}, 0.5, False) | (torch.manual_seed(1), F.gumbel_softmax({f2}, {p}, hard={t}, dim={k}))[1] | (torch.manual_seed(1), F.dropout({f}, 0.5))[1] | (torch.manual_seed(1), F.dropout2d({img}, 0.5))[1] | (torch.manual_seed(1), F.dropout1d({img1}, 0.5))[1] | (torch.manual_seed(1), F.alpha_dropout({img}, 0.3))[1]
        F.avg_pool3d({img}, {p}) | F.max_pool3d({img}, {p}) | F.max_pool3d({img}, 2, return_indices=True) | F.adaptive_avg_pool3d({img}, ({p}, 2, 1)) | F.adaptive_max_pool1d({img1}, {p}, return_indices={t}) | F.adaptive_max_pool3d({img}, 2) | F.lp_pool1d({img1}.abs() + 1, {p}, 2) | F.lp_pool3d({img}.abs() + 1, 2, 2) | F.max_pool1d({img1}, 2, {p}, return_indices={t}) | F.max_pool2d({img}, 3, {p}, 1, {p}) | F.avg_pool2d({img}, 3, {p}, 1, {t}, {t}, {p}) | F.max_pool2d({img}, 2, ceil_mode={t}) | F.conv3d({img}.unsqueeze(0).detach(), {ker}.unsqueeze(2)) | F.conv2d({img}, {ker}, {f2}[:, 0].float(), stride={p}, padding='valid') | F.conv2d({img}, {ker}, padding='same') | F.conv2d({img}.repeat(1, 2, 1, 1), {ker}[:2], groups=2) | F.conv_tbc({img1}.detach(), {ker1}.detach()[:2].repeat(1, 3, 1)[:, :6], {f2}.detach()[0, :2].float()) | F.conv_transpose2d({img}, {kert}, stride=2, output_padding=1, dilation={p}) | F.conv_transpose1d({img1}, {kert1}, {f2}[:, 0].float(), padding={p})
        F.pixel_unshuffle({img}[..., :4], 2) | F.channel_shuffle({img}, 2) | F.fold({img}.reshape(2, 4, 10)[..., :6], (3, 4), 2) | F.unfold({img}, 2, {p}, 1, {p}) | F.upsample({img}, scale_factor={p}) | F.upsample_nearest({img}, {p}) | F.interpolate({img}, scale_factor=({p}, 0.5), mode='bilinear', align_corners={t}) | F.interpolate({img1}, size={p}, mode='linear', align_corners={t}) | F.interpolate({img1}, scale_factor=1.5, recompute_scale_factor={t}) | F.interpolate({img}, size=(3, {p}), mode='bicubic', align_corners={t}) | F.interpolate({img}, size=(2, 3), mode={smooth}, antialias=True) | F.grid_sample({img}, {img}[:, :2].permute(0, 2, 3, 1) / 4, mode={sample}, padding_mode={beyond}, align_corners={t}) | F.affine_grid({f3}[:, :2, :3], (2, 2, {p} + 1, 3), align_corners={t}) | F.pad({img}, (1, {k}, {k}, 1), value={s}) | F.pad({img1}, ({p}, {k}), mode={padmode}) | torch.constant_pad_nd({x}, (1, {k}), {s})
        F.multi_margin_loss({f2}, {f2}.abs().argmin(1), p={p}, reduction={r}) | F.multilabel_margin_loss({f2}, {f2}.argsort(1) - 1, reduction={r}) | F.triplet_margin_with_distance_loss({f2}, {f2}, {f2}, reduction={r}) | F.cross_entropy({f2}, {f2}.abs().argmin(1), weight={v}.detach()[0].abs(), ignore_index={k}, label_smoothing=0.2, reduction={r}) | F.binary_cross_entropy_with_logits({f}, {same}.sigmoid(), pos_weight={same}.detach().abs(), reduction={r}) | F.kl_div({f}, {same}, log_target={t}, reduction={r}) | F.mse_loss({f}, {y}.float()) | F.huber_loss({f}, {same}, delta={p}, reduction={r}) | F.poisson_nll_loss({f}, {same}.abs(), log_input={t}, full={t}, reduction={r}) | F.gaussian_nll_loss({f}, {same}, {same}.abs() + 1, full={t}, reduction={r}) | F.hinge_embedding_loss({f}, {same}.sign(), {p}, reduction={r}) | F.soft_margin_loss({f}.clamp(-9, 9), {same}.sign(), reduction={r}) | F.margin_ranking_loss({f}, {same}, {same}.sign(), {p}, reduction={r}) | F.triplet_margin_loss({f2}, {f2}, {f2}, {p}, 2, swap={t}, reduction={r}).float() | F.cosine_embedding_loss({f2}, {f2}, {f2}[:, 0].sign(), 0.25, reduction={r}) | F.multilabel_soft_margin_loss({f2}, {f2}.sigmoid(), reduction={r})
        F.batch_norm({img}, {f2}.detach()[0, :2].float(), {f2}.detach()[1, :2].float().abs() + 1, {f2}[2, :2].float(), {f2}[0, 2:].float()) | F.instance_norm({img}, weight={f2}[0, :2].float(), bias={f2}[1, :2].float()) | F.group_norm({img}, {p}, {f2}[0, :2].float(), {f2}[1, :2].float()) | F.layer_norm({f2}, (4,), {v}[0], {v}[1]) | F.rms_norm({f2}, (4,), {v}[0]) | F.normalize({f}, {p}, {d}) | F.scaled_dot_product_attention({f3}, {f3}, {f3}, attn_mask={f2}[:, :3].float() > 0, scale={p}) | F.scaled_dot_product_attention({f3}, {f3}, {f3}, attn_mask={f2}[:, :3])
        torch.fft.fft2({f}.detach()) | torch.fft.ifft2({f3}.detach()) | torch.fft.ifftn({f}.detach()) | torch.fft.irfft2({f3}.detach()) | torch.fft.irfftn({f3}.detach(), dim=(1, 2)) | torch.fft.rfftn({f}.detach()) | torch.fft.ihfft({f}.detach(), dim={d}) | torch.fft.hfft2({f3}.detach()) | torch.fft.ihfft2({f3}.detach()) | torch.fft.hfftn({f3}.detach()) | torch.fft.ihfftn({f3}.detach()) | torch.fft.ifftshift({x}, {d}) | torch.fft.fftfreq({p} + 2) | torch.fft.rfftfreq({p} + 2, {p})
        torch.linalg.lu_factor_ex({well}) | torch.linalg.solve_ex({well}, {tame}) | torch.linalg.tensorinv({well}, 1) | torch.linalg.householder_product({tame}.double(), {tame}[0].double()) | torch.linalg.matmul({f3}, {f2}.t()) | torch.pinverse({wide}) | torch.lu_unpack(*torch.linalg.lu_factor({well})) | torch.ger({f2}[0], {f2}[1]) | torch.frobenius_norm({f2}, {k}) | torch.nuclear_norm({wide}) | torch.geqrf({wide})[0].abs() | torch.stft({f2}.flatten(), 4, 2, center={t}, return_complex=True) | torch.segment_reduce({f2}, 'sum', lengths=torch.tensor([1, 2]), axis=0)'''
ALIASES = 'absolute arccos arccosh arcsin arcsinh arctan arctanh negative positive resolve_neg adjoint'.split()
COMPARISONS = 'eq ge gt le lt ne greater greater_equal less less_equal not_equal'.split()
ARITHMETIC = 'mul multiply divide subtract'.split()
COPIES = 'alias_copy t_copy diagonal_copy view_as_real_copy'.split()
SPECIAL = '''bessel_j0 bessel_j1 bessel_y0 bessel_y1 digamma entr erf erfc erfcx erfinv exp2 expit expm1 gammaln i0 i0e i1 i1e log1p log_ndtr logit
    modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 ndtr ndtri psi round scaled_modified_bessel_k0 scaled_modified_bessel_k1
    sinc spherical_bessel_j0 airy_ai'''.split()
POLYNOMIALS = '''chebyshev_polynomial_t chebyshev_polynomial_u chebyshev_polynomial_v chebyshev_polynomial_w hermite_polynomial_h hermite_polynomial_he
    laguerre_polynomial_l legendre_polynomial_p shifted_chebyshev_polynomial_t shifted_chebyshev_polynomial_u'''.split()
INPLACE_FUNCTIONS = 'abs_ acos_ ceil_ celu_ cos_ deg2rad_ erf_ exp_ exp2_ expm1_ floor_ frac_ i0_ log_ log1p_ logit_ nan_to_num_ neg_ reciprocal_ relu_ round_ rsqrt_ selu_ sigmoid_ sin_ sinc_ sqrt_ square_ tanh_ trunc_ rrelu_'.split()
METHODS = 'add_ sub_ mul_ div_ floor_divide_ remainder_ fmod_ pow_ eq_ lt_ ge_ copysign_ xlogy_ multiply_ true_divide_ float_power_ atan2_ logical_and_ bitwise_or_ gcd_ ldexp_ heaviside_ hypot_ nextafter_ __ilshift__'.split()
ALONE = 'absolute_ negative_ digamma_ erfinv_ lgamma_ logical_not_ bitwise_not_ sgn_ sign_ fix_ rad2deg_ square_ logit_ sinc_ conj_physical_'.split()
PARTS = 'abs angle conj conj_physical exp log sqrt sin cos tanh sgn reciprocal sum mean prod isnan isfinite isreal neg square sigmoid tan log10 acos asinh nonzero all any is_conj resolve_conj norm std var'.split()
SQUARE = 'det inv slogdet eigvals matrix_rank cond eigvalsh cholesky_ex inv_ex'.split()
OLD_SQUARE = 'det logdet inverse slogdet trace matrix_power_2'.split()
FLOATS = ['float32'] * 8 + ['float64'] * 2 + ['float16', 'bfloat16']
INTEGERS = ['int64'] * 5 + ['int32', 'int16', 'int8', 'uint8']
KINDS = ['normal'] * 6 + ['unit', 'positive', 'few', 'few', 'large', 'special']


def rows(text):
    found = []
    for line in text.splitlines():
        found += [part.strip() for part in line.split(' | ') if part.strip()]
    return found


# Beyond these the reference's own formulas have four to seven digits, in float32 fewer
LARGE = (('bessel_[jy][01]', -4.5, 4.5), ('airy_ai', -2, 4.5), ('log_ndtr', -500, 500))
UNARY = FAMILIES['unary'].split()
# `{b} | {same}` is the only row with the separator inside
ROWS = [row for row in rows('\n'.join(FAMILIES[name] for name in ('rows', 'special', 'later', 'names', 'layers', 'wider'))) if row not in ('{b}', '{same}')] + ['{b} .__or__({same})']
INPLACE, ASSIGN = rows(FAMILIES['inplace']), rows(FAMILIES['assign'])


OPEN = set()  # rows that are left out once they are drawn, so that the others stay what they are


class Writer:
    def __init__(self, seed, only=None):
        self.r, self.only = random.Random(seed), only
        self.lines, self.pool, self.leaves = [], [], []

    def shape(self):
        r = self.r
        return tuple(r.choice([1, 2, 2, 3, 3, 4, 5, 0] if r.random() < 0.15 else [1, 2, 3, 3, 4]) for _ in range(r.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])))

    def tensor(self, shape=None, dtype=None, kind=None, grad=None):
        """A new variable; its name."""
        r = self.r
        shape = self.shape() if shape is None else tuple(shape)
        dtype = dtype or r.choice(FLOATS * 2 + INTEGERS + ['bool'] * 3 + ['complex64'] * (r.random() < 0.1))
        if dtype == 'bool':
            kind = 'truth'
        if kind is None:
            kind = r.choice(KINDS) if 'float' in dtype or 'complex' in dtype else r.choice(['few', 'index', 'normal'])
        if grad is None:
            grad = ('float' in dtype) and kind not in ('special',) and r.random() < 0.35
        name = f'a{len(self.pool)}'
        self.lines.append(f'{name} = make({shape}, torch.{dtype}, {r.randrange(1000)}, {kind!r}{", True" if grad else ""})')
        self.pool.append((name, shape, dtype))
        if grad:
            self.leaves.append(name)
        return self.pool[-1]

    def drawn(self, test, **made):
        fitting = [one for one in self.pool if test(one)]
        if fitting and self.r.random() < 0.7:
            return self.r.choice(fitting)
        return self.tensor(**made)

    def viewed(self, one):
        """An expression for the tensor or a view of it, and its shape."""
        name, shape, dtype = one
        r = self.r
        if r.random() > 0.3 or not shape:
            return name, shape
        n = len(shape)
        way = r.randrange(6)
        if way == 0:
            i, j = r.randrange(n), r.randrange(n)
            out = list(shape)
            out[i], out[j] = out[j], out[i]
            return f'{name}.transpose({i}, {j})', tuple(out)
        if way == 1:
            return f'{name}[..., ::2]', (*shape[:-1], (shape[-1] + 1) // 2)
        if way == 2:
            return f'{name}[None]', (1, *shape)
        if way == 3:
            return f'{name}[1:]', (max(0, shape[0] - 1), *shape[1:])
        if way == 4:
            return f'{name}.unsqueeze(-1).expand(*{shape}, 2)', (*shape, 2)
        return f'{name}.flip(0)', shape

    def broadcast(self, shape):
        r = self.r
        way = r.random()
        if way < 0.35:
            return shape
        if way < 0.5:
            return ()
        if way < 0.85:
            out = tuple(1 if r.random() < 0.3 else n for n in shape)
            return out[r.randrange(len(out) + 1):] if r.random() < 0.5 else out
        return self.shape()

    def index(self, shape):
        r = self.r
        parts = []
        for n in shape[:r.randrange(1, len(shape) + 1) if shape else 1]:
            m = max(n, 1)
            parts.append(r.choice([
                str(r.randrange(-m, m)), ':', f'{r.randrange(-m, m)}:', f':{r.randrange(m + 1)}', f'::{r.choice([1, 2, 3])}',
                f'[{r.randrange(m)}, {r.randrange(-m, m)}]', f'torch.tensor([{r.randrange(m)}, {r.randrange(m)}])', 'None', '...',
                f'torch.tensor({[r.random() < 0.5 for _ in range(n)]})' if n else ':', str(r.randrange(-m - 1, m + 2))]))
        if parts.count('...') > 1:
            parts = [part for part in parts if part != '...'] + ['...']
        return ', '.join(parts) or '...'

    def number(self):
        return self.r.choice(['0', '1', '2', '-1', '3', '0.5', '-1.5', '2.25', '1e-3', '100', 'True', '0.1', 'math.inf', '-0.75'])

    def fill(self, row):
        """The row with its places filled, the names of its tensors."""
        r, out, first, shape = self.r, [], None, ()
        position = 0
        while position < len(row):
            start = row.find('{', position)
            if start < 0:
                out.append(row[position:])
                break
            out.append(row[position:start])
            end = row.index('}', start)
            place, position = row[start + 1:end], end + 1
            text, new = self.place(place, shape, first)
            if new is not None:
                shape = new[1]
                first = first or new
            out.append(text)
        return ''.join(out)

    def place(self, place, shape, first):
        r = self.r
        dims = len(first[1]) if first else 0

        def tensor(test, **made):
            one = self.drawn(test, **made)
            text, seen = self.viewed(one)
            return text, (one[0], seen, one[2])

        if place == '{':
            return '{', None
        if place in ('x', 'n'):
            return tensor(lambda one: place == 'x' or one[2] != 'bool')
        if place == 'f':
            return tensor(lambda one: 'float' in one[2], dtype=r.choice(FLOATS))
        if place == 'i':
            return tensor(lambda one: 'int' in one[2], dtype=r.choice(INTEGERS))
        if place == 'b':
            return tensor(lambda one: one[2] == 'bool', dtype='bool')
        if place == 'c':
            return tensor(lambda one: 'complex' in one[2], dtype=r.choice(['complex64', 'complex128']))
        if place == 'v':
            one = first or self.drawn(lambda one: True)
            return one[0], one
        if place in ('y', 'same'):
            wanted = shape if place == 'same' else self.broadcast(shape)
            dtype = first[2] if first and (place == 'same' or r.random() < 0.6) else None
            one = self.drawn(lambda one: one[1] == wanted and dtype in (None, one[2]), shape=wanted, dtype=dtype)
            return one[0], None
        if place in ('f2', 'f3', 'sq', 'spd', 'mat', 'tame', 'well', 'wide', 'wide3'):
            wanted = {'f2': (3, 4), 'f3': (2, 3, 4), 'sq': (3, 3), 'spd': (3, 3), 'tame': (3, 3), 'well': (3, 3), 'wide': (3, 4), 'wide3': (2, 3, 4), 'mat': ((shape or (3,))[-1], r.choice([1, 2, 4]))}[place]
            dtype = first[2] if place == 'mat' and first else r.choice(['float32', 'float32', 'float64'])
            one = self.drawn(lambda one: one[1] == wanted and one[2] == dtype, shape=wanted, dtype=dtype, kind='normal')
            if place in ('tame', 'well', 'wide', 'wide3'):
                tame = f'{one[0]}.nan_to_num(1, 2, 3).clamp(-4, 4)'
                return tame if place == 'tame' else f'({tame} + 13 * torch.eye(3, {wanted[-1]}, dtype={one[0]}.dtype))', one
            return (f'({one[0]}.nan_to_num(1, 2, 3).clamp(-4, 4) @ {one[0]}.nan_to_num(1, 2, 3).clamp(-4, 4).mT + 3 * torch.eye(3, dtype={one[0]}.dtype))' if place == 'spd' else one[0]), one
        images = {'img': (2, 2, 4, 5), 'ker': (3, 2, 2, 2), 'kert': (2, 3, 2, 2), 'img1': (2, 2, 6), 'ker1': (3, 2, 2), 'kert1': (2, 3, 2)}
        if place in images:
            one = self.drawn(lambda one: one[1] == images[place] and one[2] == 'float32', shape=images[place], dtype='float32', kind='normal')
            return one[0], one
        if place == 'd':
            return str(r.randrange(-dims, dims) if dims and r.random() < 0.95 else r.randrange(-2, 3)), None
        if place == 'dd':
            return (str(tuple(r.sample(range(dims), 2))) if dims >= 2 else '(0,)'), None
        if place == 'perm':
            return str(tuple(r.sample(range(dims), dims))), None
        if place == 'shape':
            size = 1
            for n in first[1] if first else ():
                size *= n
            return r.choice([str((size,)), '(-1,)', f'(-1, {r.choice([1, 2])})', str((1, *(first[1] if first else ()))), f'({r.choice([2, 3])}, -1)']), None
        if place == 'index':
            return self.index(shape), None
        if place == 's':
            return self.number(), None
        if place == 's1':
            return f'torch.tensor({self.number()}, dtype={first[0]}.dtype)' if first else 'torch.tensor(1.5)', None
        choices = {
            'p': ['1', '2', '3'], 'k': ['0', '1', '1', '2', '3', '-1', '-2'], 't': ['True', 'False'],
            'dt': ['torch.' + name for name in FLOATS + INTEGERS + ['bool', 'complex64']], 'r': ["'mean'", "'sum'", "'none'"],
            'red': ["'sum'", "'prod'", "'mean'", "'amax'", "'amin'"], 'padmode': ["'reflect'", "'replicate'", "'circular'"],
            'mode': ["'nearest'", "'bilinear'", "'bicubic'", "'area'", "'nearest-exact'"], 'ord': ["'fro'", "'nuc'", '1', '2', '-1', 'math.inf'],
            'alias': ALIASES, 'compare': COMPARISONS, 'arithmetic': ARITHMETIC, 'copied': COPIES, 'bag': ["'sum'", "'mean'", "'max'"], 'smooth': ["'bilinear'", "'bicubic'"],
            'sample': ["'bilinear'", "'nearest'"], 'beyond': ["'zeros'", "'border'", "'reflection'"], 'unary': UNARY, 'special': SPECIAL, 'polynomial': POLYNOMIALS, 'inplace': INPLACE_FUNCTIONS, 'method': METHODS, 'alone': ALONE, 'part': PARTS, 'square': SQUARE, 'oldsquare': OLD_SQUARE}
        return r.choice(choices[place]), None

    def statement(self, number):
        r = self.r
        way = r.random()
        if self.only:
            way = 0.05 if self.only in INPLACE else 0.15 if self.only in ASSIGN else 0.9
        if way < 0.1 and self.pool:
            row = self.only or r.choice(INPLACE)
            call = self.fill(row)
            if row in OPEN:
                return
            self.lines.append(f'attempt(lambda: {call})')
        elif way < 0.18 and self.pool:
            chosen = self.only or r.choice(ASSIGN)
            row = self.fill('{v}' + chosen)
            if chosen in OPEN:
                return
            # what stands before the index that is outside may be written or not
            name = row[:row.index('[')]
            self.lines += [f'kept = {name}.detach().clone()', 'try:', f'    {row}', 'except Exception as error:', "    print('!', type(error).__name__, str(error).split('\\n')[0][:400])", f'    {name}.detach().copy_(kept)', f"print(said({name}))"]
        elif way < 0.26 and self.pool:
            name = self.viewed(r.choice(self.pool))[0]
            self.lines.append(f'text(lambda: {name})')
        else:
            row = self.only or r.choice(ROWS)
            call = self.fill(row).replace('softmax_0(', 'softmax(-1, ').replace('matrix_power_2(', 'matrix_power(n=2, input=')
            call = call.replace('.softmax(-1, )', '.softmax(-1)').replace('torch.softmax(-1, ', 'torch.softmax(dim=-1, input=')
            for name, low, high in LARGE:
                call = re.sub(rf'(special\.{name}\()(.*)\)$', rf'\1(\2).clamp({low}, {high}))', call)
            if 'softmax(' in call and ', out=' in call:  # PyTorch records a node for it that can only fail
                return
            if row in OPEN:
                return
            # of a nuclear norm where a singular value is 0: any unit vectors, which LAPACKs choose differently
            leaves = [name for name in self.leaves if name in call and "'nuc'" not in call]
            self.lines.append(f'r{number} = attempt(lambda: {call})')
            if leaves:
                self.lines += [f'if r{number} is not None and r{number}.requires_grad:', f'    gradients(r{number}, [{", ".join(leaves)}])']

    def program(self):
        for _ in range(self.r.randrange(1, 3)):
            self.tensor()
        for number in range(2 if self.only else self.r.randrange(3, 8)):
            self.statement(number)
        return '\n'.join(self.lines) + '\n'


def program(seed, only=None):
    """The text of one program; the same for the same seed. only: one row of the table, and no other."""
    return Writer(seed, only).program()
