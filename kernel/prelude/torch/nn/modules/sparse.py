"""Embeddings: vectors of the entries of a vocabulary."""

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Embedding(Module):
    """The rows of the weight (num_embeddings, embedding_dim) at integer indices: (*) becomes (*, embedding_dim).

    The row padding_idx begins as zeros and gets no gradient; rows longer than max_norm are scaled down when they are looked up.
    """

    __constants__ = ['num_embeddings', 'embedding_dim', 'padding_idx', 'max_norm', 'norm_type', 'scale_grad_by_freq', 'sparse']

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                 sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        assert padding_idx is None or not padding_idx > 0 or padding_idx < num_embeddings, 'Padding_idx must be within num_embeddings'
        assert padding_idx is None or padding_idx >= -num_embeddings, 'Padding_idx must be within num_embeddings'
        if padding_idx is not None and padding_idx < 0:
            padding_idx = num_embeddings + padding_idx
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        if _weight is None:
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim), device=device, dtype=dtype), not _freeze)
            self.reset_parameters()
        else:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], 'Shape of weight does not match num_embeddings and embedding_dim'
            self.weight = Parameter(_weight, not _freeze)

    def reset_parameters(self):
        """New random values."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq,
                           self.sparse)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                        sparse=False):
        """A layer with given vectors, which are not trained where `freeze` is true."""
        assert embeddings.dim() == 2, 'Embeddings parameter is expected to be 2-dimensional'
        return cls(embeddings.shape[0], embeddings.shape[1], padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse, embeddings, freeze)

    def extra_repr(self):
        text = '%s, %s' % (self.num_embeddings, self.embedding_dim)
        if self.padding_idx is not None:
            text += ', padding_idx=%s' % self.padding_idx
        if self.max_norm is not None:
            text += ', max_norm=%s' % self.max_norm
        if self.norm_type != 2:
            text += ', norm_type=%s' % self.norm_type
        if self.scale_grad_by_freq is not False:
            text += ', scale_grad_by_freq=%s' % self.scale_grad_by_freq
        if self.sparse is not False:
            text += ', sparse=True'
        return text


class EmbeddingBag(Module):
    """Sums, means or maxima (mode) of the rows of the weight that a bag of indices names, without the rows being made one by one.

    input (B, N) has B bags of N; input (N) has the bags that offsets (B) begin, with include_last_offset an offset more for the end.
    per_sample_weights, of the shape of input, scale the rows of sums. The row padding_idx begins as zeros, is left out of bags and gets
    no gradient; rows longer than max_norm are scaled down when they are looked up.
    """

    __constants__ = ['num_embeddings', 'embedding_dim', 'max_norm', 'norm_type', 'scale_grad_by_freq', 'mode', 'sparse', 'include_last_offset',
                     'padding_idx']

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode='mean', sparse=False,
                 _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        if padding_idx is not None:
            assert -num_embeddings <= padding_idx < num_embeddings, 'padding_idx must be within num_embeddings'
            padding_idx %= num_embeddings
        self.padding_idx = padding_idx
        if _weight is not None:
            assert list(_weight.shape) == [num_embeddings, embedding_dim], 'Shape of weight does not match num_embeddings and embedding_dim'
            self.weight = Parameter(_weight)
        else:
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim), device=device, dtype=dtype))
            self.reset_parameters()
        self.mode, self.sparse, self.include_last_offset = mode, sparse, include_last_offset

    def reset_parameters(self):
        """New random values."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)

    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode, self.sparse,
                               per_sample_weights, self.include_last_offset, self.padding_idx)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode='mean', sparse=False,
                        include_last_offset=False, padding_idx=None):
        """A layer with given vectors, which are not trained where `freeze` is true."""
        assert embeddings.dim() == 2, 'Embeddings parameter is expected to be 2-dimensional'
        layer = cls(*embeddings.shape, max_norm, norm_type, scale_grad_by_freq, mode, sparse, embeddings, include_last_offset, padding_idx)
        layer.weight.requires_grad = not freeze
        return layer

    def extra_repr(self):
        options = [('max_norm', self.max_norm, None), ('norm_type', self.norm_type, 2), ('scale_grad_by_freq', self.scale_grad_by_freq, False),
                   ('mode', self.mode, ''), ('padding_idx', self.padding_idx, None)]
        shown = ['%s=%r' % (name, value) for name, value, usual in options if value != usual]
        return ', '.join([str(self.num_embeddings), str(self.embedding_dim)] + shown)


__all__ = ['Embedding', 'EmbeddingBag']
