"""torch.nn.attention.sdpa_kernel: which implementation of attention may be taken."""
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel


def attempt(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, error)


torch.manual_seed(0)
q = torch.randn(1, 2, 3, 4, requires_grad=True)


def node(backends, **options):
    with sdpa_kernel(backends):
        return type(F.scaled_dot_product_attention(q, q, q, **options).grad_fn).__name__


for name, backend in SDPBackend.__members__.items():
    attempt(name, lambda: node(backend))
    attempt(name + ' with dropout', lambda: node(backend, dropout_p=0.5))
for backends in [[SDPBackend.MATH, SDPBackend.FLASH_ATTENTION], [SDPBackend.EFFICIENT_ATTENTION], [], 'x', 0, ['x'], (SDPBackend.MATH,)]:
    attempt(backends, lambda: node(backends))
with sdpa_kernel(SDPBackend.MATH):
    one = F.scaled_dot_product_attention(q, q, q)
    print(torch.backends.cuda.math_sdp_enabled(), torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.mem_efficient_sdp_enabled(), torch.backends.cuda.cudnn_sdp_enabled())
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION], set_priority=True):
        two = F.scaled_dot_product_attention(q, q, q)
    print(torch.backends.cuda.math_sdp_enabled(), torch.backends.cuda.flash_sdp_enabled())
print(torch.allclose(one, two, atol=1e-6))


@sdpa_kernel(SDPBackend.FLASH_ATTENTION)
def decorated():
    return type(F.scaled_dot_product_attention(q, q, q).grad_fn).__name__


print(decorated(), decorated())
torch.backends.cuda.enable_flash_sdp(False)
torch.backends.cuda.enable_math_sdp(False)
attempt('none', lambda: F.scaled_dot_product_attention(q, q, q))
torch.backends.cuda.enable_math_sdp(True)
torch.backends.cuda.enable_flash_sdp(True)
print(SDPBackend.MATH, repr(SDPBackend.MATH), SDPBackend.MATH.name, SDPBackend.MATH.value, int(SDPBackend.MATH), SDPBackend.MATH == 0, SDPBackend(2), SDPBackend.MATH == SDPBackend(0), len({SDPBackend.MATH, SDPBackend(0)}))
