"""Foreign functions: prototypes, arguments, results, and functions of the language for C to call."""

from _ctypes_calls import _CData, Layout, call, callback, get, keep, put, symbol
from _ctypes.types import POINTER_KIND, SIMPLE, CType, is_ctype, methods_of_data, plain

IN, OUT, LCID = 1, 2, 4
MOST_ARGUMENTS = 1024


class ArgumentError(Exception):
    """An argument of a foreign function cannot be converted."""
    __module__ = 'ctypes'


FUNCTION = Layout(POINTER_KIND, 'P', 8, 8, 1, 'X{}', 8, (), (), 0)


def read_argtypes(value):
    """A sequence of types, and the converter of each."""
    if not isinstance(value, (tuple, list)):
        raise TypeError('_argtypes_ must be a sequence of types')
    if len(value) > MOST_ARGUMENTS:
        raise ArgumentError(f'_argtypes_ has too many arguments ({len(value)}), maximum is {MOST_ARGUMENTS}')
    converters = []
    for number, cls in enumerate(value, 1):
        convert = getattr(cls, 'from_param', None)
        if convert is None:
            raise TypeError(f'item {number} in _argtypes_ has no from_param method')
        if is_ctype(cls):
            refuse_by_value(cls, number)
        converters.append(convert)
    return value, converters


def refuse_by_value(cls, number):
    """What libffi has no way to pass."""
    if cls._layout_.kind == 1 and getattr(cls, '_has_bits_', False):
        raise TypeError(f'item {number} in _argtypes_ passes a struct/union with a bitfield by value, which is unsupported.')
    if cls._layout_.kind == 1 and holds_union(cls):
        raise TypeError(f'item {number} in _argtypes_ passes a union by value, which is unsupported.')


def holds_union(cls):
    from _ctypes.records import Union, all_rows
    if issubclass(cls, Union):
        return True
    return any(holds_union(row[1]) for row in all_rows(cls) if row[1]._layout_.kind == 1)


class PyCFuncPtrType(CType):
    """The class of prototypes of foreign functions."""
    __module__ = '_ctypes'

    def __new__(mcs, name, bases, namespace, **keywords):
        methods_of_data(namespace)
        cls = super().__new__(mcs, name, bases, namespace, **keywords)
        if bases == (_CData,):
            return cls  # the root of them all
        if not isinstance(getattr(cls, '_flags_', None), int):
            raise TypeError("class must define _flags_ which must be an integer")
        cls._layout_ = FUNCTION
        types = getattr(cls, '_argtypes_', None)
        cls._converters_ = None
        if types is not None:
            if not isinstance(types, tuple):
                raise TypeError('_argtypes_ must be a sequence of types')
            cls._converters_ = read_argtypes(types)[1]
        result = getattr(cls, '_restype_', None)
        if result is not None and not is_ctype(result) and not callable(result):
            raise TypeError('_restype_ must be a type, a callable, or None')
        return cls


class CFuncPtr(_CData, metaclass=PyCFuncPtrType):
    """A foreign function."""
    __module__ = '_ctypes'

    def __init__(self, *arguments):
        self.__own, self.__errcheck, self.__flags = {}, None, None
        self.__callable = None
        if not arguments:
            return
        source, *rest = arguments
        if isinstance(source, tuple):
            self.__open(*source)
            self.__flags = read_paramflags(rest[0], self.__types()) if rest else None
        elif rest and not isinstance(source, int):
            raise TypeError(f'function takes exactly 1 argument ({len(arguments)} given)')
        elif isinstance(source, int):
            put(self, 0, FUNCTION, source)
            self.__flags = read_paramflags(rest[0], self.__types()) if rest else None
        elif callable(source):
            self.__wrap(source)
        else:
            raise TypeError('argument must be callable or integer function address')

    def __open(self, name=None, library=None, *more):
        """The function of a library by its name."""
        if more or library is None:
            raise TypeError('illegal func_spec argument')
        handle = library._handle
        if not isinstance(handle, int):
            raise TypeError('the _handle attribute of the second argument must be an integer')
        if not isinstance(name, (str, bytes)):
            raise TypeError('function name must be string, bytes object or integer')
        put(self, 0, FUNCTION, symbol(handle, name if isinstance(name, str) else name.decode('ascii', 'surrogateescape')))
        keep(self, 0, library)

    def __wrap(self, function):
        """A function of the language, which C calls."""
        cls = type(self)
        types = getattr(cls, '_argtypes_', None)
        if types is None:
            raise TypeError('cannot construct instance of this class: no argtypes')
        result = getattr(cls, '_restype_', None)
        if result is not None and not (is_ctype(result) and result._layout_.kind == SIMPLE):
            raise TypeError('invalid result type for callback function')
        for one in types:
            if not is_ctype(one):
                raise TypeError('argtypes of a callback function must be C types')
        seen = tuple(one._layout_ if plain(one) else one for one in types)
        thunk, where = callback(function, seen, result and result._layout_)
        put(self, 0, FUNCTION, where)
        keep(self, 0, thunk)
        self.__callable = function

    # ---- the prototype: of the class, or of this function alone

    def __settings(self):
        """What has been set for this function; a part of another object's memory has not been through __init__."""
        try:
            return self.__own
        except AttributeError:
            self.__own, self.__errcheck, self.__flags, self.__callable = {}, None, None, None
            return self.__own

    def __types(self):
        return self.__settings().get('argtypes', getattr(type(self), '_argtypes_', None))

    @property
    def argtypes(self):
        """specify the argument types"""
        return self.__types()

    @argtypes.setter
    def argtypes(self, types):
        own = self.__settings()
        own['argtypes'], own['converters'] = (None, None) if types is None else read_argtypes(types)

    @argtypes.deleter
    def argtypes(self):
        for name in 'argtypes', 'converters':
            self.__settings().pop(name, None)

    @property
    def restype(self):
        """specify the result type"""
        return self.__settings().get('restype', getattr(type(self), '_restype_', None))

    @restype.setter
    def restype(self, result):
        if result is not None and not is_ctype(result) and not callable(result):
            raise TypeError('restype must be a type, a callable, or None')
        self.__settings()['restype'] = result

    @restype.deleter
    def restype(self):
        self.__settings().pop('restype', None)

    @property
    def errcheck(self):
        """a function to check for errors"""
        self.__settings()
        return self.__errcheck

    @errcheck.setter
    def errcheck(self, check):
        if not callable(check):
            raise TypeError('the errcheck attribute must be callable')
        self.__settings()
        self.__errcheck = check

    @errcheck.deleter
    def errcheck(self):
        self.__settings()
        self.__errcheck = None

    # ---- calls

    def __call__(self, /, *values, **named):
        own = self.__settings()
        converters = own['converters'] if 'converters' in own else type(self)._converters_
        types, outputs = self.__types(), ()
        if self.__flags is not None and types is not None:
            values, outputs = bind(types, self.__flags, values, named)
        elif named:
            raise TypeError(f'{type(self).__name__} object takes no keyword arguments')
        passed = values if converters is None else convert_all(converters, values)
        result = self.__invoke(passed)
        if self.__errcheck is not None:
            checked = self.__errcheck(result, self, values)
            if checked is not values:
                return checked
        if not outputs:
            return result
        given = [values[i].__ctypes_from_outparam__() for i in outputs]
        return given[0] if len(given) == 1 else tuple(given)

    def __invoke(self, passed):
        result, where = self.restype, get(self, 0, FUNCTION) or 0
        flags = type(self)._flags_
        if result is None:
            return call(where, flags, passed, None, None, ArgumentError)
        if not is_ctype(result):
            return result(call(where, flags, passed, INT, None, ArgumentError))
        value = call(where, flags, passed, result._layout_, None if plain(result) else result, ArgumentError)
        check = getattr(result, '_check_retval_', None)
        return value if check is None else check(value)

    def __bool__(self):
        return get(self, 0, FUNCTION) is not None

    def __repr__(self):
        return f'<{type(self).__name__} object at {id(self):#x}>'

    def __ctypes_from_outparam__(self, /):
        """What a foreign function gives for an output parameter of the type."""
        return self


INT = Layout(SIMPLE, 'i', 4, 4, 0, '<i', 4, (), (), 0)


def convert_all(converters, values):
    """The arguments as from_param of their types makes them; those beyond are passed as they are."""
    least, given = len(converters), len(values)
    if given < least:
        raise TypeError(f"this function takes at least {least} argument{'' if least == 1 else 's'} ({given} given)")
    passed = []
    for number, (convert, value) in enumerate(zip(converters, values), 1):
        try:
            passed.append(convert(value))
        except Exception as error:
            raise ArgumentError(f'argument {number}: {type(error).__name__}: {error}') from None
    passed.extend(values[least:])
    return tuple(passed)


# ---- parameters with flags, names and defaults ------------------------------------------------------------------------------------------

def read_paramflags(flags, types):
    if flags is None or types is None:
        return None
    if not isinstance(flags, tuple):
        raise TypeError('paramflags must be a tuple or None')
    if len(flags) != len(types):
        raise ValueError('paramflags must have the same length as argtypes')
    rows = []
    for number, (row, cls) in enumerate(zip(flags, types), 1):
        if not isinstance(row, tuple) or not 1 <= len(row) <= 3 or not isinstance(row[0], int) or \
                len(row) > 1 and not isinstance(row[1], (str, type(None))):
            raise TypeError('paramflags must be a sequence of (int [,string [,value]]) tuples')
        flag = row[0] & (IN | OUT | LCID)
        if flag == OUT:
            require_pointer(cls, number)
        elif flag not in (0, IN, LCID, IN | LCID, IN | OUT):
            raise TypeError(f'paramflag value {flag} not supported')
        rows.append((flag, row[1] if len(row) > 1 else None, row[2:]))
    return rows


def require_pointer(cls, number):
    if not is_ctype(cls) or cls._layout_.kind not in (2, POINTER_KIND) and cls._layout_.code not in ('z', 'Z', 'P'):
        name = (cls if isinstance(cls, type) else type(cls)).__name__
        raise TypeError(f"'out' parameter {number} must be a pointer type, not {name}")


class Binder:
    """Takes the arguments of one call to parameters, one after the other."""

    def __init__(self, values, named):
        self.values, self.named, self.used, self.found = values, named, 0, 0

    def take(self, name, default):
        if self.used < len(self.values):
            self.used += 1
            return self.values[self.used - 1]
        if name in self.named:
            self.found += 1
            return self.named[name]
        if default:
            return default[0]
        raise TypeError(f"required argument '{name}' missing" if name else 'not enough arguments')


def bind(types, flags, values, named):
    """All arguments, and which of them are given back."""
    binder, complete, outputs = Binder(values, named), [], []
    for i, (cls, (flag, name, default)) in enumerate(zip(types, flags)):
        if flag == IN | LCID:
            complete.append(default[0] if default else 0)
        elif flag == OUT:
            outputs.append(i)
            complete.append(default[0] if default else made_output(cls))
        else:
            complete.append(binder.take(name, default))
            if flag & OUT:
                outputs.append(i)
    given, taken = len(values) + len(named), binder.used + binder.found
    if given != taken:
        raise TypeError(f'call takes exactly {taken} arguments ({given} given)')
    for i in outputs:
        if flags[i][0] != OUT and not isinstance(complete[i], _CData) and is_ctype(types[i]) and hasattr(types[i], '_type_'):
            complete[i] = types[i]._type_(complete[i])  # in and out: the function changes an instance
    return tuple(complete), outputs


def made_output(cls):
    """Memory for an output parameter."""
    if cls._layout_.kind == 2:
        return cls()
    if not hasattr(cls, '_type_') or isinstance(cls._type_, str):
        raise TypeError(f'{cls.__name__} \'out\' parameter must be passed as default value')
    return cls._type_()
