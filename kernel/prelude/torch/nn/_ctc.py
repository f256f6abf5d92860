"""Connectionist temporal classification, the loss of sequences without an alignment (Graves et al. 2006), for torch.nn.functional."""

import torch
from torch._arguments import accept, scalar_type
from torch.nn._losses import reduction_code

_LOW = -1e30  # the logarithm of probability 0


def _lengths(what, lengths):
    if isinstance(lengths, torch.Tensor):
        if lengths.dtype in (torch.bool,) or lengths.is_floating_point() or lengths.is_complex():
            raise RuntimeError(what + ' must be integral')
        lengths = lengths.reshape(-1).tolist()
    return [int(n) for n in lengths]


def _checked(log_probs, targets, input_lengths, target_lengths, blank):
    """(inputs, targets) as lists of lengths; errors for what does not fit."""
    here = ' (while checking arguments for ctc_loss_allocate_outputs)'
    if log_probs.numel() == 0:
        raise RuntimeError('log_probs tensor must not be empty')
    if log_probs.dim() != 3:
        raise RuntimeError("Expected 3-dimensional tensor, but got %d-dimensional tensor for argument #1 'log_probs'%s"
                           % (log_probs.dim(), here))
    if targets.dim() not in (1, 2):
        raise RuntimeError("Expected 1 to 2 dimensions, but got %d-dimensional tensor for argument #2 'targets'%s"
                           % (targets.dim(), here))
    steps, batch, classes = log_probs.size()
    if not 0 <= blank < classes:
        raise RuntimeError('blank must be in label range')
    if len(input_lengths) != batch:
        raise RuntimeError('input_lengths must be of size batch_size')
    if len(target_lengths) != batch:
        raise RuntimeError('target_lengths must be of size batch_size')
    for n in target_lengths:
        if n < 0:
            raise RuntimeError('Expected target_lengths to have value at least 0, but got value %d%s' % (n, here))
    if targets.dim() == 1 and targets.size(0) != sum(target_lengths):
        raise RuntimeError("Expected tensor to have size %d at dimension 0, but got size %d for argument #2 'targets'%s"
                           % (sum(target_lengths), targets.size(0), here))
    if targets.dim() == 2 and targets.size(0) != batch:
        raise RuntimeError("Expected tensor to have size %d at dimension 0, but got size %d for argument #2 'targets'%s"
                           % (batch, targets.size(0), here))
    if targets.dim() == 2 and targets.size(1) < max(target_lengths):
        raise RuntimeError("Expected tensor to have size at least %d at dimension 1, but got size %d for argument #2 'targets'%s"
                           % (max(target_lengths), targets.size(1), here))
    for n in input_lengths:
        if n < 0:
            raise RuntimeError('Expected input_lengths to have value at least 0, but got value %d%s' % (n, here))
        if n > steps:
            raise RuntimeError('Expected input_lengths to have value at most %d, but got value %d%s' % (steps, n, here))
    if log_probs.dtype not in (torch.float32, torch.float64):
        raise NotImplementedError('"ctc_loss_cpu" not implemented for \'%s\'' % scalar_type(log_probs.dtype))


def _labels(targets, lengths, blank, device):
    """Blanks with the labels of each sequence between them, [batch, 2 longest + 1]."""
    longest, batch = max(lengths), len(lengths)
    out = torch.full((batch, 2 * longest + 1), blank, dtype=torch.int64, device=device)
    targets = targets.detach().to(device=device, dtype=torch.int64)
    start = 0
    for i, n in enumerate(lengths):
        if n:
            out[i, 1:2 * n:2] = targets[i, :n] if targets.dim() == 2 else targets[start:start + n]
        start += n
    return out


def _forward(log_probs, labels, skips, inputs, targets):
    """The negative logarithm of the probability of each sequence, _LOW for none; step by step over the states."""
    steps, batch, states = log_probs.size(0), log_probs.size(1), labels.size(1)
    chosen = log_probs.gather(2, labels.unsqueeze(0).expand(steps, batch, states)).clamp_min(_LOW)
    first = torch.arange(states, device=log_probs.device) < 2
    low = torch.full((batch, states), _LOW, dtype=log_probs.dtype, device=log_probs.device)
    alpha = torch.where(first, chosen[0], low)
    for t in range(1, steps):
        padded = torch.constant_pad_nd(alpha, (2, 0), _LOW)
        paths = torch.stack([alpha, padded[:, 1:-1], torch.where(skips, padded[:, :-2], low)])
        alpha = torch.where(t < inputs, paths.logsumexp(0) + chosen[t], alpha)
    # before the first step there is nothing but the empty sequence
    alpha = torch.where(inputs == 0, torch.where(first, low * first.cumsum(0).sub(1), low), alpha)
    end = alpha.gather(1, 2 * targets)
    other = torch.where(targets > 0, alpha.gather(1, (2 * targets - 1).clamp_min(0)), low[:, :1])
    return -torch.cat([end, other], 1).logsumexp(1)


def _losses(log_probs, targets, input_lengths, target_lengths, blank, zero_infinity):
    """The loss of each sequence."""
    device = log_probs.device
    labels = _labels(targets, target_lengths, blank, device)
    skips = torch.zeros_like(labels, dtype=torch.bool)
    skips[:, 2:] = (labels[:, 2:] != blank) & (labels[:, 2:] != labels[:, :-2])
    inputs = torch.tensor(input_lengths, device=device).unsqueeze(1)
    counts = torch.tensor(target_lengths, device=device).unsqueeze(1)
    torch._C._refuse_tangents('_ctc_loss', (log_probs,))
    recorded = torch.is_grad_enabled() and log_probs.requires_grad
    leaf = log_probs.detach().requires_grad_(recorded)
    inner = _forward(leaf, labels, skips, inputs, counts)
    impossible = inner.detach() > -_LOW / 10
    out = inner.detach().masked_fill(impossible, float('inf'))
    if not recorded:
        return out
    used = (torch.arange(log_probs.size(0), device=device).unsqueeze(1) < inputs.squeeze(1)).unsqueeze(2)

    def not_differentiable(grads):
        raise RuntimeError('derivative for aten::_ctc_loss_backward is not implemented')

    def backward(grads):
        # with the probabilities added it is the gradient by the logits of a log_softmax
        with torch.enable_grad():
            slope, = torch.autograd.grad(inner.sum(), leaf, retain_graph=True)
        slope = (slope + leaf.detach().exp()).masked_fill(leaf.detach() == -float('inf'), float('nan'))
        slope = slope.masked_fill(impossible.unsqueeze(1), 0.0 if zero_infinity else float('nan'))
        with torch.no_grad():
            found = torch.where(used, slope, 0) * torch.where(used, grads[0].unsqueeze(1), 0)
        if torch.is_grad_enabled():
            torch.autograd.function.record_step('NotImplemented', not_differentiable, [log_probs, grads[0]], [found])
        return (found,)

    torch.autograd.function.record_step('CtcLossBackward0', backward, [log_probs], [out])
    return out


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction='mean', zero_infinity=False):
    """The negative log likelihood of the targets, summed over all alignments (Graves et al. 2006)."""
    if isinstance(log_probs, torch.Tensor):
        log_probs, = torch._C._autocast_take('ctc_loss', (log_probs,))
    kind = reduction_code(None, None, reduction)
    accept('ctc_loss', log_probs, targets, input_lengths, target_lengths, blank, kind, zero_infinity)
    if log_probs.is_meta and isinstance(input_lengths, torch.Tensor):
        torch._C._needs_data('_ctc_loss.Tensor')
    inputs, counts = _lengths('input_lengths', input_lengths), _lengths('target_lengths', target_lengths)
    single = log_probs.dim() != 3
    if single:
        log_probs = log_probs.unsqueeze(1)
        targets = targets.unsqueeze(0) if targets.dim() == 1 else targets
    _checked(log_probs, targets, inputs, counts, blank)
    out = _losses(log_probs, targets, inputs, counts, blank, zero_infinity)
    if zero_infinity:
        out = torch.where(out == float('inf'), torch.zeros((), dtype=out.dtype, device=out.device), out)
    if kind == 1:
        return (out / torch.tensor(counts, device=out.device).clamp_min(1)).mean()
    if kind == 2:
        return out.sum()
    return out.squeeze(0) if single else out
