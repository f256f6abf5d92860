"""MultiheadAttention, which torch.nn.modules.activation has under its name."""

import torch
from torch.nn import functional as F
from torch.nn import _attention, init
from torch.nn._attention import _additive_mask
from torch.nn.modules._parameters import create
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module


class MultiheadAttention(Module):
    """Attention of num_heads heads, each with projections of its own (Vaswani et al. 2017).

    Sequences are (length, batch, embed_dim), with batch_first (batch, length, embed_dim), or (length, embed_dim) of one sequence. kdim and
    vdim are the widths of keys and values where they differ; add_bias_kv adds one learned key and value, add_zero_attn one of zeros.
    ValueError for sizes below 1, AssertionError where the heads do not divide embed_dim.
    """

    __module__ = 'torch.nn.modules.activation'
    __constants__ = ['batch_first']

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None,
                 batch_first=False, device=None, dtype=None):
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError('embed_dim and num_heads must be greater than 0, got embed_dim=%s and num_heads=%s instead' % (embed_dim, num_heads))
        super().__init__()
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        self._qkv_same_embed_dim = together = self.kdim == embed_dim and self.vdim == embed_dim
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError('embed_dim must be divisible by num_heads')
        widths = {} if together else {'q': embed_dim, 'k': self.kdim, 'v': self.vdim}
        shapes = {name + '_proj_weight': (embed_dim, widths[name]) if widths else None for name in 'qkv'}
        shapes.update(in_proj_weight=(3 * embed_dim, embed_dim) if together else None, in_proj_bias=3 * embed_dim if bias else None)
        create(self, device, dtype, **shapes)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, device=device, dtype=dtype)
        if add_bias_kv:
            create(self, device, dtype, bias_k=(1, 1, embed_dim), bias_v=(1, 1, embed_dim))
        else:
            self.bias_k = self.bias_v = None
        self._reset_parameters()

    def _reset_parameters(self):
        """New random projections; biases of zero."""
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        for bias in (self.in_proj_bias, self.out_proj.bias):
            if bias is not None:
                init.constant_(bias, 0.0)
        for extra in (self.bias_k, self.bias_v):
            if extra is not None:
                init.xavier_normal_(extra)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False):
        """(the output, the attention weights or, without need_weights, None).

        key_padding_mask: True, or -inf, where a key of a batch does not count; attn_mask the same for each pair of query and key, or for
        each head too. average_attn_weights: the mean over the heads. is_causal says that attn_mask is the causal one.
        """
        if self._takes_one_operation(query, key, value, key_padding_mask, attn_mask):
            mask, kind = self.merge_masks(attn_mask, key_padding_mask, query)
            return torch._native_multi_head_attention(
                query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.out_proj.weight,
                self.out_proj.bias, mask, need_weights, average_attn_weights, kind)
        key_padding_mask = _additive_mask(key_padding_mask, 'key_padding_mask', None if attn_mask is None else attn_mask.dtype, query.dtype)
        attn_mask = _additive_mask(attn_mask, 'attn_mask', None, query.dtype, False)
        swap = self.batch_first and query.dim() == 3
        if swap:
            swapped = {id(x): x.transpose(1, 0) for x in (query, key, value)}
            query, key, value = [swapped[id(x)] for x in (query, key, value)]
        own = {} if self._qkv_same_embed_dim else dict(
            use_separate_proj_weight=True, q_proj_weight=self.q_proj_weight, k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight)
        output, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v,
            self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias, self.training, key_padding_mask, need_weights,
            attn_mask, average_attn_weights=average_attn_weights, is_causal=is_causal, **own)
        return output.transpose(1, 0) if swap else output, weights

    def _takes_one_operation(self, query, key, value, key_padding_mask, attn_mask):
        """Whether this is inference of self-attention of batches, whose masks are of bool: what PyTorch has one operation for."""
        if self.training or not (_attention.fast_path and query is key and key is value and query.dim() == 3):
            return False
        if not _attention.is_whole_attention(self) or query.dtype != self.in_proj_bias.dtype or torch.is_autocast_enabled():
            return False
        if self.add_zero_attn or self.bias_k is not None or self.bias_v is not None:
            return False
        if any([mask is not None and mask.dtype != torch.bool for mask in (key_padding_mask, attn_mask)]):
            return False
        tensors = (query, self.in_proj_weight, self.in_proj_bias, self.out_proj.weight, self.out_proj.bias)
        return _attention.is_inference([x for x in tensors if x is not None])

    def merge_masks(self, attn_mask, key_padding_mask, query):
        """(both masks as one of (batch, heads, length, length), what was given: 1 for padding only, 2 with attn_mask, None for nothing)."""
        if key_padding_mask is None and attn_mask is None:
            return None, None
        batch, length, _ = query.shape
        merged, kind = key_padding_mask, 1
        if attn_mask is not None:
            if attn_mask.dim() == 3:
                merged = attn_mask.view(batch, -1, length, length)
            else:
                merged = attn_mask.view(1, 1, length, length).expand(batch, self.num_heads, -1, -1)
            kind = 2
            if key_padding_mask is not None:
                merged = merged + key_padding_mask.view(batch, 1, 1, length).expand(-1, self.num_heads, -1, -1)
        return merged, kind


__all__ = ['MultiheadAttention']
