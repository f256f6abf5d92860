"""Attention for torch.nn.functional: of queries to keys, and of several heads with their projections."""

import math
import warnings

import torch
from torch._arguments import cxx_name, scalar_type


BACKENDS = ('CUDNN_ATTENTION', 'FLASH_ATTENTION', 'EFFICIENT_ATTENTION', 'MATH', 'OVERRIDEABLE')  # of which the CPU has two
allowed_backends = frozenset(BACKENDS)  # torch.nn.attention.sdpa_kernel and torch.backends.cuda change it


def _check_backends(fused):
    """RuntimeError where no implementation that is allowed can do it; fused: whether the fused one could."""
    if not fused and 'MATH' not in allowed_backends:
        if 'FLASH_ATTENTION' in allowed_backends:
            raise RuntimeError('No available kernel.  Aborting execution.')
        raise RuntimeError('No viable backend for scaled_dot_product_attention was found. This is likely due to turning off both the math '
                           'kernel and the fused kernels.')


def _is_flash(query, key, value, attn_mask):
    """Does PyTorch take its fused kernel? Batches of heads of one size, whose elements are contiguous."""
    shape, other = query.size(), key.size()
    if len(shape) != 4 or other != value.size() or shape[:2] != other[:2] or shape[3] != other[3] or not shape[2] or not other[2] or not shape[3]:
        return False
    if attn_mask is not None and (attn_mask.requires_grad or attn_mask.dim() not in (2, 4)):
        return False
    return query.stride(3) == key.stride(3) == value.stride(3) == 1


_causal = {}  # the last mask of _causal_mask: models ask for the same one in each layer


def _causal_mask(queries, keys, dtype, device):
    """What is added to scores so that query i sees no key after i: -inf above the diagonal."""
    wanted = queries, keys, dtype, device
    if _causal.get('of') != wanted:
        with torch.inference_mode(False), torch.no_grad():
            _causal.update(of=wanted, mask=torch.full((queries, keys), -math.inf, dtype=dtype, device=device).triu(1))
    return _causal['mask']


def _added(attn_mask, dtype, device):
    """A mask of sdpa as numbers that are added to scores of that type."""
    if attn_mask is None or attn_mask.dtype == dtype:
        return attn_mask
    if attn_mask.dtype != torch.bool:
        return attn_mask.to(dtype)
    return torch.zeros(attn_mask.size(), dtype=dtype, device=device).masked_fill_(attn_mask.logical_not(), -math.inf)


def _weights(scores, attn_mask, is_causal):
    """softmax of the scores of the keys that a query sees; of one that sees none, zeros."""
    queries, keys = scores.shape[-2:]
    if attn_mask is None and is_causal:  # the first key is seen by every query
        return (scores + _causal_mask(queries, keys, scores.dtype, scores.device)).softmax(-1)
    if attn_mask is None:
        return scores.softmax(-1)
    if is_causal:
        seen = torch.ones(queries, keys, dtype=torch.bool, device=scores.device).tril()
        attn_mask = seen & attn_mask if attn_mask.dtype == torch.bool else attn_mask.masked_fill(~seen, -math.inf)
    scores = scores + _added(attn_mask, scores.dtype, scores.device)
    masked = (scores == -math.inf).all(-1, keepdim=True)
    return scores.masked_fill(masked, 0).softmax(-1).masked_fill(masked, 0)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    """softmax(query key^T scale + mask) value (Vaswani et al. 2017)."""
    if hasattr(attn_mask, '_materialize'):  # torch.nn.attention.bias.CausalBias
        if is_causal:
            raise ValueError('CausalBias should not be used with causal=True')
        is_causal = attn_mask._is_plain()
        attn_mask = None if is_causal else attn_mask._materialize(query.device)
    if min(query.dim(), key.dim(), value.dim()) < 2:
        raise RuntimeError('Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: %d key.dim: %d '
                           'and value.dim: %d instead.' % (query.dim(), key.dim(), value.dim()))
    if not query.dtype == key.dtype == value.dtype:
        raise RuntimeError('Expected query, key, and value to have the same dtype, but got query.dtype: %s key.dtype: %s and '
                           'value.dtype: %s instead.' % (cxx_name(query.dtype), cxx_name(key.dtype), cxx_name(value.dtype)))
    if not query.is_floating_point():
        raise RuntimeError('expected scalar type Float but found ' + scalar_type(query.dtype))
    if attn_mask is not None:
        if attn_mask.dtype not in (torch.bool, torch.float32, query.dtype):
            raise RuntimeError('Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: %s '
                               'and  query.dtype: %s instead.' % (cxx_name(attn_mask.dtype), cxx_name(query.dtype)))
        if attn_mask.dim() < 2:
            raise IndexError('Dimension out of range (expected to be in range of [%d, %d], but got -2)' % (-max(attn_mask.dim(), 1), max(attn_mask.dim(), 1) - 1))
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    fused = dropout_p == 0.0 and 'FLASH_ATTENTION' in allowed_backends and _is_flash(query, key, value, attn_mask)
    _check_backends(fused)
    if is_causal and attn_mask is not None and not fused:
        raise RuntimeError('_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True')
    if scale is None:
        scale = 1 / math.sqrt(query.size(-1))
    if fused:
        return torch._attention(query, key, value, is_causal, scale, _added(attn_mask, query.dtype, query.device))[0]
    weights = _weights((query * scale) @ key.transpose(-2, -1), attn_mask, is_causal)
    if dropout_p > 0:
        weights = torch.dropout(weights, dropout_p, True)
    return weights @ value


# ---- several heads

fast_path = True  # torch.backends.mha changes it


def is_whole_attention(attention):
    """Are all projections of a MultiheadAttention there that the single operation for inference needs, for an even number of heads?"""
    return (attention.batch_first and attention.in_proj_bias is not None and attention._qkv_same_embed_dim
            and attention.num_heads % 2 == 0)


def is_inference(tensors):
    """May one operation without gradients take the place of a layer with these tensors?

    They are plain tensors on devices that have it, and nothing is recorded for them. AttributeError where one is missing.
    """
    if any([x.device.type not in ('cpu', 'cuda') for x in tensors]) or any([torch._C._has_torch_function(x) for x in tensors]):
        return False
    return not torch.is_grad_enabled() or not any([x.requires_grad for x in tensors])


def _additive_mask(mask, name, other, target, check_other=True, other_name='attn_mask'):
    """A mask that is added to the scores: -inf where a mask of bool is True."""
    if mask is None:
        return None
    if mask.dtype != torch.bool and not mask.is_floating_point():
        raise AssertionError('only bool and floating types of %s are supported' % name)
    if check_other and other is not None and mask.dtype != other:
        warnings.warn('Support for mismatched %s and %s is deprecated. Use same type for both instead.' % (name, other_name), stacklevel=4)
    return torch.zeros_like(mask, dtype=target).masked_fill_(mask, -math.inf) if mask.dtype == torch.bool else mask


def _batched(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether the input is batched; checks the numbers of dimensions."""
    n = query.dim()
    if n not in (2, 3):
        raise AssertionError('query should be unbatched 2D or batched 3D tensor but received %d-D query tensor' % n)
    what = 'batched (3-D)' if n == 3 else 'unbatched (2-D)'
    if key.dim() != n or value.dim() != n:
        raise AssertionError('For %s `query`, expected `key` and `value` to be %d-D but found %d-D and %d-D tensors respectively'
                             % (what, n, key.dim(), value.dim()))
    if key_padding_mask is not None and key_padding_mask.dim() != n - 1:
        raise AssertionError('For %s `query`, expected `key_padding_mask` to be `None` or %d-D but found %d-D tensor instead'
                             % (what, n - 1, key_padding_mask.dim()))
    if attn_mask is not None and attn_mask.dim() not in (2, 3):
        raise AssertionError('For %s `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found %d-D tensor instead'
                             % (what, attn_mask.dim()))
    if n == 2 and attn_mask is not None and attn_mask.dim() == 3:
        wanted = (num_heads, query.size(0), key.size(0))
        if tuple(attn_mask.shape) != wanted:
            raise AssertionError('Expected `attn_mask` shape to be %s but got %s' % (wanted, attn_mask.shape))
    return n == 3


def _projected(query, key, value, weight, bias):
    """The three projections by one matrix."""
    width = query.size(-1)
    if key is value and query is key:
        projected = torch.nn.functional.linear(query, weight, bias)
        projected = projected.unflatten(-1, (3, width)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return projected.unbind(0)  # whose gradient is one copy
    if key is value and key.size(-1) != weight.size(1):
        torch.nn.functional.linear(key, weight[weight.size(0) // 3:])  # of both at once, in whose words it fails
    weights = weight.chunk(3)
    biases = (None, None, None) if bias is None else bias.chunk(3)
    return tuple([torch.nn.functional.linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases)])


def _projected_heads(query, weight, bias, heads):
    """The same for one input (length, batch, width), as three views (batch, heads, length, width / heads) of what the product wrote."""
    swapped = not query.is_contiguous() and query.transpose(0, 1).is_contiguous()
    rows = query.transpose(0, 1) if swapped else query
    parts = torch.nn.functional.linear(rows, weight, bias).unflatten(-1, (3, heads, -1)).unbind(2)
    return [part.transpose(1, 2) if swapped else part.permute(1, 2, 0, 3) for part in parts]


def _joined(out, batched, weight, bias):
    """What multi_head_attention_forward returns without weights, of the values (batch, heads, length, size) of all heads."""
    batch, heads, length, size = out.shape
    out = out.permute(2, 0, 1, 3).contiguous().view(length * batch, heads * size)
    out = torch.nn.functional.linear(out, weight, bias).view(length, batch, weight.size(0))
    return (out, None) if batched else (out.squeeze(1), None)


def _with_padding(attn_mask, padding, batch, heads, source):
    """A mask (1 or batch heads, length or 1, source), or None, and one of (batch, source), or None, as one."""
    if padding is None:
        return attn_mask
    for i, wanted in enumerate((batch, source)):
        if padding.shape[i] != wanted:
            raise AssertionError('Expected key_padded_mask.shape[%d] to be %d, but got %d' % (i, wanted, padding.shape[i]))
    padding = padding.view(batch, 1, 1, source).expand(-1, heads, -1, -1).reshape(batch * heads, 1, source)
    return padding if attn_mask is None else attn_mask + padding


def _of_heads(mask, batch, heads, source):
    """The same for scores (batch, heads, length, source)."""
    if mask is None:
        return None
    return mask.unsqueeze(0) if mask.size(0) == 1 and mask.dim() == 3 else mask.view(batch, heads, -1, source)


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn,
                                 dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True,
                                 attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None,
                                 static_k=None, static_v=None, average_attn_weights=True, is_causal=False):
    """(the output, its attention weights or None) of the heads of Vaswani et al. (2017): sequences first, then batches."""
    F = torch.nn.functional
    batched = _batched(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, width = query.shape
    source = key.shape[0]
    key_padding_mask = _additive_mask(key_padding_mask, 'key_padding_mask', None if attn_mask is None else attn_mask.dtype, query.dtype)
    if is_causal and attn_mask is None:
        raise RuntimeError('Need attn_mask if specifying the is_causal hint. You may use the Transformer module method '
                           '`generate_square_subsequent_mask` to create this mask.')
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None
    else:
        attn_mask = _additive_mask(attn_mask, 'attn_mask', None, query.dtype, False)
        is_causal = is_causal and key_padding_mask is None and not need_weights
    if width != embed_dim_to_check:
        raise AssertionError('was expecting embedding dimension of %d, but got %d' % (embed_dim_to_check, width))
    size = width // num_heads
    if size * num_heads != width:
        raise AssertionError('embed_dim %d not divisible by num_heads %d' % (width, num_heads))
    heads, dropout_p = None, dropout_p if training else 0.0
    if use_separate_proj_weight:
        if key.shape[:2] != value.shape[:2]:
            raise AssertionError("key's sequence and batch dims %s do not match value's %s" % (key.shape[:2], value.shape[:2]))
        for name, w in (('q', q_proj_weight), ('k', k_proj_weight), ('v', v_proj_weight)):
            if w is None:
                raise AssertionError('use_separate_proj_weight is True but %s_proj_weight is None' % name)
        biases = (None, None, None) if in_proj_bias is None else in_proj_bias.chunk(3)
        q, k, v = [F.linear(x, w, b) for x, w, b in zip((query, key, value), (q_proj_weight, k_proj_weight, v_proj_weight), biases)]
    else:
        if key.shape != value.shape:
            raise AssertionError('key shape %s does not match value shape %s' % (key.shape, value.shape))
        if in_proj_weight is None:
            raise AssertionError('use_separate_proj_weight is False but in_proj_weight is None')
        if not (need_weights or add_zero_attn) and query is key and key is value and bias_k is static_k is static_v is None:
            heads = _projected_heads(query, in_proj_weight, in_proj_bias, num_heads)
        else:
            q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias)
    if attn_mask is not None:
        if attn_mask.dim() == 2:
            if tuple(attn_mask.shape) != (length, source):
                raise RuntimeError('The shape of the 2D attn_mask is %s, but should be %s.' % (attn_mask.shape, (length, source)))
            attn_mask = attn_mask.unsqueeze(0)
        elif tuple(attn_mask.shape) != (batch * num_heads, length, source):
            raise RuntimeError('The shape of the 3D attn_mask is %s, but should be %s.' % (attn_mask.shape, (batch * num_heads, length, source)))
    if bias_k is not None and bias_v is not None:
        k, v = torch.cat([k, bias_k.repeat(1, batch, 1)]), torch.cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask = None if attn_mask is None else F.pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else F.pad(key_padding_mask, (0, 1))
    if heads:
        attn_mask = _with_padding(attn_mask, key_padding_mask, batch, num_heads, source)
        out = F.scaled_dot_product_attention(*heads, _of_heads(attn_mask, batch, num_heads, source), dropout_p, is_causal)
        return _joined(out, batched, out_proj_weight, out_proj_bias)
    q = q.view(length, batch * num_heads, size).transpose(0, 1)
    k = static_k if static_k is not None else k.view(k.shape[0], batch * num_heads, size).transpose(0, 1)
    v = static_v if static_v is not None else v.view(v.shape[0], batch * num_heads, size).transpose(0, 1)
    if add_zero_attn:
        zeros = torch.zeros((batch * num_heads, 1, size), dtype=k.dtype, device=k.device)
        k, v = torch.cat([k, zeros], dim=1), torch.cat([v, zeros], dim=1)
        attn_mask = None if attn_mask is None else F.pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else F.pad(key_padding_mask, (0, 1))
    source = k.size(1)
    attn_mask = _with_padding(attn_mask, key_padding_mask, batch, num_heads, source)
    if need_weights:
        q = q * math.sqrt(1.0 / size)
        scores = torch.bmm(q, k.transpose(-2, -1)) if attn_mask is None else torch.baddbmm(attn_mask, q, k.transpose(-2, -1))
        weights = F.softmax(scores, dim=-1)
        if dropout_p > 0.0:
            weights = F.dropout(weights, p=dropout_p)
        out = torch.bmm(weights, v).transpose(0, 1).contiguous().view(length * batch, width)
        out = F.linear(out, out_proj_weight, out_proj_bias).view(length, batch, out_proj_weight.size(0))
        weights = weights.view(batch, num_heads, length, source)
        if average_attn_weights:
            weights = weights.mean(dim=1)
        return (out, weights) if batched else (out.squeeze(1), weights.squeeze(0))
    attn_mask = _of_heads(attn_mask, batch, num_heads, source)
    q, k, v = q.view(batch, num_heads, length, size), k.view(batch, num_heads, source, size), v.view(batch, num_heads, source, size)
    return _joined(F.scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal), batched, out_proj_weight, out_proj_bias)
