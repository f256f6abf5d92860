"""Conditions that programs check: torch._assert, torch._check and their relatives."""

import builtins

import torch

_UNSAID = 'Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement request to PyTorch.)'


def _assert(condition, message):
    """AssertionError with the message, where the condition is false. The condition may be a tensor of one element."""
    if type(condition) is not torch.Tensor and torch.overrides.has_torch_function((condition,)):
        return torch.overrides.handle_torch_function(_assert, (condition,), condition, message)
    if not condition:
        raise AssertionError(message)


def _assert_async(input, assert_msg=None):
    """RuntimeError with the message, where the tensor's one element is false."""
    if not isinstance(input, torch.Tensor):
        raise TypeError("_assert_async(): argument 'input' (position 1) must be Tensor, not %s" % type(input).__name__)
    if input.numel() != 1:
        raise RuntimeError('Boolean value of Tensor with %s is ambiguous' % ('no values' if input.numel() == 0 else 'more than one value'))
    if not input.item():
        raise RuntimeError('Expected Tensor with single nonzero value, but got zero' if assert_msg is None else assert_msg)


def _fail(error_type, message):
    if message is None:
        raise error_type(_UNSAID)
    if not callable(message):
        raise TypeError('message must be a callable')
    raise error_type(str(message()))


def _check_with(error_type, cond, message):
    """error_type with the text of message(), where the condition is False."""
    if not isinstance(cond, builtins.bool):
        if isinstance(cond, torch.Tensor):
            raise TypeError('cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert that all '
                            'elements are true.')
        raise TypeError('cond must be a bool, but got %s' % type(cond))
    if not cond:
        _fail(error_type, message)


def _of(error_type, name):
    def check(cond, message=None):
        _check_with(error_type, cond, message)

    check.__name__ = check.__qualname__ = name
    check.__doc__ = '%s with the text of message(), where the condition is False.' % error_type.__name__
    return check


_check = _of(RuntimeError, '_check')
_check_index = _of(IndexError, '_check_index')
_check_value = _of(ValueError, '_check_value')
_check_type = _of(TypeError, '_check_type')
_check_not_implemented = _of(NotImplementedError, '_check_not_implemented')


def _check_is_size(i, message=None, *, max=None):
    """RuntimeError where the number i can be no size: it is negative, or above max."""
    _check(i >= 0, message)
    if max is not None:
        _check(i <= max, message)


def _check_tensor_all_with(error_type, cond, message=None):
    """error_type with the text of message(), where one element of the tensor is False."""
    if not isinstance(cond, torch.Tensor):
        raise TypeError('cond must be a tensor, but got %s' % type(cond))
    if cond.dtype != torch.bool:
        raise TypeError('cond tensor must have dtype torch.bool, but got %s' % cond.dtype)
    if not cond.all().item():
        _fail(error_type, message)


def _check_tensor_all(cond, message=None):
    """RuntimeError with the text of message(), where one element of the tensor is False."""
    _check_tensor_all_with(RuntimeError, cond, message)
