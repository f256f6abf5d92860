"""Objects of the session's library that have a counterpart here: fields of data classes, forms of typing, classes of enum, time zones. Run when the
first one crosses."""
import enum
import types
import typing


def enum_class(qualname, bases, space, members, module, doc):
    """A class of enum with the members of one of the session, by their names, and its functions."""
    if not any(issubclass(base, enum.Enum) for base in bases):
        raise TypeError('no class of enum')
    meta = next(type(base) for base in bases if issubclass(base, enum.Enum))
    name = qualname.rpartition('.')[2]
    body = meta.__prepare__(name, bases)
    for key, value in {'__module__': module, '__qualname__': qualname, '__doc__': doc, **space, **members}.items():
        body[key] = value
    return meta(name, bases, body)


def field(ours):
    """A field of a data class: what dataclasses.fields, asdict and replace look at."""
    import dataclasses
    settings = {name: getattr(ours, name) for name in ('init', 'repr', 'hash', 'compare', 'metadata')}
    for name in ('default', 'default_factory', 'kw_only'):
        value = getattr(ours, name)
        settings[name] = dataclasses.MISSING if type(value).__name__ == '_MISSING_TYPE' else value
    if not hasattr(dataclasses, 'KW_ONLY'):  # before 3.10
        del settings['kw_only']
    made = dataclasses.field(**settings)
    made.name, made.type, made._field_type = ours.name, ours.type, ours._role and getattr(dataclasses, ours._role)
    return made


_zone_class = []


def zone(ours):
    """A time zone of a class of the session's: C code looks at the class, and asks what the one of the session says."""
    if not _zone_class:
        import datetime

        class SessionZone(datetime.tzinfo):
            __slots__ = ('session_object',)

            def utcoffset(self, moment):
                return self.session_object.utcoffset(moment)

            def dst(self, moment):
                return self.session_object.dst(moment)

            def tzname(self, moment):
                return self.session_object.tzname(moment)

            def fromutc(self, moment):
                return self.session_object.fromutc(moment)

            def __getattr__(self, name):
                return getattr(self.session_object, name)

            def __eq__(self, other):
                return self.session_object == other

            def __hash__(self):
                return hash(self.session_object)

            def __repr__(self):
                return repr(self.session_object)

            def __reduce__(self):
                return zone, (self.session_object,)

        _zone_class.append(SessionZone)
    made = _zone_class[0]()
    made.session_object = ours
    return made


_forms = {}  # a form here by its id, with that of the session of which it was made


def form(x):
    """A form of the session's typing, or an alias or a union of its types, as that of this side; what has no such is x itself."""
    made = _made_of(x)
    if made is not x and not isinstance(made, type):
        if len(_forms) > 1000:
            _forms.clear()
        _forms[id(made)] = made, x
    return made


def form_here(made):
    """What that of this side stands for in the session: the very one, or the name that it has in its typing; None: nothing."""
    known = _forms.get(id(made))
    if known is not None:
        return known[1]
    return made._name if type(made).__name__ in ('_SpecialForm', '_TypedCacheSpecialForm', '_SpecialGenericAlias', '_CallableType', '_TupleType') else None


_named = {}  # those that are equal to none but themselves: both stay


def _made_of(x):
    kind, args = type(x).__name__, getattr(x, '__args__', None)
    if kind in _rebuilt:
        return _rebuilt[kind](typing, x, args)
    if kind in ('_Applied', '_Bare', '_Form'):
        form = getattr(typing, x._name or '', None)
        return x if form is None else form[args[0] if len(args) == 1 else args] if kind == '_Applied' else form
    if id(x) not in _named:
        _named[id(x)] = x, _new[kind](typing, x)
    return _named[id(x)][1]


def _union(typing, x, args):
    """A union written with bars, by bars where this Python has them: packages tell it from one of typing."""
    made = args[0]
    try:
        for each in args[1:]:
            made |= each
        return made
    except TypeError:
        return typing.Union[args]


_rebuilt = {
    'GenericAlias': lambda typing, x, args: types.GenericAlias(x.__origin__, args),
    'UnionType': _union,
    '_UnionOf': lambda typing, x, args: typing.Union[args],
    '_LiteralOf': lambda typing, x, args: typing.Literal[args],
    '_AnnotatedOf': lambda typing, x, args: typing.Annotated[(x.__origin__, *x.__metadata__)],
    '_CallableOf': lambda typing, x, args: typing.Callable[... if args[0] is ... else list(args[:-1]), args[-1]],
    '_AnyType': lambda typing, x, args: typing.Any,
}
_new = {
    'TypeVar': lambda typing, x: typing.TypeVar(x.__name__, *x.__constraints__, bound=x.__bound__, covariant=x.__covariant__, contravariant=x.__contravariant__),
    'NewType': lambda typing, x: typing.NewType(x.__name__, x.__supertype__),
    'ForwardRef': lambda typing, x: typing.ForwardRef(x.__forward_arg__),
}
