"""Products of matrices: square, batched, skinny."""
import torch

G = torch.Generator().manual_seed(1)


def product(first, second, dtype=torch.float32, transposed=(False, False)):
    """first @ second, of these shapes; a transposed operand is laid out the other way round."""
    def row():
        a, b = (torch.randn(*(shape[:-2] + (shape[-1], shape[-2]) if swap and len(shape) > 1 else shape), generator=G, dtype=dtype)
                for shape, swap in zip((first, second), transposed))
        a, b = (x.transpose(-1, -2) if swap else x for x, swap in zip((a, b), transposed))
        return lambda: a @ b
    return row


def linear(batch, inputs, outputs):
    def row():
        x, w, b = torch.randn(batch, inputs, generator=G), torch.randn(outputs, inputs, generator=G), torch.randn(outputs, generator=G)
        return lambda: torch.nn.functional.linear(x, w, b)
    return row


def call(name, *shapes, transposed=None, dtype=torch.float32):
    """torch.NAME of tensors of these shapes, the one at `transposed` laid out the other way round."""
    def row():
        tensors = [torch.randn(*shape, generator=G).to(dtype) for shape in shapes]
        if transposed is not None:
            tensors[transposed] = tensors[transposed].transpose(-1, -2).contiguous().transpose(-1, -2)
        function = getattr(torch, name)
        return lambda: function(*tensors)
    return row


def gradients(first, second):
    def row():
        a, b = torch.randn(*first, generator=G, requires_grad=True), torch.randn(*second, generator=G, requires_grad=True)
        g = torch.ones_like(a @ b)
        return lambda: torch.autograd.grad(a @ b, (a, b), g)[1]
    return row


def einsum(pattern, *shapes):
    def row():
        tensors = [torch.randn(*shape, generator=G) for shape in shapes]
        return lambda: torch.einsum(pattern, *tensors)
    return row


ROWS = {f'square_{n}': product((n, n), (n, n)) for n in (64, 100, 128, 256, 500, 1000, 2000, 4000)}
ROWS |= {f'square_{n}_double': product((n, n), (n, n), torch.float64) for n in (64, 256, 1000)}
ROWS |= {
    'square_500_transposed_left': product((500, 500), (500, 500), transposed=(True, False)),
    'square_500_transposed_right': product((500, 500), (500, 500), transposed=(False, True)),
    'batched_64x32x32': product((64, 32, 32), (64, 32, 32)), 'batched_32x64x64': product((32, 64, 64), (32, 64, 64)),
    'batched_8x256x256': product((8, 256, 256), (8, 256, 256)), 'attention_scores': product((32, 128, 64), (32, 64, 128), transposed=(False, True)),
    'matrix_vector_100': product((100, 100), (100,)), 'matrix_vector_4000': product((4000, 4000), (4000,)), 'vector_matrix_4000': product((4000,), (4000, 4000)),
    'dot_100000': product((100000,), (100000,)), 'outer_like_2000x8x2000': product((2000, 8), (8, 2000)), 'inner_like_8x4000x8': product((8, 4000), (4000, 8)),
    'tall_4000x64x64': product((4000, 64), (64, 64)), 'wide_64x64x4000': product((64, 64), (64, 4000)), 'row_1x1000x1000': product((1, 1000), (1000, 1000)),
    'linear_64x784x256': linear(64, 784, 256), 'linear_1x512x512': linear(1, 512, 512), 'linear_256x512x512': linear(256, 512, 512),
    'einsum_bij_bjk': einsum('bij,bjk->bik', (16, 64, 64), (16, 64, 64)), 'einsum_heads': einsum('bqhd,bkhd->bhqk', (4, 64, 8, 32), (4, 64, 8, 32)),
}
ROWS |= {
    'addmm_64x256x128': call('addmm', (128,), (64, 256), (256, 128)), 'addmm_rows': call('addmm', (64, 128), (64, 256), (256, 128)),
    'baddbmm_16x32x64x32': call('baddbmm', (16, 32, 32), (16, 32, 64), (16, 64, 32)), 'bmm_1000x4x4': call('bmm', (1000, 4, 4), (1000, 4, 4)),
    'bmm_256x16x16': call('bmm', (256, 16, 16), (256, 16, 16)), 'bmm_1000x3x3_by_vectors': call('bmm', (1000, 3, 3), (1000, 3, 1)),
    'bmm_scores_of_one': call('bmm', (64, 1, 64), (64, 64, 100)), 'bmm_transposed': call('bmm', (32, 64, 64), (32, 64, 64), transposed=1),
    'mv_1000x10': call('mv', (1000, 10), (10,)), 'mv_10x10000': call('mv', (10, 10000), (10000,)), 'mv_transposed_1000': call('mv', (1000, 1000), (1000,), transposed=0),
    'outer_1000x1000': call('outer', (1000,), (1000,)), 'dot_100': call('dot', (100,), (100,)), 'dot_4000000': call('dot', (4000000,), (4000000,)),
    'columns_10000x10x10': product((10000, 10), (10, 10)), 'features_1000x20x1': product((1000, 20), (20, 1)), 'gram_20x1000x20': product((20, 1000), (1000, 20), transposed=(True, False)),
    'gram_500x2000x500': product((500, 2000), (2000, 500), transposed=(True, False)), 'both_transposed_256': product((256, 256), (256, 256), transposed=(True, True)),
    'by_transposed_64x784x10': product((64, 784), (784, 10), transposed=(False, True)), 'batch_by_one': product((32, 50, 64), (64, 64)), 'one_by_batch': product((64, 64), (32, 64, 50)),
    'broadcast_batches': product((8, 1, 32, 32), (1, 8, 32, 32)), 'product_gradient_256': gradients((256, 256), (256, 256)), 'product_gradient_batched': gradients((16, 64, 64), (16, 64, 64)),
    'product_gradient_batch_by_one': gradients((32, 50, 64), (64, 64)), 'square_256_bfloat16': product((256, 256), (256, 256), torch.bfloat16),
    'square_256_half': product((256, 256), (256, 256), torch.float16), 'linear_64x784x256_bfloat16': call('matmul', (64, 784), (784, 256), transposed=1, dtype=torch.bfloat16),
    'einsum_outer': einsum('i,j->ij', (1000,), (1000,)), 'einsum_values': einsum('bhqk,bkhd->bqhd', (4, 8, 64, 64), (4, 64, 8, 32)), 'einsum_bilinear': einsum('bi,oij,bj->bo', (64, 32), (16, 32, 32), (64, 32)),
    'einsum_diagonal': einsum('bij,bij->b', (64, 50, 50), (64, 50, 50)), 'einsum_transposed': einsum('ij,kj->ik', (200, 300), (250, 300)),
}
ROWS |= {f'bmm_1000_of_{n}': call('bmm', (1000, n, n), (1000, n, n)) for n in (2, 3, 6, 8, 10, 16)}
ROWS |= {
    'bmm_1000x4x4_transposed': call('bmm', (1000, 4, 4), (1000, 4, 4), transposed=1), 'bmm_500x8x3x5': call('bmm', (500, 8, 3), (500, 3, 5)), 'bmm_row_by_columns': call('bmm', (256, 1, 16), (256, 16, 16)),
    'bmm_1000x4x4_double': call('bmm', (1000, 4, 4), (1000, 4, 4), dtype=torch.float64), 'bmm_32x50x50_bfloat16': call('bmm', (32, 50, 50), (32, 50, 50), dtype=torch.bfloat16),
    'mm_1000x2x1000': product((1000, 2), (2, 1000)), 'mm_3x1000x1000': product((3, 1000), (1000, 1000)), 'mm_1000x1000x3': product((1000, 1000), (1000, 3)), 'mm_1000x3x3': product((1000, 3), (3, 3)),
    'mm_2x3': product((100, 2), (2, 3)), 'matmul_heads': product((4, 8, 64, 32), (4, 8, 32, 64)), 'matmul_heads_transposed': product((4, 8, 64, 32), (4, 8, 32, 64), transposed=(False, True)),
    'matmul_batch_by_vector': product((32, 50, 64), (64,)), 'matmul_4d_by_2d': product((4, 8, 20, 32), (32, 16)), 'linear_1x784x10': linear(1, 784, 10), 'linear_64x64x10': linear(64, 64, 10),
    'linear_1000x2x16': linear(1000, 2, 16), 'linear_1000x16x1': linear(1000, 16, 1), 'linear_3d': call('matmul', (16, 20, 64), (64, 128)), 'linear_1x512x512_bfloat16': call('matmul', (1, 512), (512, 512), transposed=1, dtype=torch.bfloat16),
    'square_64_bfloat16': product((64, 64), (64, 64), torch.bfloat16), 'square_1000_bfloat16': product((1000, 1000), (1000, 1000), torch.bfloat16), 'mv_1000_bfloat16': call('mv', (1000, 1000), (1000,), dtype=torch.bfloat16),
    'row_1x1000x1000_double': product((1, 1000), (1000, 1000), torch.float64), 'dot_1000': call('dot', (1000,), (1000,)), 'gradient_linear_tall': gradients((1000, 20), (20, 1)),
}
SKINNY = {'2x2000x64': (2, 2000, 64), '8x2000x300': (8, 2000, 300), '8x300x300': (8, 300, 300), '2x8x2000': (2, 8, 2000), '2000x8x300': (2000, 8, 300), '2000x1x8': (2000, 1, 8), '2x2000x2': (2, 2000, 2), '300x300x2': (300, 300, 2)}
ROWS |= {f'skinny_{name}': product((m, k), (k, n)) for name, (m, k, n) in SKINNY.items()}
ROWS |= {f'skinny_{name}_transposed': product((m, k), (k, n), transposed=(False, True)) for name, (m, k, n) in {'5x2000x2': (5, 2000, 2), '2000x300x2': (2000, 300, 2), '5x512x512': (5, 512, 512)}.items()}
ROWS |= {
    'skinny_17x2000x300_double': product((17, 2000), (2000, 300), torch.float64), 'skinny_gram_2000x2x8': product((2, 2000), (2000, 8), transposed=(True, False)), 'bmm_100x2x64x300': call('bmm', (100, 2, 64), (100, 64, 300)),
    'bmm_10x300x2x300': call('bmm', (10, 300, 2), (10, 2, 300)), 'bmm_10x2x300x2': call('bmm', (10, 2, 300), (10, 300, 2)), 'kron_30_40': call('kron', (30, 30), (40, 40)), 'det_1000_of_3': call('det', (1000, 3, 3)), 'inverse_1000_of_3': call('inverse', (1000, 3, 3)),
    'slogdet_1000_of_3': lambda: (lambda a: lambda: torch.linalg.slogdet(a)[1])(torch.randn(1000, 3, 3, generator=G)), 'solve_1000_of_3': lambda: (lambda a, b: lambda: torch.linalg.solve(a, b))(torch.randn(1000, 3, 3, generator=G) + 4 * torch.eye(3), torch.randn(1000, 3, 1, generator=G)),
    'cholesky_1000_of_3': lambda: (lambda a: lambda: torch.linalg.cholesky(a @ a.mT + torch.eye(3)))(torch.randn(1000, 3, 3, generator=G)),
}
