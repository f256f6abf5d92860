"""Copies, views made dense, joining, indexing, scattering, sorting and searching beside those of arrays.py, in the same three sizes."""
import torch
from torch.nn import functional

G = torch.Generator().manual_seed(2)
SIZES = {'1e3': (25, 40), '1e5': (250, 400), '4e6': (2000, 2000)}


def signed(shape):
    return torch.randn(*shape, generator=G)


def integers(shape, most=1000):
    return torch.randint(0, most, shape, generator=G)


def mask(shape):
    return torch.rand(*shape, generator=G) > 0.5


def images(shape):
    return torch.randn(shape[0] // 5, 20, max(1, shape[1] // 16), 4, generator=G)


def rows_of(shape, some=1):
    return torch.randint(0, shape[0], (shape[0] // some,), generator=G)


def indices(shape):
    return torch.randint(0, shape[1], shape, generator=G)


def order(n):
    return torch.randperm(n, generator=G)


def one(make, call):
    return lambda shape: (make(shape),), call


def of(call, *makers):
    return lambda shape: tuple(make(shape) for make in makers), call


def cast(source, target):
    return one(lambda shape: (signed(shape) * 10).to(source), lambda a: a.to(target))


def gradient(call, *makers):
    """The gradient of the sum of squares for the first operand."""
    return lambda shape: (makers[0](shape).requires_grad_(), *(make(shape) for make in makers[1:])), lambda a, *rest: torch.autograd.grad(call(a, *rest).square().sum(), a)[0]


def assign(key):
    def write(a, *rest):
        a[key(a)] = rest[0] if rest else 1.
        return a
    return write


def write_at(a, rows, columns, values):
    a[rows, columns] = values
    return a


def put_mask(a, m, values):
    a[m] = values
    return a


# name: (what makes the operands from a shape, the call)
KINDS = {
    # copies and views made dense
    'clone_double': one(lambda shape: signed(shape).double(), torch.clone), 'clone_half': one(lambda shape: signed(shape).half(), torch.clone), 'clone_mask': one(mask, torch.clone),
    'copy_in_place': of(lambda a, b: a.copy_(b), signed, signed), 'copy_double_in_place': of(lambda a, b: a.copy_(b), signed, lambda shape: signed(shape).double()),
    'contiguous_transposed': one(signed, lambda a: a.t().contiguous()), 'contiguous_transposed_double': one(lambda shape: signed(shape).double(), lambda a: a.t().contiguous()),
    'contiguous_transposed_half': one(lambda shape: signed(shape).half(), lambda a: a.t().contiguous()), 'contiguous_transposed_bytes': one(lambda shape: integers(shape, 200).byte(), lambda a: a.t().contiguous()),
    'channels_last': one(images, lambda a: a.permute(0, 2, 3, 1).contiguous()), 'channels_first': one(lambda shape: images(shape).permute(0, 2, 3, 1).contiguous(), lambda a: a.permute(0, 3, 1, 2).contiguous()),
    'heads': one(lambda shape: signed((shape[0] // 5, 5, 4, shape[1] // 4)), lambda a: a.transpose(1, 2).reshape(a.shape[0], 4, -1)),
    'every_other_row': one(signed, lambda a: a[::2].clone()), 'every_other_column': one(signed, lambda a: a[:, ::2].clone()), 'every_third_column_double': one(lambda shape: signed(shape).double(), lambda a: a[:, 1::3].contiguous()),
    'inner_slice': one(signed, lambda a: a[1:-1, 1:-1].clone()), 'write_slice': of(assign(lambda a: (slice(1, -1), slice(1, -1))), signed), 'write_columns': of(assign(lambda a: (slice(None), slice(None, None, 2))), signed),
    'write_columns_of': of(lambda a, b: a[:, ::2].copy_(b[:, 1::2]), signed, signed), 'expand_clone': one(lambda shape: signed((shape[0], 1)), lambda a: a.expand(-1, a.shape[0]).clone()),
    'reshape_transposed': one(signed, lambda a: a.t().reshape(-1)), 'flip_both': one(signed, lambda a: a.flip(0, 1)), 'flip_images': one(images, lambda a: a.flip(3)), 'roll_both': one(signed, lambda a: a.roll((3, 5), (0, 1))),
    'pad_value': one(images, lambda a: functional.pad(a, (2, 2, 2, 2), value=1.)), 'pad_reflect': one(images, lambda a: functional.pad(a, (1, 1, 1, 1), mode='reflect')), 'pad_circular': one(images, lambda a: functional.pad(a, (1, 1, 1, 1), mode='circular')),
    'pad_gradient': gradient(lambda a: functional.pad(a, (1, 1, 1, 1)), signed), 'full_like': one(signed, lambda a: torch.full_like(a, 2.)), 'zero_in_place': one(signed, lambda a: a.zero_()), 'eye': one(lambda shape: shape[0], torch.eye),
    'linspace': one(lambda shape: shape[0] * shape[1], lambda n: torch.linspace(0, 1, n)), 'arange_float': one(lambda shape: shape[0] * shape[1], lambda n: torch.arange(0., n)), 'diag': one(lambda shape: signed(shape[:1]), torch.diag),
    # joining
    'cat_views': of(lambda a, b: torch.cat((a[:, 1:], b[:, :-1]), 1), signed, signed), 'cat_transposed': of(lambda a, b: torch.cat((a.t(), b.t())), signed, signed), 'stack_last': of(lambda a, b: torch.stack((a, b), -1), signed, signed),
    'stack_rows': one(signed, lambda a: torch.stack([row for row in a])), 'cat_many': one(signed, lambda a: torch.cat([row[:-1] for row in a])), 'cat_types': of(lambda a, b: torch.cat((a, b)), signed, lambda shape: signed(shape).double()),
    'cat_gradient': gradient(lambda a, b: torch.cat((a, b), 1), signed, signed), 'repeat_interleave': one(signed, lambda a: a.repeat_interleave(3, 0)), 'repeat_interleave_columns': one(signed, lambda a: a.repeat_interleave(2, 1)),
    'repeat_counts': of(lambda a, n: a.repeat_interleave(n, 0), signed, lambda shape: torch.randint(0, 4, shape[:1], generator=G)), 'tile': one(signed, lambda a: a.tile(2, 2)), 'hstack': of(lambda a, b: torch.hstack((a, b)), signed, signed),
    'meshgrid': one(lambda shape: (signed(shape[:1]), signed(shape[1:])), lambda p: torch.stack(torch.meshgrid(*p, indexing='ij'))), 'cartesian_prod': one(lambda shape: (signed(shape[:1]), signed(shape[1:])), lambda p: torch.cartesian_prod(*p)),
    'tril_batched': one(lambda shape: signed((shape[0] // 5, shape[1] // 8, 40)), torch.tril), 'triu_diagonal': one(signed, lambda a: a.triu(1)), 'tril_in_place': one(signed, lambda a: a.tril_()), 'tril_mask': one(lambda shape: shape, lambda shape: torch.ones(shape, dtype=torch.bool).tril()),
    # indexing
    'rows_columns': of(lambda a, i, j: a[i, j], signed, rows_of, lambda shape: torch.randint(0, shape[1], shape[:1], generator=G)),
    'grid': of(lambda a, i, j: a[i[:, None], j], signed, rows_of, lambda shape: order(shape[1])), 'columns_at': of(lambda a, j: a[:, j], signed, lambda shape: order(shape[1])), 'rows_double': of(lambda a, i: a[i], lambda shape: signed(shape).double(), rows_of),
    'rows_half': of(lambda a, i: a[i], lambda shape: signed(shape).half(), rows_of), 'take': of(lambda a, i: a.take(i), signed, lambda shape: integers(shape, shape[0] * shape[1])), 'take_along_dim': of(lambda a, i: a.take_along_dim(i, 1), signed, lambda shape: indices(shape)),
    'gather_double': of(lambda a, i: a.gather(1, i), lambda shape: signed(shape).double(), indices), 'gather_integer': of(lambda a, i: a.gather(1, i), integers, indices), 'gather_half': of(lambda a, i: a.gather(1, i), lambda shape: signed(shape).half(), indices),
    'gather_one': of(lambda a, i: a.gather(1, i), signed, lambda shape: torch.randint(0, shape[1], (shape[0], 1), generator=G)), 'mask_rows': of(lambda a, m: a[m], signed, lambda shape: mask(shape[:1])), 'mask_compare': one(signed, lambda a: a[a > 0.5]),
    'mask_sparse': one(signed, lambda a: a[a > 3]), 'mask_integer': of(lambda a, m: a[m], integers, mask), 'mask_double': of(lambda a, m: a[m], lambda shape: signed(shape).double(), mask), 'write_rows': of(lambda a, i: a.index_fill(0, i, 2.), signed, rows_of),
    'write_at': of(write_at, signed, lambda shape: order(shape[0]), lambda shape: torch.randint(0, shape[1], shape[:1], generator=G), lambda shape: signed(shape[:1])),
    'write_mask_values': of(put_mask, signed, lambda shape: torch.arange(shape[0] * shape[1]).reshape(shape) % 3 == 0, lambda shape: signed(((shape[0] * shape[1] + 2) // 3,))), 'masked_scatter': of(lambda a, m, b: a.masked_scatter(m, b), signed, mask, signed),
    'masked_fill_row': of(lambda a, m: a.masked_fill(m, -1e9), signed, lambda shape: mask(shape[1:])), 'where_row': of(lambda m, a, b: torch.where(m, a, b), mask, signed, lambda shape: signed(shape[1:])), 'nonzero_tuple': one(mask, lambda m: m.nonzero(as_tuple=True)[1]),
    'nonzero_sparse': one(signed, lambda a: (a > 2.5).nonzero()), 'nonzero_float': one(lambda shape: signed(shape).relu(), torch.nonzero), 'argwhere': one(mask, torch.argwhere), 'where_indices': one(mask, lambda m: torch.where(m)[0]),
    'select_gradient': gradient(lambda a, i: a[i], signed, rows_of), 'mask_gradient': gradient(lambda a, m: a[m], signed, mask), 'rows_columns_gradient': gradient(lambda a, i, j: a[i, j], signed, rows_of, lambda shape: torch.randint(0, shape[1], shape[:1], generator=G)),
    # scattering
    'scatter_scalar': of(lambda a, i: a.scatter(1, i, 1.), signed, indices), 'scatter_one_hot': of(lambda a, i: torch.zeros_like(a).scatter_(1, i, 1.), signed, lambda shape: torch.randint(0, shape[1], (shape[0], 1), generator=G)),
    'scatter': of(lambda a, i: a.scatter(1, i, a), signed, indices), 'scatter_rows': of(lambda a, i: a.scatter(0, i, a), signed, lambda shape: torch.randint(0, shape[0], shape, generator=G)), 'scatter_add_rows': of(lambda a, i: torch.zeros_like(a).scatter_add_(0, i, a), signed, lambda shape: torch.randint(0, shape[0], shape, generator=G)),
    'scatter_add_out': of(lambda a, i: a.scatter_add(1, i, a), signed, indices), 'scatter_add_flat': of(lambda a, i: torch.zeros(1000).scatter_add_(0, i, a), lambda shape: signed(shape).flatten(), lambda shape: integers(shape).flatten()),
    'scatter_reduce_sum': of(lambda a, i: torch.zeros_like(a).scatter_reduce_(1, i, a, 'sum'), signed, indices), 'scatter_reduce_amax': of(lambda a, i: torch.zeros_like(a).scatter_reduce_(1, i, a, 'amax'), signed, indices), 'scatter_reduce_mean': of(lambda a, i: a.scatter_reduce(1, i, a, 'mean'), signed, indices),
    'scatter_gradient': gradient(lambda a, i: (a * 2).scatter(1, i, a), signed, indices), 'scatter_add_gradient': gradient(lambda a, i: torch.zeros_like(a).scatter_add(1, i, a), signed, indices), 'index_copy': of(lambda a, i: a.index_copy(0, i, a), signed, lambda shape: order(shape[0])),
    'index_copy_columns': of(lambda a, i: a.index_copy(1, i, a), signed, lambda shape: order(shape[1])), 'index_add_out': of(lambda a, i: a.index_add(0, i, a), signed, rows_of), 'index_add_columns': of(lambda a, i: a.index_add(1, i, a), signed, lambda shape: torch.randint(0, shape[1], shape[1:], generator=G)),
    'index_put_accumulate': of(lambda a, i, j: a.index_put((i, j), torch.ones(()), accumulate=True), signed, lambda shape: torch.randint(0, shape[0], (shape[0] * shape[1] // 10,), generator=G), lambda shape: torch.randint(0, shape[1], (shape[0] * shape[1] // 10,), generator=G)),
    'index_put_rows_accumulate': of(lambda a, i: torch.zeros_like(a).index_put_((i,), a, accumulate=True), signed, rows_of), 'put': of(lambda a, i: a.put(i, a), signed, lambda shape: order(shape[0] * shape[1]).reshape(shape)),
    # sorting and searching
    'sort_descending': one(signed, lambda a: a.sort(1, descending=True)[0]), 'sort_double': one(lambda shape: signed(shape).double(), lambda a: a.sort(1)[0]), 'sort_ints_descending': one(lambda shape: integers(shape).int(), lambda a: a.sort(1, descending=True)[0]),
    'sort_mask': one(mask, lambda a: a.sort(1)[0]), 'sort_half': one(lambda shape: signed(shape).half(), lambda a: a.sort(1)[0]), 'sort_bytes': one(lambda shape: integers(shape, 200).byte(), lambda a: a.flatten().sort()[0]), 'sort_double_all': one(lambda shape: signed(shape).double().flatten(), lambda a: a.sort()[0]),
    'argsort_all': one(lambda shape: signed(shape).flatten(), torch.argsort), 'argsort_stable': one(integers, lambda a: a.argsort(dim=1, stable=True)), 'argsort_columns': one(signed, lambda a: a.argsort(0)), 'msort': one(signed, torch.msort), 'sort_pairs': one(lambda shape: signed((shape[0] * shape[1] // 2, 2)), lambda a: a.sort(1)[0]),
    'topk_one': one(signed, lambda a: a.topk(1, 1)[1]), 'topk_five': one(signed, lambda a: a.topk(5, 1)[1]), 'topk_smallest': one(signed, lambda a: a.topk(10, 1, largest=False)[0]), 'topk_all': one(lambda shape: signed(shape).flatten(), lambda a: a.topk(100)[0]), 'topk_columns': one(signed, lambda a: a.topk(3, 0)[0]),
    'topk_gradient': gradient(lambda a: a.topk(10, 1)[0], signed), 'sort_gradient': gradient(lambda a: a.sort(1)[0], signed), 'kthvalue_middle': one(signed, lambda a: a.kthvalue(a.shape[1] // 2, 1)[0]), 'median_columns': one(signed, lambda a: a.median(0)[0]),
    'quantile': one(lambda shape: signed(shape), lambda a: a.quantile(torch.tensor([0.25, 0.5, 0.75]), 1)), 'quantile_columns': one(signed, lambda a: a.quantile(0.9, 0)), 'mode': one(lambda shape: integers(shape, 10), lambda a: a.mode(1)[0]),
    'unique_inverse': one(integers, lambda a: torch.unique(a, return_inverse=True)[1]), 'unique_counts': one(integers, lambda a: torch.unique(a, return_counts=True)[1]), 'unique_float': one(lambda shape: integers(shape).float(), torch.unique), 'unique_rows': one(lambda shape: integers((shape[0] * shape[1] // 100, 2), 5), lambda a: torch.unique(a, dim=0)),
    'unique_consecutive': one(lambda shape: integers(shape, 10).flatten(), torch.unique_consecutive), 'bincount_weights': of(torch.bincount, lambda shape: integers(shape).flatten(), lambda shape: signed(shape).flatten()), 'isin': of(torch.isin, integers, lambda shape: integers((100,))), 'isin_small': of(torch.isin, integers, lambda shape: integers((3,))),
    'searchsorted_integer': of(torch.searchsorted, lambda shape: integers((1000,)).sort()[0], integers), 'searchsorted_right': of(lambda s, a: torch.searchsorted(s, a, right=True), lambda shape: signed((100,)).sort()[0], signed), 'bucketize_double': one(lambda shape: signed(shape).double(), lambda a: torch.bucketize(a, torch.linspace(-2, 2, 21, dtype=torch.double))),
    'histogram': one(signed, lambda a: torch.histogram(a, 50)[0]), 'cummin': one(signed, lambda a: a.cummin(1)[0]), 'cummax_columns': one(signed, lambda a: a.cummax(0)[1]), 'cumsum_integer': one(integers, lambda a: a.cumsum(1)), 'cumsum_mask': one(mask, lambda a: a.cumsum(1)), 'cumsum_double': one(lambda shape: signed(shape).double(), lambda a: a.cumsum(1)),
    'cumsum_all': one(lambda shape: signed(shape).flatten(), lambda a: a.cumsum(0)), 'cumprod_columns': one(lambda shape: signed(shape) * 0.01 + 1, lambda a: a.cumprod(0)), 'diff_columns': one(signed, lambda a: a.diff(dim=0)), 'equal': of(lambda a, b: torch.tensor(torch.equal(a, b)), lambda shape: torch.ones(shape), lambda shape: torch.ones(shape)),
    'one_hot_float': one(lambda shape: torch.randint(0, 10, (shape[0] * shape[1] // 10,), generator=G), lambda i: functional.one_hot(i, 10).float()), 'one_hot_ten': one(lambda shape: torch.randint(0, 10, (shape[0] * shape[1] // 10,), generator=G), lambda i: functional.one_hot(i, 10)),
    'embedding_bag': of(lambda w, i: functional.embedding_bag(i, w), lambda shape: signed((1000, 64)), lambda shape: torch.randint(0, 1000, (shape[0] * shape[1] // 640 + 1, 10), generator=G)), 'randperm': one(lambda shape: shape[0] * shape[1], lambda n: torch.randperm(n).double()),
    'rows_shuffled': one(signed, lambda a: a[torch.randperm(a.shape[0])].sum(0)), 'unfold_windows': one(lambda shape: signed(shape).flatten(), lambda a: a.unfold(0, 16, 8).sum(1)), 'unfold_gradient': gradient(lambda a: a.unfold(1, 8, 4), signed),
    'tolist': one(lambda shape: signed(shape).flatten()[:100000], lambda a: torch.tensor(float(len(a.tolist())))), 'tensor_of_list': one(lambda shape: signed(shape).flatten()[:100000].tolist(), torch.tensor), 'tensor_of_lists': one(lambda shape: signed(shape)[:250, :400].tolist(), torch.tensor), 'tensor_of_ints': one(lambda shape: integers(shape).flatten()[:100000].tolist(), torch.tensor),
    # types
    'to_half': cast(torch.float, torch.half), 'half_to_float': cast(torch.half, torch.float), 'to_bfloat16': cast(torch.float, torch.bfloat16), 'bfloat16_to_float': cast(torch.bfloat16, torch.float), 'double_to_float': cast(torch.double, torch.float), 'to_bool': cast(torch.float, torch.bool), 'bool_to_float': cast(torch.bool, torch.float),
    'bool_to_long': cast(torch.bool, torch.long), 'long_to_float': cast(torch.long, torch.float), 'long_to_int': cast(torch.long, torch.int), 'int_to_long': cast(torch.int, torch.long), 'to_int': cast(torch.float, torch.int), 'to_byte': one(lambda shape: signed(shape).abs() * 50, lambda a: a.to(torch.uint8)), 'byte_to_float': one(lambda shape: integers(shape, 256).byte(), lambda a: a.float()),
    'byte_to_long': one(lambda shape: integers(shape, 256).byte(), lambda a: a.long()), 'long_to_bool': one(lambda shape: integers(shape, 2), lambda a: a.bool()), 'double_to_long': cast(torch.double, torch.long), 'long_to_double': cast(torch.long, torch.double), 'to_short': cast(torch.float, torch.short), 'double_to_half': cast(torch.double, torch.half), 'half_to_bfloat16': cast(torch.half, torch.bfloat16),
    'byte_image': one(lambda shape: integers(shape, 256).byte(), lambda a: a.float() / 255), 'transposed_to_double': one(signed, lambda a: a.t().double()), 'transposed_to_dense_double': one(signed, lambda a: a.t().contiguous().double()), 'columns_to_double': one(signed, lambda a: a[:, ::2].double()),
    # ties, runs, bags, samples
    'topk_many': one(lambda shape: signed(shape).flatten(), lambda a: a.topk(a.numel() // 10)[0]), 'kthvalue_all': one(lambda shape: signed(shape).flatten(), lambda a: a.kthvalue(a.numel() // 2)[0]), 'mode_float': one(lambda shape: integers(shape, 10).float(), lambda a: a.mode(1)[0]),
    'runs_counted': one(lambda shape: integers(shape, 10).flatten().sort()[0], lambda a: torch.unique_consecutive(a, return_counts=True)[1]), 'searchsorted_small': of(torch.searchsorted, lambda shape: signed(shape).flatten().sort()[0], lambda shape: signed((10,))),
    'isin_eight': of(torch.isin, integers, lambda shape: integers((8,))), 'sum_expanded': one(lambda shape: torch.tensor(2.).expand(shape[0] // 5, 5, shape[1]), lambda a: a.sum(1)), 'repeat_gradient': gradient(lambda a: a.repeat_interleave(2, 0), signed),
    'bags_summed': of(lambda w, i: functional.embedding_bag(i, w, mode='sum'), lambda shape: signed((1000, 64)), lambda shape: integers((shape[0] * shape[1] // 640 + 1, 10))), 'bags_max': of(lambda w, i: functional.embedding_bag(i, w, mode='max'), lambda shape: signed((1000, 64)), lambda shape: integers((shape[0] * shape[1] // 640 + 1, 10))),
    'bags_gradient': gradient(lambda w, i: functional.embedding_bag(i, w), lambda shape: signed((1000, 64)), lambda shape: integers((shape[0] * shape[1] // 640 + 1, 10))), 'log_softmax_100': one(lambda shape: signed((shape[0] * shape[1] // 100, 100)), lambda a: a.log_softmax(1)),
    'cross_entropy_100': of(functional.cross_entropy, lambda shape: signed((shape[0] * shape[1] // 100, 100)), lambda shape: integers((shape[0] * shape[1] // 100,), 100)), 'multilabel_margin': of(functional.multilabel_margin_loss, lambda shape: signed((shape[0] * shape[1] // 50, 50)), lambda shape: integers((shape[0] * shape[1] // 50, 50), 20)),
    'multinomial': one(lambda shape: signed(shape).abs(), lambda a: a.multinomial(5).double()), 'multinomial_again': one(lambda shape: signed(shape).abs(), lambda a: a.multinomial(100, True).double()), 'poisson': one(lambda shape: signed(shape).abs() * 5, torch.poisson), 'geometric': one(signed, lambda a: torch.empty_like(a).geometric_(0.3)),
    # short rows, ties, the other way round
    'sort_threes': one(lambda shape: signed((shape[0] * shape[1] // 3, 3)), lambda a: a.sort(1)[0]), 'sort_tens': one(lambda shape: integers((shape[0] * shape[1] // 10, 10)), lambda a: a.sort(1)[1].double()), 'sort_all_integer': one(lambda shape: integers(shape).flatten(), lambda a: a.sort()[0]),
    'gather_pairs': of(lambda a, i: a.gather(1, i), lambda shape: signed((shape[0] * shape[1] // 2, 2)), lambda shape: integers((shape[0] * shape[1] // 2, 2), 2)), 'gather_tens': of(lambda a, i: a.gather(1, i), lambda shape: signed((shape[0] * shape[1] // 10, 10)), lambda shape: integers((shape[0] * shape[1] // 10, 10), 10)),
    'scatter_add_pairs': of(lambda a, i: torch.zeros_like(a).scatter_add_(1, i, a), lambda shape: signed((shape[0] * shape[1] // 2, 2)), lambda shape: integers((shape[0] * shape[1] // 2, 2), 2)), 'searchsorted_rows': of(lambda a, v: torch.searchsorted(a, v), lambda shape: signed((shape[0] * shape[1] // 10, 10)).sort(1)[0], lambda shape: signed((shape[0] * shape[1] // 10, 1))),
    'topk_ties': one(lambda shape: integers(shape).flatten(), lambda a: a.topk(10)[0]), 'transposed_into_double': of(lambda a, b: a.copy_(b.t()), lambda shape: signed(shape[::-1]).double(), signed), 'triu_indices': one(lambda shape: shape[0], lambda n: torch.triu_indices(n, n)),
    'complex_of_components': of(lambda a, b: torch.view_as_real(torch.complex(a, b)), signed, signed), 'points_apart': one(lambda shape: signed((int((shape[0] * shape[1]) ** 0.5), 2)), lambda a: torch.cdist(a, a, p=1.)), 'pdist': one(lambda shape: signed((int((shape[0] * shape[1] // 25) ** 0.5), 50)), torch.pdist),
}


def row(kind, shape):
    def make():
        operands, call = KINDS[kind]
        operands = operands(shape)
        return lambda: call(*operands)
    return make


ROWS = {f'{kind}_{size}': row(kind, shape) for kind in KINDS for size, shape in SIZES.items()}
