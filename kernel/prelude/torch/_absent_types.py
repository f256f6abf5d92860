"""Types that programs of torch name and that no value has here: integers known only at run time, and elements that are quantised or of a
few bits. isinstance() and comparisons with them answer no."""


class _Absent:
    def __new__(cls, *args, **kwargs):
        raise NotImplementedError('torch.%s is not supported: programs run as they are written, with ordinary numbers' % cls.__name__)


SymInt, SymFloat, SymBool = [type(_name, (_Absent,), {'__module__': 'torch', '__doc__': 'What stands for a number in a program that is compiled; '
                                                      'there is none here.'}) for _name in ('SymInt', 'SymFloat', 'SymBool')]

_BYTES = {'qint8': 1, 'quint8': 1, 'qint32': 4, 'quint4x2': 1, 'quint2x4': 1, 'bits8': 1, 'bits16': 2, 'bits1x8': 1, 'bits2x4': 1, 'bits4x2': 1}


class dtype:
    """A type of elements that no tensor has here. Functions refuse it."""

    is_floating_point = is_complex = False

    def __init__(self, name):
        self._name, self.itemsize = name, _BYTES[name]

    def __repr__(self):
        return 'torch.' + self._name

    def __reduce__(self):
        return dtype, (self._name,)


globals().update({_name: dtype(_name) for _name in _BYTES})
