"""Gradients of convolutions as functions."""

import torch


def _gradient(dims, wanted, input, weight, grad_output, options):
    """The gradient by input or weight (wanted: 0 or 1), of which only the size matters."""
    convolve = getattr(torch.nn.functional, 'conv%dd' % dims)
    with torch.enable_grad():
        operands = [input.detach(), weight.detach()]
        operands[wanted].requires_grad_()
        output = convolve(*operands, None, *options)
    for i, (size, given) in enumerate(zip(output.shape, grad_output.shape)):
        if size != given:
            raise RuntimeError('Expected a tensor of dimension %d and tensor.size[%d] == %d but got: dimension %d and tensor.size[%d] = %d'
                               % (dims + 2, i, size, grad_output.dim(), i, given))
    return torch.autograd.grad(output, operands[wanted], grad_output)[0]


def _functions(dims):
    """convNd_input and convNd_weight."""
    def by_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
        return _gradient(dims, 0, grad_output.new_empty(1).expand(input_size), weight, grad_output, (stride, padding, dilation, groups))

    def by_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
        return _gradient(dims, 1, input, grad_output.new_empty(1).expand(weight_size), grad_output, (stride, padding, dilation, groups))

    for function, what, size in ((by_input, 'input', 'input_size'), (by_weight, 'weight', 'weight_size')):
        function.__name__ = function.__qualname__ = 'conv%dd_%s' % (dims, what)
        function.__doc__ = 'The gradient of conv%dd by its %s of %s, for the gradient of its output.' % (dims, what, size)
    return by_input, by_weight


conv1d_input, conv1d_weight = _functions(1)
conv2d_input, conv2d_weight = _functions(2)
conv3d_input, conv3d_weight = _functions(3)
