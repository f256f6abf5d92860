"""Products of matrices: square, batched, skinny."""
import torch

G = torch.Generator().manual_seed(1)


def product(first, second, dtype=torch.float32, transposed=(False, False)):
    """first @ second, of these shapes; a transposed operand is laid out the other way round."""
    def row():
        a, b = (torch.randn(*(shape[:-2] + (shape[-1], shape[-2]) if turned and len(shape) > 1 else shape), generator=G, dtype=dtype)
                for shape, turned in zip((first, second), transposed))
        a, b = (x.transpose(-1, -2) if turned else x for x, turned in zip((a, b), transposed))
        return lambda: a @ b
    return row


def linear(batch, inputs, outputs):
    def row():
        x, w, b = torch.randn(batch, inputs, generator=G), torch.randn(outputs, inputs, generator=G), torch.randn(outputs, generator=G)
        return lambda: torch.nn.functional.linear(x, w, b)
    return row


def einsum(pattern, *shapes):
    def row():
        tensors = [torch.randn(*shape, generator=G) for shape in shapes]
        return lambda: torch.einsum(pattern, *tensors)
    return row


ROWS = {f'square_{n}': product((n, n), (n, n)) for n in (64, 100, 128, 256, 500, 1000, 2000, 4000)}
ROWS |= {f'square_{n}_double': product((n, n), (n, n), torch.float64) for n in (64, 256, 1000)}
ROWS |= {
    'square_500_turned_left': product((500, 500), (500, 500), transposed=(True, False)),
    'square_500_turned_right': product((500, 500), (500, 500), transposed=(False, True)),
    'batched_64x32x32': product((64, 32, 32), (64, 32, 32)), 'batched_32x64x64': product((32, 64, 64), (32, 64, 64)),
    'batched_8x256x256': product((8, 256, 256), (8, 256, 256)), 'attention_scores': product((32, 128, 64), (32, 64, 128), transposed=(False, True)),
    'matrix_vector_100': product((100, 100), (100,)), 'matrix_vector_4000': product((4000, 4000), (4000,)), 'vector_matrix_4000': product((4000,), (4000, 4000)),
    'dot_100000': product((100000,), (100000,)), 'outer_like_2000x8x2000': product((2000, 8), (8, 2000)), 'inner_like_8x4000x8': product((8, 4000), (4000, 8)),
    'tall_4000x64x64': product((4000, 64), (64, 64)), 'wide_64x64x4000': product((64, 64), (64, 4000)), 'row_1x1000x1000': product((1, 1000), (1000, 1000)),
    'linear_64x784x256': linear(64, 784, 256), 'linear_1x512x512': linear(1, 512, 512), 'linear_256x512x512': linear(256, 512, 512),
    'einsum_bij_bjk': einsum('bij,bjk->bik', (16, 64, 64), (16, 64, 64)), 'einsum_heads': einsum('bqhd,bkhd->bhqk', (4, 64, 8, 32), (4, 64, 8, 32)),
}
