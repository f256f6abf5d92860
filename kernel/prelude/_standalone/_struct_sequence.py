"""Tuples whose items have names, as the system's modules return them."""


def _check(title, sequence, named, least, most):
    """The items of what an instance is made of: at least `least`, at most `most`."""
    try:
        items = tuple(sequence)
    except TypeError:
        raise TypeError('constructor requires a sequence') from None
    if not isinstance(named, dict):
        raise TypeError(f'{title}() takes a dict as second arg, if any')
    if not least <= len(items) <= most:
        kind = f'a {least}-sequence' if least == most else f"an {'at least' if len(items) < least else 'at most'} " \
            f"{least if len(items) < least else most}-sequence"
        raise TypeError(f'{title}() takes {kind} ({len(items)}-sequence given)')
    return items


def struct_sequence(module, name, fields, doc=None, hidden=''):
    """A class of tuples with these fields; hidden: names of values that are no items."""
    fields, hidden = fields.split(), hidden.split()
    count = len(fields)

    def make(cls, sequence, dict={}):
        items = _check(f'{module}.{name}', sequence, dict, count, count + len(hidden))
        made = tuple.__new__(cls, items[:count])
        for at, field in enumerate(hidden, count):
            made.__dict__[field] = items[at] if at < len(items) else dict.get(field)
        return made

    def show(self):
        return f"{module}.{name}({', '.join(f'{field}={value!r}' for field, value in zip(fields, self))})"

    def reduce(self):
        return type(self), (tuple(self), {field: self.__dict__[field] for field in hidden})

    members = {field: property(lambda self, at=at: self[at]) for at, field in enumerate(fields)}
    members |= {field: property(lambda self, field=field: self.__dict__[field]) for field in hidden}
    if not hidden:
        members['__slots__'] = ()
    return type(name, (tuple,), {'__new__': make, '__repr__': show, '__doc__': doc, '__module__': module, 'n_fields': count + len(hidden),
                                 'n_sequence_fields': count, 'n_unnamed_fields': 0, '__match_args__': tuple(fields),
                                 '__reduce__': reduce, **members})
