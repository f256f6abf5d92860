"""torch.nn.functional.multi_head_attention_forward: projections, heads, masks, unbatched sequences."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
E, H, L, S, N = 4, 2, 3, 5, 2
weight, bias = torch.randn(3 * E, E) * 0.5, torch.randn(3 * E) * 0.1
out_weight, out_bias = torch.randn(E, E) * 0.5, torch.zeros(E)
query, memory = torch.randn(L, N, E), torch.randn(S, N, E)


def attend(q, k, v, heads=H, w=weight, b=bias, bias_k=None, bias_v=None, zero=False, width=E, **keywords):
    return F.multi_head_attention_forward(q, k, v, width, heads, w, b, bias_k, bias_v, zero, 0.0, out_weight, out_bias, **keywords)


def attempt(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, error)


causal = torch.ones(L, L, dtype=torch.bool).triu(1)
attempt('self', lambda: attend(query, query, query))
attempt('memory', lambda: attend(query, memory, memory))
attempt('separate weights', lambda: attend(query, query, query, average_attn_weights=False)[1])
attempt('without weights', lambda: attend(query, query, query, need_weights=False))
attempt('causal', lambda: attend(query, query, query, attn_mask=causal))
attempt('hint', lambda: attend(query, query, query, attn_mask=causal, is_causal=True, need_weights=False)[0].allclose(
    attend(query, query, query, attn_mask=causal)[0], atol=1e-6))
attempt('numbers', lambda: attend(query, query, query, attn_mask=torch.zeros(L, L).masked_fill(causal, -1e9))[1])
attempt('one for each head', lambda: attend(query, query, query, attn_mask=causal.expand(N * H, L, L))[1].sum(-1))
padding = torch.tensor([[False, False, True], [False, True, True]])
attempt('padding', lambda: attend(query, query, query, key_padding_mask=padding)[1])
attempt('both', lambda: attend(query, query, query, key_padding_mask=padding, attn_mask=causal)[1])
attempt('both without weights', lambda: attend(query, query, query, key_padding_mask=padding, attn_mask=causal, need_weights=False)[0])
attempt('one sequence', lambda: attend(query[:, 0], query[:, 0], query[:, 0]))
attempt('one sequence padded', lambda: attend(query[:, 0], memory[:, 0], memory[:, 0], key_padding_mask=torch.arange(S) > 2)[1])
attempt('more keys', lambda: attend(query, query, query, bias_k=torch.ones(1, 1, E), bias_v=torch.ones(1, 1, E), zero=True, key_padding_mask=padding)[1].shape)
attempt('own projections', lambda: attend(query, memory, memory, w=None, use_separate_proj_weight=True, q_proj_weight=weight[:E], k_proj_weight=weight[E:2 * E],
                                          v_proj_weight=weight[2 * E:])[0].allclose(attend(query, memory, memory)[0], atol=1e-6))
x = query.clone().requires_grad_()
out, seen = attend(x, x, x)
print(out.grad_fn.name(), seen.grad_fn.name())
out.sum().backward()
print(x.grad)
attempt('width', lambda: attend(query, query, query, width=5))
attempt('heads', lambda: attend(query, query, query, heads=3))
attempt('key', lambda: attend(query, memory, query))
attempt('mask', lambda: attend(query, memory, memory, attn_mask=causal))
attempt('mask', lambda: attend(query, query, query, attn_mask=causal.expand(2, L, L)))
attempt('mask', lambda: attend(query, query, query, attn_mask=causal.int()))
attempt('mask', lambda: attend(query, query, query, attn_mask=causal[0]))
attempt('padding', lambda: attend(query, query, query, key_padding_mask=padding[:, :2]))
attempt('padding', lambda: attend(query, query, query, key_padding_mask=padding[0]))
attempt('dimensions', lambda: attend(query[0, 0], query, query))
attempt('dimensions', lambda: attend(query, query[0], query))
attempt('hint', lambda: attend(query, query, query, is_causal=True))
attempt('weights', lambda: attend(query, query, query, w=None))
