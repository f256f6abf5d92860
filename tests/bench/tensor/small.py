"""What one operation costs beside its arithmetic: tensors of 2 x 3, a thousand operations in each measurement."""
import torch

SETUP = """
N = range(1000)
F = torch.nn.functional
a, b, t, w, bias, y = torch.ones(2, 3), torch.ones(2, 3), torch.ones(3, 2), torch.ones(4, 3), torch.ones(4), torch.tensor([0, 2])
g = torch.ones(2, 3, requires_grad=True)
one, numbers = torch.tensor(1.0), [[1., 2., 3.], [4., 5., 6.]]
line, table, mask, cube, gc = torch.ones(3), torch.ones(5, 3), torch.ones(2, 3) > 0, torch.ones(2, 2, 3), torch.ones(4, 3, requires_grad=True)
gt, gb = torch.ones(5, 3, requires_grad=True), torch.ones(4, requires_grad=True)
places, targets = torch.tensor([[0, 1, 2], [2, 1, 0]]), torch.tensor([[1., 0., 1.], [0., 1., 1.]])
image, filters, image4, square = torch.ones(1, 1, 4, 4), torch.ones(1, 1, 3, 3), torch.ones(1, 4, 2, 2), torch.eye(3) + 1
h, cube3, cube33 = g * 2, torch.ones(2, 2, 4), torch.ones(2, 4, 3)
"""
# What is evaluated a thousand times
EXPRESSIONS = {
    'add': 'a + b', 'add_gradient': 'g + b', 'add_scalar': 'a + 1', 'multiply_scalar_gradient': '2 * g', 'compare': 'a > b', 'product': 'a @ t', 'product_gradient': 'g @ t',
    'exp': 'a.exp()', 'relu': 'a.relu()', 'relu_gradient': 'g.relu()', 'sum': 'a.sum()', 'sum_dim': 'a.sum(1)', 'sum_keyword': 'a.sum(dim=1, keepdim=True)',
    'sum_gradient': 'g.sum()', 'mean': 'a.mean()', 'max': 'a.max()', 'amax': 'a.amax(1)', 'argmax': 'a.argmax()', 'norm': 'a.norm()', 'softmax': 'a.softmax(-1)',
    'pow': 'a ** 2', 'clamp': 'a.clamp(0, 1)', 'reshape': 'a.reshape(3, 2)', 'view': 'a.view(-1)', 'transpose': 'a.t()', 'transpose_gradient': 'g.t()', 'mT': 'a.T',
    'unsqueeze': 'a.unsqueeze(0)', 'permute': 'a.permute(1, 0)', 'expand': 'a.expand(4, 2, 3)', 'clone': 'a.clone()', 'detach': 'g.detach()', 'double': 'a.double()',
    'to_same': 'a.to(torch.float32)', 'shape': 'a.shape[0]', 'size': 'a.size(0)', 'item': 'one.item()', 'tolist': 'a.tolist()', 'zero': 'a.zero_()', 'add_in_place': 'a.add_(0.0)',
    'zeros': 'torch.zeros(2, 3)', 'rand': 'torch.rand(2, 3)', 'randn': 'torch.randn(2, 3)', 'arange': 'torch.arange(6)', 'tensor': 'torch.tensor(numbers)',
    'zeros_like': 'torch.zeros_like(a)', 'cat': 'torch.cat((a, b))', 'stack': 'torch.stack((a, b))', 'where': 'torch.where(a > 0, a, b)', 'maximum': 'torch.maximum(a, b)',
    'addmm': 'torch.addmm(a[:, :2], a, t)', 'linear': 'F.linear(a, w, bias)', 'functional_relu': 'F.relu(a)', 'mse_loss': 'F.mse_loss(a, b)', 'cross_entropy': 'F.cross_entropy(a, y)',
    'chain_item': '(a * b + a).sum().item()', 'chain_gradient': '((g * b + a) ** 2).mean()', 'autograd_grad': 'torch.autograd.grad((g * g).sum(), g)[0]',
    'subtract': 'a - b', 'subtract_gradient': 'g - b', 'divide': 'a / b', 'divide_gradient': 'g / b', 'multiply_gradient': 'g * b', 'pow_gradient': 'g ** 2', 'negate': '-a',
    'exp_gradient': 'g.exp()', 'log': 'a.log()', 'sqrt': 'torch.sqrt(a)', 'tanh_gradient': 'torch.tanh(g)', 'sigmoid_gradient': 'torch.sigmoid(g)', 'abs': 'a.abs()', 'round': 'a.round()',
    'mean_gradient': 'g.mean()', 'mean_dim': 'a.mean(0)', 'sum_dim_gradient': 'g.sum(1)', 'std': 'a.std()', 'var_dim': 'a.var(0)', 'min': 'a.min()', 'max_dim': 'a.max(1)[0]',
    'argmax_dim': 'a.argmax(1)', 'all': 'mask.all()', 'any': '(a > 0).any()', 'equals': 'a == b', 'correct': '(w.argmax(1) == y[0]).float().mean().item()', 'logical_and': 'mask & mask',
    'mm': 'torch.mm(a, t)', 'mv': 'a @ line', 'dot': 'line @ line', 'bmm': 'cube @ t', 'view_gradient': 'g.view(3, 2)', 'permute_gradient': 'g.permute(1, 0)', 'flatten': 'cube.flatten(1)',
    'squeeze': 'a.squeeze()', 'squeeze_gradient': 'g.squeeze(0)', 'unsqueeze_gradient': 'g.unsqueeze(1)', 'repeat': 'a.repeat(2, 1)', 'chunk': 'a.chunk(2)[0]', 'split': 'a.split(1)[1]',
    'unpack': '[x for x in a][0]', 'where_gradient': 'torch.where(mask, g, b)', 'masked_fill': 'a.masked_fill(mask, 0.0)', 'log_softmax': 'F.log_softmax(a, dim=1)',
    'softmax_gradient': 'F.softmax(g, dim=-1)', 'log_softmax_gradient': 'g.log_softmax(1)', 'linear_gradient': 'F.linear(a, gc, gb)', 'embedding': 'F.embedding(y, table)',
    'embedding_gradient': 'F.embedding(y, gt)', 'cross_entropy_gradient': 'F.cross_entropy(g, y)', 'nll_loss': 'F.nll_loss(a, y)', 'mse_loss_gradient': 'F.mse_loss(g, b)',
    'full': 'torch.full((2, 3), 2.0)', 'ones': 'torch.ones(2, 3)', 'eye': 'torch.eye(3)', 'linspace': 'torch.linspace(0, 1, 5)', 'randint': 'torch.randint(0, 10, (2, 3))',
    'randperm': 'torch.randperm(5)', 'rand_like': 'torch.rand_like(a)', 'scalar': 'torch.tensor(2.0)', 'long': 'a.long()', 'to_double': 'a.to(torch.float64)',
    'len': 'len(a)', 'cumsum': 'a.cumsum(0)', 'sort': 'line.sort()[0]', 'topk': 'line.topk(2)[0]',
    'gather': 'a.gather(1, mask.long())', 'tril': 'torch.tril(a)', 'outer': 'torch.outer(line, bias)', 'einsum': "torch.einsum('ij,jk->ik', a, t)", 'layer_norm': 'F.layer_norm(a, (3,))',
    'dropout': 'F.dropout(a, 0.5)', 'minimum': 'torch.minimum(a, b)', 'isnan': 'torch.isnan(a).any()', 'copy_in_place': 'a.copy_(b)', 'fill': 'a.fill_(1.0)', 'multiply_in_place': 'a.mul_(1.0)',
    'lerp': 'torch.lerp(a, b, 0.5)', 'addcdiv': 'torch.addcdiv(a, b, b, value=0.5)', 'add_alpha': 'torch.add(a, b, alpha=2)', 'relu_in_place': 'F.relu(a, inplace=True)',
    'gelu': 'F.gelu(a)', 'bce': 'F.binary_cross_entropy_with_logits(a, b)', 'allclose': 'torch.allclose(a, b)', 'equal': 'torch.equal(a, b)', 'float_of': 'float(one)', 'bool_of': 'bool(one > 0)',
    'addcmul': 'torch.addcmul(a, b, b, value=0.5)', 'clamp_tensors': 'torch.clamp(a, b, b)', 'std_dim': 'a.std(1)', 'cat_dim': 'torch.cat((a, b), dim=1)', 'cat_many': 'torch.cat([a] * 8)',
    'stack_dim': 'torch.stack([a, b], dim=1)', 'hstack': 'torch.hstack((a, b))', 'l1_loss': 'F.l1_loss(a, b)', 'smooth_l1_loss': 'F.smooth_l1_loss(a, b)', 'huber_loss': 'F.huber_loss(a, b)',
    'bce_plain': 'F.binary_cross_entropy(torch.sigmoid(a), targets)', 'softplus': 'F.softplus(a)', 'elu': 'F.elu(a)', 'leaky_relu': 'F.leaky_relu(a, 0.1)', 'silu': 'F.silu(a)',
    'logsumexp': 'a.logsumexp(1)', 'normalize': 'F.normalize(a, dim=1)', 'cosine_similarity': 'F.cosine_similarity(a, b)', 'one_hot': 'F.one_hot(y, 3)', 'pad': 'F.pad(a, (1, 1))',
    'einsum_batch': "torch.einsum('bij,jk->bik', cube, t)", 'einsum_gradient': "torch.einsum('ij,jk->ik', g, t)", 'einsum_sum': "torch.einsum('ij->i', a)", 'scatter': 'torch.zeros(2, 3).scatter_(1, y.unsqueeze(1), 1.0)',
    'index_put': 'a.index_put_((y[:1],), line)', 'nonzero': 'mask.nonzero()', 'masked_select': 'a.masked_select(mask)', 'randn_like': 'torch.randn_like(a)', 'normal': 'torch.normal(0.0, 1.0, (2, 3))',
    'norm_dim': 'a.norm(dim=1)', 'gather_gradient': 'g.gather(1, places)', 'cat_gradient': 'torch.cat((g, a))', 'expand_gradient': 'g.expand(2, 2, 3)', 'flip': 'a.flip(0)',
    'index_select': 'table.index_select(0, y)', 'bias': 'w + line', 'bias_gradient': '(w + g[0])', 'clamp_min': 'a.clamp(min=0)', 'detach_item': 'g.detach().sum().item()',
    'interpolate': 'F.interpolate(image, scale_factor=2)', 'interpolate_bilinear': "F.interpolate(image, size=(4, 4), mode='bilinear')", 'index_fill': 'a.index_fill(1, y, 2.0)',
    'contiguous': 'a.contiguous()', 'contiguous_copy': 't.t().contiguous()', 'grad_fn': 'h.grad_fn is None', 'diff': 'a.diff()', 'mode': 'a.mode(1)[0]', 'rot90': 'torch.rot90(a)', 'avg_pool2d': 'F.avg_pool2d(image, 2)',
    'max_pool2d': 'F.max_pool2d(image, 2)', 'conv2d': 'F.conv2d(image, filters)', 'conv2d_padding': 'F.conv2d(image, filters, padding=1)', 'cdist': 'torch.cdist(a, b)', 'take': 'a.take(y)',
    'aminmax': 'torch.aminmax(a)[0]', 'searchsorted': 'torch.searchsorted(line, b)', 'bucketize': 'torch.bucketize(a, line)', 'trace': 'square.trace()', 'linalg_norm': 'torch.linalg.norm(a)',
    'linalg_det': 'torch.linalg.det(square)', 'linalg_inv': 'torch.linalg.inv(square)', 'linalg_solve': 'torch.linalg.solve(square, line)', 'batch_norm': 'F.batch_norm(a, line, line)', 'batch_norm_training': 'F.batch_norm(a, None, None, training=True)',
    'isclose': 'torch.isclose(a, b)', 'std_mean': 'torch.std_mean(a)[0]', 'triu': 'a.triu()', 'roll': 'a.roll(1, 0)', 'roll_all': 'torch.roll(a, 1)', 'kron': 'torch.kron(a, b)', 'meshgrid': "torch.meshgrid(line, line, indexing='ij')[0]",
    'baddbmm': 'torch.baddbmm(cube, cube3, cube33)', 'scatter_add': 'torch.zeros(2, 3).scatter_add_(1, places, a)', 'step_sub': 'a.sub_(0.0 * b)', 'step_alpha': 'a.add_(b, alpha=-0.0)', 'addcmul_in_place': 'a.addcmul_(b, b, value=0.0)',
    'addcdiv_in_place': 'a.addcdiv_(b, b, value=0.0)', 'lerp_in_place': 'a.lerp_(b, 0.1)', 'grad': 'g.grad is None', 'requires_grad': 'a.requires_grad', 'requires_grad_': 'a.detach().requires_grad_()', 'is_leaf': 'g.is_leaf', 'data': 'g.data',
    'dtype': 'a.dtype == torch.float32', 'device': "a.device.type == 'cpu'", 'dim': 'a.dim()', 'ndim': 'a.ndim', 'numel': 'a.numel()', 'stride': 'a.stride()', 'is_contiguous': 'a.is_contiguous()', 'shape_pair': 'a.shape',
    'contains': '1.0 in a', 'format': "len(f'{one:.2f}')", 'format_item': "len(f'{one.item():.2f}')", 'int_sum': 'int(a.sum())', 'bool_any': 'bool(mask.any())', 'float_mean': 'float(a.mean())', 'sum_item': 'mask.sum().item()',
    'str_scalar': 'len(str(one))', 'str': 'len(str(a))', 'round_gradient': 'g.round()', 'prod': 'a.prod()', 'median': 'line.median()', 'count_nonzero': 'torch.count_nonzero(a)', 'cumprod': 'a.cumprod(1)', 'argsort': 'line.argsort()', 'sort_all': 'a.sort(1)[0]',
    'unique': 'y.unique()', 'bincount': 'y.bincount()', 'bernoulli': 'torch.bernoulli(a)', 'multinomial': 'torch.multinomial(line, 2)', 'empty': 'len(torch.empty(2, 3))',
    'empty_like': 'len(torch.empty_like(a))', 'ones_like': 'torch.ones_like(a)', 'full_like': 'torch.full_like(a, 2)', 'new_zeros': 'a.new_zeros(2, 3)', 'diag': 'torch.diag(line)', 'diagonal': 'square.diagonal()', 'select': 'a[0]', 'element': 'a[0, 1]',
    'last_column': 'a[:, -1]', 'mask_of': 'a[mask]', 'rows_of': 'table[y]', 'narrow': 'a.narrow(1, 0, 2)', 'unbind': 'a.unbind()[0]', 'movedim': 'cube.movedim(0, 2)', 'swap': 'cube.transpose(1, 2)', 'ravel': 'a.ravel()',
    'broadcast_to': 'line.broadcast_to(2, 3)', 'expand_as': 'line.expand_as(a)', 'view_as': 't.view_as(a)', 'tile': 'a.tile(2)', 'repeat_interleave': 'line.repeat_interleave(2)', 'matmul': 'torch.matmul(a, t)', 'matmul_vector': 'cube @ line', 'vdot': 'line.dot(line)',
    'power': 'a.pow(3)', 'rsub': '1 - a', 'rdiv': '1 / a', 'floor_divide': 'a // 2', 'remainder': 'a % 2', 'modulo': 'y % 2', 'integer': 'y + 1', 'and_not': '~mask', 'any_dim': 'mask.any(1)', 'sum_to': 'a.sum((0, 1))', 'sin': 'a.sin()', 'log1p': 'a.log1p()',
    'sigmoid': 'a.sigmoid()', 'tanh': 'a.tanh()', 'square': 'a.square()', 'reciprocal': 'a.reciprocal()', 'rsqrt': 'a.rsqrt()', 'sign': 'a.sign()', 'floor': 'a.floor()', 'erf': 'a.erf()', 'nan_to_num': 'a.nan_to_num()', 'isfinite': 'torch.isfinite(a).all()',
    'relu6': 'F.relu6(a)', 'hardtanh': 'F.hardtanh(a)', 'selu': 'F.selu(a)', 'mish': 'F.mish(a)', 'log_sigmoid': 'F.logsigmoid(a)', 'softmin': 'F.softmin(a, dim=1)', 'glu': 'F.glu(w.t())', 'tanhshrink': 'F.tanhshrink(a)',
    'kl_div': "F.kl_div(a, b, reduction='batchmean')", 'hinge': 'F.soft_margin_loss(a, b)', 'triplet': 'F.triplet_margin_loss(a, b, b)', 'cosine_loss': 'F.cosine_embedding_loss(a, b, y[:2])', 'attention_function': 'F.scaled_dot_product_attention(cube, cube, cube)',
    'group_norm': 'F.group_norm(cube, 2)', 'instance_norm': 'F.instance_norm(cube)', 'rms_norm': 'F.rms_norm(a, (3,))', 'adaptive_pool': 'F.adaptive_avg_pool2d(image, 1)', 'conv1d': 'F.conv1d(cube, cube)', 'unfold': 'line.unfold(0, 2, 1)',
    'pixel_shuffle': 'F.pixel_shuffle(image4, 2)', 'dropout_off': 'F.dropout(a, 0.5, training=False)', 'where_scalar': 'torch.where(mask, a, 0.0)', 'where_mask': 'torch.where(mask)[0]', 'argwhere': 'torch.argwhere(mask)', 'from_list': 'torch.tensor([1, 2, 3])',
    'from_scalars': 'torch.tensor([one.item(), 2.0])', 'as_tensor': 'torch.as_tensor(a)', 'stack_scalars': 'torch.stack([one, one])', 'logspace': 'torch.logspace(0, 1, 5)', 'manual_seed': 'torch.manual_seed(0) is None', 'is_tensor': 'torch.is_tensor(a)', 'is_grad': 'torch.is_grad_enabled()',
    'var_mean': 'torch.var_mean(a, dim=1)[0]', 'cov': 'torch.cov(a)', 'corrcoef': 'torch.corrcoef(square)', 'quantile': 'line.quantile(0.5)', 'histc': 'a.histc(3, 0, 3)', 'cross': 'torch.linalg.cross(a, b)', 'tensordot': 'torch.tensordot(a, t, dims=1)', 'chain_matmul': 'a @ t @ a',
    'tensor_split': 'w.tensor_split(2)[0]', 'vstack': 'torch.vstack((a, b))', 'column_stack': 'torch.column_stack((line, line))', 'tril_indices': 'torch.tril_indices(3, 3)[0]', 'cartesian_prod': 'torch.cartesian_prod(line, line)', 'combinations': 'torch.combinations(line)',
    'masked_fill_causal': "square.masked_fill(square.triu(1) == 1, -1e9)", 'clip_value': 'a.clip(-1, 1)', 'float_method': 'y.float()', 'int_method': 'a.int()', 'type_of': 'len(a.type())', 'cpu': 'a.cpu()', 'item_of': 'a[0, 1].item()', 'numpy_like': 'a.flatten().tolist()',
    'max_pool1d': 'F.max_pool1d(cube3, 2)', 'avg_pool1d': 'F.avg_pool1d(cube3, 2)', 'adaptive_avg_pool1d': 'F.adaptive_avg_pool1d(cube3, 1)', 'adaptive_max_pool2d': 'F.adaptive_max_pool2d(image, 2)',
    'interpolate_area': "F.interpolate(image, size=2, mode='area')", 'interpolate_linear': "F.interpolate(cube3, size=2, mode='linear')", 'interpolate_bicubic': "F.interpolate(image, size=2, mode='bicubic')",
    'pad_reflect': "F.pad(image, (1, 1, 1, 1), mode='reflect')", 'pad_circular': "F.pad(image, (1, 1, 1, 1), mode='circular')", 'unfold_patches': 'F.unfold(image, 2)', 'celu': 'F.celu(a)', 'hardswish': 'F.hardswish(a)',
    'group_norm_gradient': 'F.group_norm(cube * g, 2)', 'rms_norm_gradient': 'F.rms_norm(g, (3,), line)', 'layer_norm_gradient': 'F.layer_norm(g, (3,), line, line)', 'max_pool2d_gradient': 'F.max_pool2d(g.view(1, 1, 2, 3), 2)',
    'polynomial': '3 * a ** 2 + 2 * a + 1', 'accuracy': '(w.argmax(dim=1) == torch.arange(4)).sum().item()', 'standard': '(w - w.mean(dim=0, keepdim=True)) / (w.std(dim=0, keepdim=True) + 1e-5)',
}
# What is done a thousand times in a function that returns c
STATEMENTS = {
    'loop_item': ('c = one', 'c = c * 0.5 + 1\n        if c.item() > 3: break'),
    'forward_backward': ('g.grad = c = None', '(g * b).sum().backward()\n    c = g.grad'),
    'update': ('c = g', 'with torch.no_grad(): g.sub_(0.0 * b)'),
    'descend': ('c = g; g.grad = torch.ones_like(g)', 'with torch.no_grad():\n            g.sub_(0.0 * g.grad)\n            g.grad.zero_()'),
    'no_gradient_add': ('c = None', 'with torch.no_grad(): c = g + b'),
    'rows': ('c = None', 'for c in a: pass'),
    'enumerate_rows': ('c = None', 'for i, c in enumerate(w): pass'),
    'zip_rows': ('c = None', 'for c, d in zip(a, b): pass'),
    'zero_grad': ('c = g', 'g.grad = b\n        g.grad.zero_()\n        g.grad = None'),
    'backward': ('c = g', '(g * g).sum().backward()\n        g.grad = None'),
    'sgd': ('c = gc; c.grad = torch.ones_like(c)', 'with torch.no_grad(): c -= 0.0 * c.grad'),
    'sgd_data': ('c = g; g.grad = torch.ones_like(g)', 'g.data -= 0.0 * g.grad.data'),
    'normal_in_place': ('c = None', 'a.normal_()\n    c = a.clone()'),
    'uniform_in_place': ('c = None', 'a.uniform_()\n    c = a.clone()'),
    'set_row': ('c = a', 'a[0] = line'),
    'write_masked': ('c = a', 'a[mask] = 1.0'),
    'set_element': ('c = a', 'a[0, 1] = 1.0'),
    'add_to_row': ('c = a', 'a[0] += 0.0'),
    'no_gradient': ('c = g', 'with torch.no_grad(): pass'),
    'in_place': ('c = a', 'c *= 1.0\n        c += b\n        c -= b'),
    'accumulate': ('g.grad = None', 'g.sum().backward()\n    c = g.grad.sign()'),
    'regression': ('gc.grad = None', '((a @ gc.t() - 1) ** 2).mean().backward()\n    c = gc.grad.sign()'),
    'classify': ('gc.grad = gb.grad = None', 'F.cross_entropy(F.linear(a, gc, gb), y).backward()\n    c = gc.grad.sign()'),
    'zscore': ('c = None', 'c = (a - a.mean(0)) / (a.std(0) + 1)'),
    'attention': ('c = None', 'c = F.softmax(cube @ cube.transpose(-2, -1) / 1.7, dim=-1) @ cube'),
    'momentum': ('c = torch.zeros(2, 3)', 'c.mul_(0.9).add_(a, alpha=0.1)'),
    'adam': ('c = torch.zeros(2, 3); d = torch.ones(2, 3)', 'c.lerp_(a, 0.1)\n        d.mul_(0.9).addcmul_(a, a, value=0.1)\n        b.addcdiv_(c, d.sqrt().add_(1e-8), value=-0.0)'),
}


def row(before, body):
    def make():
        space = {'torch': torch}
        exec(f'{SETUP}\ndef work():\n    {before}\n    for _ in N:\n        {body}\n    return c\n', space)
        return space['work']
    return make


ROWS = {name: row('c = None', f'c = {expression}') for name, expression in EXPRESSIONS.items()} | {name: row(*parts) for name, parts in STATEMENTS.items()}
