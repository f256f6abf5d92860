"""assert_close: are values close enough? If not, an AssertionError says where they differ most."""

import math

import torch
from torch._arguments import numpy_kind

__all__ = ['assert_close']

_TOLERANCES = {torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7),
               torch.complex32: (1e-3, 1e-5), torch.complex64: (1.3e-6, 1e-5), torch.complex128: (1e-7, 1e-7)}


class _Different(Exception):
    """What differs, and where in the containers."""

    def __init__(self, kind, text, path=()):
        self.kind, self.text, self.path = kind, text, path


def _tolerances(dtypes, rtol, atol):
    if rtol is None:
        pairs = [_TOLERANCES.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max([pair[0] for pair in pairs]), max([pair[1] for pair in pairs])
    return rtol, atol


def _allowed(tolerance, equal):
    return '' if equal else ' (up to %s allowed)' % tolerance


def _scalars(actual, expected, rtol, atol, equal_nan):
    """Compares two scalars."""
    if actual == expected or equal_nan and actual != actual and expected != expected:
        return
    away = abs(actual - expected)
    if math.isfinite(abs(actual)) and math.isfinite(abs(expected)) and away <= atol + rtol * abs(expected):
        return
    equal = rtol == 0 and atol == 0
    relative = away / abs(expected) if expected != 0 else math.inf
    raise _Different(AssertionError, 'Scalars are not %s!\n\nExpected %s but got %s.\nAbsolute difference: %s%s\nRelative difference: %s%s'
                     % ('equal' if equal else 'close', expected, actual, away, _allowed(atol, equal), relative, _allowed(rtol, equal)))


_WIDER = {torch.uint16: torch.int64, torch.uint32: torch.int64, torch.uint64: torch.int64, torch.float8_e4m3fn: torch.float32,
          torch.float8_e5m2: torch.float32, torch.float8_e4m3fnuz: torch.float32, torch.float8_e5m2fnuz: torch.float32,
          torch.float8_e8m0fnu: torch.float32, torch.complex32: torch.complex64}


def _bits(actual, expected, rtol, atol):
    """Floats of 8 bits are the same or not."""
    if rtol or atol:
        raise _Different(AssertionError, 'Rtol=%s and atol=%s are not supported for bitwise comparison of low dimensional floats. '
                                         'Please use rtol=0.0 and atol=0.0.' % (rtol, atol))
    wrong = actual.view(torch.uint8) != expected.view(torch.uint8)
    if wrong.any():
        count, total = int(wrong.sum()), wrong.numel()
        raise _Different(AssertionError, "Tensor-likes are not 'equal'!\n\nMismatched elements: %d / %d (%.1f%%)\nThe first mismatched element is at index %s."
                         % (count, total, 100 * count / total, tuple(wrong.nonzero()[0].tolist())))


def _position_of_maximum(differences):
    flat = differences.reshape(-1)
    at = int(flat.argmax())
    index, rest = [], at
    for size in reversed(differences.size()):
        index.append(rest % size)
        rest //= size
    return flat[at].item(), tuple(reversed(index))


def _tensors(actual, expected, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride):
    def attribute(name, mine, other):
        if mine != other:
            raise _Different(AssertionError, "The values for attribute '%s' do not match: %s != %s." % (name, mine, other))

    attribute('shape', actual.shape, expected.shape)
    if check_layout:
        attribute('layout', actual.layout, expected.layout)
    if check_stride:
        attribute('stride()', actual.stride(), expected.stride())
    if check_device:
        attribute('device', actual.device, expected.device)
    if check_dtype:
        attribute('dtype', actual.dtype, expected.dtype)
    rtol, atol = _tolerances((actual.dtype, expected.dtype), rtol, atol)
    actual, expected = actual.detach().cpu(), expected.detach().cpu()
    if actual.dtype != expected.dtype:
        dtype = torch.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(dtype), expected.to(dtype)
    if actual.is_floating_point() and actual.element_size() == 1 and actual.dim():
        return _bits(actual, expected, rtol, atol)
    if actual.dtype in _WIDER:
        actual, expected = actual.to(_WIDER[actual.dtype]), expected.to(_WIDER[actual.dtype])
    wrong = ~torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
    count, total = int(wrong.sum()), actual.numel()
    if not count:
        return
    if actual.dim() == 0:
        return _scalars(actual.item(), expected.item(), rtol, atol, equal_nan)
    if not (actual.is_floating_point() or actual.is_complex()):
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    absolute = (actual - expected).abs()
    relative = absolute / expected.abs()
    absolute, relative = absolute.masked_fill(~wrong, 0), relative.masked_fill(~wrong, 0)
    equal = rtol == 0 and atol == 0
    greatest, at = _position_of_maximum(absolute)
    ratio, where = _position_of_maximum(relative)
    raise _Different(AssertionError, 'Tensor-likes are not %s!\n\nMismatched elements: %d / %d (%.1f%%)\nGreatest absolute difference: %s at index %s%s\n'
                     'Greatest relative difference: %s at index %s%s'
                     % ('equal' if equal else 'close', count, total, 100 * count / total, greatest, at, _allowed(atol, equal), ratio, where,
                        _allowed(rtol, equal)))


def _compare(actual, expected, options, path):
    try:
        _compare_here(actual, expected, options, path)
    except _Different as different:
        if not different.path and path:
            different.path = path
        raise


def _compare_here(actual, expected, options, path):
    allow_subclasses, rtol, atol, equal_nan = options[:4]
    if numpy_kind(actual) == 'generic' and numpy_kind(expected) == 'generic':
        actual, expected = actual.item(), expected.item()
    if isinstance(actual, dict) and isinstance(expected, dict):
        missing, more = sorted(set(expected) - set(actual)), sorted(set(actual) - set(expected))
        if missing or more:
            raise _Different(AssertionError, 'The keys of the mappings do not match:\nMissing keys in the actual mapping: %s\n'
                                             'Additional keys in the actual mapping: %s' % (missing, more))
        for key in sorted(actual):
            _compare(actual[key], expected[key], options, path + (key,))
    elif isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise _Different(AssertionError, 'The length of the sequences mismatch: %d != %d' % (len(actual), len(expected)))
        for i, (mine, other) in enumerate(zip(actual, expected)):
            _compare(mine, other, options, path + (i,))
    elif actual is None and expected is None:
        pass
    elif numpy_kind(actual) == 'ndarray' and type(actual) is type(expected):
        _tensors(torch.as_tensor(actual), torch.as_tensor(expected), rtol, atol, equal_nan, *options[4:])
    elif isinstance(actual, bool) and isinstance(expected, bool):
        if actual is not expected:
            raise _Different(AssertionError, 'Booleans mismatch: %s is not %s' % (actual, expected))
    elif isinstance(actual, (int, float, complex)) and isinstance(expected, (int, float, complex)):
        if options[5] and type(actual) is not type(expected):
            raise _Different(AssertionError, 'The (d)types do not match: %s != %s.' % (type(actual), type(expected)))
        kinds = {int: torch.int64, float: torch.float64, complex: torch.complex128}
        rtol, atol = _tolerances((kinds.get(type(actual)), kinds.get(type(expected))), rtol, atol)
        _scalars(actual, expected, rtol, atol, equal_nan)
    elif isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor) and (allow_subclasses or type(actual) is type(expected)):
        _tensors(actual, expected, rtol, atol, equal_nan, *options[4:])
    else:
        raise _Different(TypeError, 'No comparison pair was able to handle inputs of type %s and %s.' % (type(actual), type(expected)))


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True, check_dtype=True,
                 check_layout=True, check_stride=False, msg=None):
    """Raises AssertionError unless |actual - expected| <= atol + rtol |expected| everywhere; the tolerances follow from the type."""
    if (rtol is None) != (atol is None):
        raise ValueError("Both 'rtol' and 'atol' must be either specified or omitted, but got no %s." % ('rtol' if rtol is None else 'atol'))
    options = (allow_subclasses, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride)
    try:
        _compare(actual, expected, options, ())
    except _Different as different:
        text = different.text
        if different.path and different.kind is AssertionError:
            text += '\n\nThe failure occurred for item ' + ''.join(['[%r]' % (key,) for key in different.path])
        if msg is not None:
            text = msg(text) if callable(msg) else msg
        error = different.kind(text)
    else:
        return
    raise error
