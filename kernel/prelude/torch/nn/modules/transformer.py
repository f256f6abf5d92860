"""Transformers: encoders and decoders as stacks of attention layers (Vaswani et al. 2017)."""

import copy
import math
import warnings

import torch
from torch.nn import functional as F
from torch.nn import _attention, init
from torch.nn._attention import _additive_mask
from torch.nn.modules._multihead_attention import MultiheadAttention
from torch.nn.modules.activation import GELU, ReLU
from torch.nn.modules.container import ModuleList
from torch.nn.modules.dropout import Dropout
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm


def _causal_mask(size, device=None, dtype=None):
    """-inf (True in a mask of bool) above the diagonal, else 0."""
    return torch.triu(torch.full((size, size), -math.inf, device=device, dtype=dtype or torch.get_default_dtype()), diagonal=1)


def _is_causal(mask, is_causal, length):
    """Whether a mask may be taken for the causal one: as is_causal says, or where that is None, by comparing them."""
    if is_causal is not None or mask is None:
        return bool(is_causal)
    if length is None or mask.shape != (length, length):
        return False
    return bool((mask == _causal_mask(length, mask.device, mask.dtype)).all())


def _length(x, batch_first):
    """The length of the sequences, where x has so many dimensions as to have one."""
    return x.size(1 if batch_first else 0) if x.dim() == 3 else x.size(0) if x.dim() == 2 else None


def _float_masks(padding, mask, mask_name, x):
    """A src_key_padding_mask and another mask of the type of x."""
    padding = _additive_mask(padding, 'src_key_padding_mask', None if mask is None else mask.dtype, x.dtype, True, mask_name)
    return padding, _additive_mask(mask, mask_name, None, x.dtype, False)


class _AttentionLayer(Module):
    """What both kinds of layers have in common: attention blocks and one of two linear layers, around each a residual with a LayerNorm."""

    __constants__ = ['norm_first']

    def _build(self, attentions, d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias, device, dtype):
        kind = {'bias': bias, 'device': device, 'dtype': dtype}
        for name in attentions:
            self.add_module(name, MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **kind))
        self.linear1 = Linear(d_model, dim_feedforward, **kind)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **kind)
        self.norm_first = norm_first
        blocks = range(1, len(attentions) + 2)
        for i in blocks:
            self.add_module('norm%d' % i, LayerNorm(d_model, eps=layer_norm_eps, **kind))
        for i in blocks:
            self.add_module('dropout%d' % i, Dropout(dropout))
        if isinstance(activation, str):
            if activation not in ('relu', 'gelu'):
                raise RuntimeError('activation should be relu/gelu, not ' + activation)
            activation = getattr(F, activation)
        return activation

    def _around(self, x, norm, block):
        """A block with its residual, its normalisation before or after it."""
        return x + block(norm(x)) if self.norm_first else norm(x + block(x))

    def _ff_block(self, x, dropout):
        return dropout(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerEncoderLayer(_AttentionLayer):
    """Self-attention, then two linear layers with an activation between them.

    norm_first: the LayerNorms are before the blocks. activation: 'relu', 'gelu' or a callable.
    """

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5, batch_first=False,
                 norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        activation = self._build(['self_attn'], d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first,
                                 bias, device, dtype)
        self.activation_relu_or_gelu = (1 if activation is F.relu or isinstance(activation, ReLU) else
                                        2 if activation is F.gelu or isinstance(activation, GELU) else 0)
        self.activation = activation

    def __setstate__(self, state):
        """Also of older files, without an activation."""
        super().__setstate__(state)
        if not hasattr(self, 'activation'):
            self.activation = F.relu

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        """The output for src; is_causal says that src_mask is the causal mask."""
        src_key_padding_mask, src_mask = _float_masks(src_key_padding_mask, src_mask, 'src_mask', src)
        if self._is_whole(src):
            weights = self._weights()
            if _attention.is_inference((src, *weights)):
                mask, kind = self.self_attn.merge_masks(src_mask, src_key_padding_mask, src)
                return torch._transformer_encoder_layer_fwd(src, *self._operands(weights), mask, kind)

        def attend(x):
            return self.dropout1(self.self_attn(x, x, x, attn_mask=src_mask, key_padding_mask=src_key_padding_mask, need_weights=False,
                                                is_causal=is_causal)[0])

        x = self._around(src, self.norm1, attend)
        return self._around(x, self.norm2, lambda x: self._ff_block(x, self.dropout2))


    def _is_whole(self, src):
        """Is this inference with nothing between the steps, so that one operation is the whole layer?"""
        if self.training or not _attention.fast_path or src.dim() != 3 or not _attention.is_whole_attention(self.self_attn):
            return False
        if not self.activation_relu_or_gelu or self.norm1.eps != self.norm2.eps or torch.is_autocast_enabled():
            return False
        return not any([each._table('_forward_hooks') or each._table('_forward_pre_hooks') for each in self.modules()])

    def _weights(self):
        """All parameters in the order of PyTorch's operation."""
        attention = self.self_attn
        pairs = (self.norm1, self.norm2, self.linear1, self.linear2)
        own = (attention.in_proj_weight, attention.in_proj_bias, attention.out_proj.weight, attention.out_proj.bias)
        return own + tuple([x for module in pairs for x in (module.weight, module.bias)])

    def _operands(self, weights):
        """The operation's arguments between src and the mask."""
        attention = self.self_attn
        return (attention.embed_dim, attention.num_heads, *weights[:4], self.activation_relu_or_gelu == 2, self.norm_first, self.norm1.eps,
                *weights[4:])


class TransformerDecoderLayer(_AttentionLayer):
    """Self-attention, attention to the output of an encoder, then two linear layers; options as of TransformerEncoderLayer."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5, batch_first=False,
                 norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        self.activation = self._build(['self_attn', 'multihead_attn'], d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps,
                                      batch_first, norm_first, bias, device, dtype)

    def __setstate__(self, state):
        """Also of older files, without an activation. As in PyTorch a copy of a layer whose activation is a module, which is kept elsewhere, has
        relu, too: so do the layers of a TransformerDecoder."""
        super().__setstate__(state)
        self.__dict__.setdefault('activation', F.relu)

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                tgt_is_causal=False, memory_is_causal=False):
        """The output for tgt, with memory, the output of the encoder."""
        def attend(x):
            return self.dropout1(self.self_attn(x, x, x, attn_mask=tgt_mask, key_padding_mask=tgt_key_padding_mask, is_causal=tgt_is_causal,
                                                need_weights=False)[0])

        def attend_to_memory(x):
            return self.dropout2(self.multihead_attn(x, memory, memory, attn_mask=memory_mask, key_padding_mask=memory_key_padding_mask,
                                                     is_causal=memory_is_causal, need_weights=False)[0])

        x = self._around(tgt, self.norm1, attend)
        x = self._around(x, self.norm2, attend_to_memory)
        return self._around(x, self.norm3, lambda x: self._ff_block(x, self.dropout3))


class _Stack(Module):
    """Copies of one layer, and perhaps a last normalisation."""

    __constants__ = ['norm']

    def _build(self, layer, num_layers, norm):
        self.layers = ModuleList([copy.deepcopy(layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def _normed(self, x):
        return x if self.norm is None else self.norm(x)


def _against_nested(layer):
    """Why PyTorch would not give padded batches to this layer as nested tensors, or ''."""
    if not isinstance(layer, TransformerEncoderLayer):
        return ' was not TransformerEncoderLayer'
    attention = layer.self_attn
    reasons = [(layer.norm_first, '.norm_first was True'),
               (not attention.batch_first, '.self_attn.batch_first was not True(use batch_first for better inference performance)'),
               (not attention._qkv_same_embed_dim, '.self_attn._qkv_same_embed_dim was not True'),
               (attention.in_proj_bias is None, '.self_attn was passed bias=False'),
               (not layer.activation_relu_or_gelu, '.activation_relu_or_gelu was not True'),
               (layer.norm1.eps != layer.norm2.eps, '.norm1.eps was not equal to encoder_layer.norm2.eps'),
               (attention.num_heads % 2, '.self_attn.num_heads is odd')]
    return next((text for holds, text in reasons if holds), '')


class TransformerEncoder(_Stack):
    """A stack of num_layers copies of encoder_layer.

    As in PyTorch, the outputs of padded positions are zeros (before norm) where use_nested_tensor is True, there is a src_key_padding_mask
    with the padding at the end (mask_check), no mask, nothing trains and no gradients are recorded.
    """

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self._build(encoder_layer, num_layers, norm)
        self.enable_nested_tensor = self.use_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        reason = _against_nested(encoder_layer)
        if reason:
            if enable_nested_tensor:
                warnings.warn('enable_nested_tensor is True, but self.use_nested_tensor is False because encoder_layer' + reason, stacklevel=2)
            self.use_nested_tensor = False

    def _kept(self, src, mask, padding):
        """Which positions of (batch, length) are computed where PyTorch leaves out those of the padding, whose outputs are zeros, or None.

        They are as many of each sequence as its mask has, and the first ones.
        """
        if not self.use_nested_tensor or padding is None or mask is not None or src.dim() != 3 or torch.is_autocast_enabled():
            return None
        first = self.layers[0]
        if not isinstance(first, TransformerEncoderLayer) or first.training or not _attention.fast_path:
            return None
        if not _attention.is_inference((src, *first._weights())):
            return None
        if padding.dim() != 2:
            raise RuntimeError('Padding mask should be 2D')
        if padding.shape != src.shape[:2]:
            raise RuntimeError('Mask size should match input size')
        seen = padding == 0
        kept = torch.arange(src.size(1), device=src.device) < seen.sum(1, keepdim=True)
        return None if self.mask_check and not torch.equal(seen, kept) else kept

    def _packed(self, src, kept):
        """The output of all layers for the positions kept, computed without the others; None where a layer is not one operation."""
        width = self.layers[0].self_attn.embed_dim
        if src.size(-1) != width:
            raise RuntimeError("Shape mismatch for NestedTensor Matmul: Expected input's (a nested tensor) 'last_dim' to equal 'weight.size(0), but "
                               "got: last_dim = %d, and weight.size(0) = %d" % (src.size(-1), width))
        weights = [layer._weights() for layer in self.layers if isinstance(layer, TransformerEncoderLayer) and layer._is_whole(src)]
        if len(weights) < len(self.layers) or not all([_attention.is_inference((src, *own)) for own in weights]):
            return None
        lengths, rows = kept.sum(1).tolist(), src[kept]
        if not any(lengths):
            raise RuntimeError('to_padded_tensor: at least one constituent tensor should have non-zero numel' if lengths else
                               'stack expects a non-empty TensorList')
        for layer, own in zip(self.layers, weights):
            rows = torch._packed_encoder_layer(rows, *layer._operands(own), lengths)
        output = rows.new_zeros(src.shape)
        output[kept] = rows
        return output

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        """The output for src; is_causal None: found out from the mask."""
        src_key_padding_mask, mask = _float_masks(src_key_padding_mask, mask, 'mask', src)
        kept = self._kept(src, mask, src_key_padding_mask)
        output = None if kept is None else self._packed(src, kept)
        if output is not None:
            return self._normed(output)
        is_causal = _is_causal(mask, is_causal, _length(src, self.layers[0].self_attn.batch_first))
        output, padding = src, src_key_padding_mask if kept is None else ~kept
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=is_causal, src_key_padding_mask=padding)
        return self._normed(output if kept is None else output.masked_fill(padding.unsqueeze(-1), 0.0))


class TransformerDecoder(_Stack):
    """A stack of num_layers copies of decoder_layer."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self._build(decoder_layer, num_layers, norm)

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                tgt_is_causal=None, memory_is_causal=False):
        """The output for tgt, with memory, the output of the encoder; tgt_is_causal None: found out from tgt_mask."""
        tgt_is_causal = _is_causal(tgt_mask, tgt_is_causal, _length(tgt, self.layers[0].self_attn.batch_first))
        output = tgt
        for layer in self.layers:
            output = layer(output, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask, tgt_is_causal, memory_is_causal)
        return self._normed(output)


class Transformer(Module):
    """An encoder and a decoder (Vaswani et al. 2017), each with a last LayerNorm, or custom ones.

    RuntimeError where batches of src and tgt differ, or where their width is not d_model.
    """

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1, activation=F.relu,
                 custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None,
                 dtype=None):
        super().__init__()

        def stack(kind, layer_kind, count):
            layer = layer_kind(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias, device, dtype)
            return kind(layer, count, LayerNorm(d_model, eps=layer_norm_eps, bias=bias, device=device, dtype=dtype))

        self.encoder = custom_encoder if custom_encoder is not None else stack(TransformerEncoder, TransformerEncoderLayer, num_encoder_layers)
        self.decoder = custom_decoder if custom_decoder is not None else stack(TransformerDecoder, TransformerDecoderLayer, num_decoder_layers)
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def _reset_parameters(self):
        """New random values of all matrices."""
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None, tgt_key_padding_mask=None,
                memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None, memory_is_causal=False):
        """The decoder's output for tgt with the encoder's for src."""
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError('the batch number of src and tgt must be equal')
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError('the feature number of src and tgt must be equal to d_model')
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal, memory_is_causal=memory_is_causal)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """A mask that lets each position see itself and those before it: -inf above the diagonal, else 0."""
        return _causal_mask(sz, device, dtype)


__all__ = ['Transformer', 'TransformerEncoder', 'TransformerDecoder', 'TransformerEncoderLayer', 'TransformerDecoderLayer']
