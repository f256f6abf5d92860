"""Limits of the element types."""

import torch

_floats = {
    torch.float16: (16, 0.0009765625, 65504.0, 6.103515625e-05, 0.001),
    torch.bfloat16: (16, 0.0078125, 3.3895313892515355e+38, 1.1754943508222875e-38, 0.01),
    torch.float32: (32, 1.1920928955078125e-07, 3.4028234663852886e+38, 1.1754943508222875e-38, 1e-06),
    torch.float8_e4m3fn: (8, 0.125, 448.0, 0.015625, 1.0),
    torch.float8_e5m2: (8, 0.25, 57344.0, 6.103515625e-05, 1.0),
    torch.float8_e4m3fnuz: (8, 0.125, 240.0, 0.0078125, 1.0),
    torch.float8_e5m2fnuz: (8, 0.125, 57344.0, 3.0517578125e-05, 1.0),
    torch.float8_e8m0fnu: (8, 1.0, 2.0 ** 127, 2.0 ** -127, 1.0),
    torch.float64: (64, 2.220446049250313e-16, 1.7976931348623157e+308, 2.2250738585072014e-308, 1e-15),
}
_ints = {torch.uint8: (8, 0), torch.int8: (8, 1), torch.int16: (16, 1), torch.int32: (32, 1), torch.int64: (64, 1),
         torch.uint16: (16, 0), torch.uint32: (32, 0), torch.uint64: (64, 0)}


class finfo:
    """The limits of a floating point type."""

    def __init__(self, type=None):
        if type is None:
            type = torch.get_default_dtype()
        if not isinstance(type, torch.dtype):
            raise TypeError("finfo(): argument 'type' (position 1) must be torch.dtype, not %s" % type.__class__.__name__)
        type = type.to_real()
        if type not in _floats:
            raise TypeError('torch.finfo() requires a floating point input type. Use torch.iinfo to handle \'torch.finfo\'')
        self.bits, self.eps, self.max, self.tiny, self.resolution = _floats[type]
        self.min = -self.max if type.is_signed else self.tiny
        self.smallest_normal = self.tiny
        self.dtype = str(type)[6:]

    def __repr__(self):
        return 'finfo(resolution=%g, min=%g, max=%g, eps=%g, smallest_normal=%g, tiny=%g, dtype=%s)' % (
            self.resolution, self.min, self.max, self.eps, self.smallest_normal, self.tiny, self.dtype)


class iinfo:
    """The limits of an integer type."""

    def __init__(self, type):
        if type not in _ints:
            raise TypeError('torch.iinfo() requires an integer input type. Use torch.finfo to handle \'torch.iinfo\'')
        self.bits, signed = _ints[type]
        self.min = -2 ** (self.bits - 1) if signed else 0
        self.max = 2 ** (self.bits - signed) - 1
        self.dtype = str(type)[6:]

    def __repr__(self):
        return 'iinfo(min=%g, max=%g, dtype=%s)' % (self.min, self.max, self.dtype)
