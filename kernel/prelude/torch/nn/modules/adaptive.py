"""The adaptive softmax: classes in clusters by how frequent they are, rare ones with fewer features."""

from collections import namedtuple

import torch
from torch.nn import functional as F
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module

_ASMoutput = namedtuple('_ASMoutput', ['output', 'loss'])
_ASMoutput.__module__ = __name__


class AdaptiveLogSoftmaxWithLoss(Module):
    """log softmax of many classes and its loss (Grave et al. 2017, Efficient softmax approximation for GPUs).

    The classes are sorted, the most frequent first. Those below cutoffs[0] and one for each further cluster are what the head tells apart;
    cluster i has the classes from cutoffs[i] on, and in_features // div_value**(i + 1) features. The input is (batch, in_features) and the
    target (batch), or both without a batch; the result is (output, loss): the log probability of each target, and minus their mean.
    """

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        cutoffs = list(cutoffs)
        if not cutoffs:
            raise ValueError('cutoffs should be a sequence of length larger than 0')
        increasing = all(low < high for low, high in zip(cutoffs, cutoffs[1:]))
        if not increasing or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1 or any(int(each) != each for each in cutoffs):
            raise ValueError('cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each value is '
                             'between 1 and n_classes-1')
        self.in_features, self.n_classes, self.cutoffs = in_features, n_classes, cutoffs + [n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = cutoffs[0], len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        made = {'device': device, 'dtype': dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for i, (begin, end) in enumerate(self._clusters()):
            features = int(in_features // div_value ** (i + 1))
            self.tail.append(Sequential(Linear(in_features, features, bias=False, **made), Linear(features, end - begin, bias=False, **made)))

    def _clusters(self):
        """(first class, end) of each cluster."""
        return list(zip(self.cutoffs, self.cutoffs[1:]))

    def reset_parameters(self):
        """New random values of all layers."""
        for layer in [self.head, *(layer for pair in self.tail for layer in pair)]:
            layer.reset_parameters()

    def _check(self, input, target):
        if target.dim() == 1:
            if input.shape[0] != target.shape[0]:
                raise RuntimeError('Input and target should have the same size in the batch dimension.')
            if input.dim() != 2:
                raise RuntimeError('1D target tensor expects 2D input tensors, but found inputs with size %s' % (input.size(),))
        elif target.dim() == 0:
            if input.dim() != 1:
                raise RuntimeError('0D target tensor expects 1D input tensors, but found inputs with size %s' % (input.size(),))
        else:
            raise RuntimeError('0D or 1D target tensor expected, multi-target not supported')

    def forward(self, input_, target_):
        self._check(input_, target_)
        lone = target_.dim() == 0
        rows, target = (input_.unsqueeze(0), target_.unsqueeze(0)) if lone else (input_, target_)
        found, position = 0, target.clone()  # targets that belong to a class; where each is in the head
        output = rows.new_zeros(target.size(0))
        for i, (begin, end) in enumerate([(0, self.shortlist_size)] + self._clusters()):
            members = ((target >= begin) & (target < end)).nonzero().squeeze(1)
            found += members.numel()
            if i == 0 or not members.numel():
                continue
            position[members] = self.shortlist_size + i - 1
            inner = F.log_softmax(self.tail[i - 1](rows.index_select(0, members)), dim=1)
            output = output.index_copy(0, members, inner.gather(1, (target[members] - begin).unsqueeze(1)).squeeze(1).to(output.dtype))
        if found != target.numel():
            raise RuntimeError('Target values should be in [0, %d], but values in range [%d, %d] were found. ' % (
                self.n_classes - 1, target.min().item(), target.max().item()))
        output = output + F.log_softmax(self.head(rows), dim=1).gather(1, position.unsqueeze(1)).squeeze(1)
        loss = (-output).mean()
        return _ASMoutput(output.squeeze(0) if lone else output, loss)

    def _get_full_log_prob(self, input, head_output):
        """The log probabilities of all classes from what the head has made of the input."""
        head = F.log_softmax(head_output, dim=1)
        parts = [head[:, :self.shortlist_size]]
        for i, pair in enumerate(self.tail):
            parts.append(F.log_softmax(pair(input), dim=1) + head[:, self.shortlist_size + i].unsqueeze(1))
        return torch.cat(parts, 1)

    def log_prob(self, input):
        """The log probabilities of all classes, (batch, n_classes)."""
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input):
        """The likeliest class of each row; the clusters are looked into only where the head names one."""
        head = self.head(input)
        best = head.argmax(1)
        rare = best >= self.shortlist_size
        if rare.any():
            best[rare] = self._get_full_log_prob(input[rare], head[rare]).argmax(1)
        return best


__all__ = ['AdaptiveLogSoftmaxWithLoss']
