"""Layers with the batch normalisation behind them as one layer, for evaluation."""

import copy

import torch


def _scale_and_bias(bias, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """Batch normalisation of fixed statistics is y * scale + bias; the scale, and the bias for y with a bias of its own."""
    scale = torch.rsqrt(bn_rv + bn_eps)
    if bn_w is not None:
        scale = scale * bn_w
    shift = scale * ((0 if bias is None else bias) - bn_rm)
    return scale, shift if bn_b is None else shift + bn_b


def _fused(weight, bias, bn, scaled_dim):
    """The parameters of the one layer; scaled_dim is that of the weight's outputs."""
    scale, shift = _scale_and_bias(bias, *bn)
    shape = [1] * weight.dim()
    shape[scaled_dim] = -1
    makes = [(weight * scale.reshape(shape), weight.dtype, weight), (shift, weight.dtype if bias is None else bias.dtype, bias)]
    return tuple([torch.nn.Parameter(value.to(dtype), False if old is None else old.requires_grad) for value, dtype, old in makes])


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """(weight, bias) of a convolution that does what one and a batch normalisation of fixed statistics do."""
    return _fused(conv_w, conv_b, (bn_rm, bn_rv, bn_eps, bn_w, bn_b), 1 if transpose else 0)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """(weight, bias) of a linear layer that does what one and a batch normalisation of fixed statistics do."""
    return _fused(linear_w, linear_b, (bn_rm, bn_rv, bn_eps, bn_w, bn_b), 0)


def _fuse(layer, bn, weights, **options):
    if layer.training or bn.training:
        raise AssertionError('Fusion only for eval!')
    made = copy.deepcopy(layer)
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError('bn.running_mean and bn.running_var must not be None')
    made.weight, made.bias = weights(made.weight, made.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, **options)
    return made


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A copy of a convolution that does what it and a batch normalisation do, both in evaluation. AssertionError while one trains."""
    return _fuse(conv, bn, fuse_conv_bn_weights, transpose=transpose)


def fuse_linear_bn_eval(linear, bn):
    """A copy of a linear layer that does what it and a batch normalisation do, both in evaluation. AssertionError while one trains."""
    if not (linear.training or bn.training) and bn.num_features not in (linear.out_features, 1):
        raise AssertionError('To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got linear.out_features=%s and '
                             'bn.num_features=%s' % (linear.out_features, bn.num_features))
    return _fuse(linear, bn, fuse_linear_bn_weights)


__all__ = ['fuse_conv_bn_eval', 'fuse_conv_bn_weights', 'fuse_linear_bn_eval', 'fuse_linear_bn_weights']
