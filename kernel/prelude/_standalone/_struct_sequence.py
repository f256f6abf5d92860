"""Tuples whose items have names, as the system's modules return them."""


def struct_sequence(module, name, fields, doc=None):
    """A class of tuples with these fields."""
    fields = fields.split()
    count = len(fields)

    def make(cls, sequence, dict=None):
        items = tuple(sequence)
        if len(items) != count:
            raise TypeError(f'{module}.{name}() takes a {count}-sequence ({len(items)}-sequence given)')
        return tuple.__new__(cls, items)

    def show(self):
        return f"{module}.{name}({', '.join(f'{field}={value!r}' for field, value in zip(fields, self))})"

    members = {field: property(lambda self, at=at: self[at]) for at, field in enumerate(fields)}
    made = type(name, (tuple,), {'__new__': make, '__repr__': show, '__slots__': (), '__doc__': doc, '__module__': module,
                                 'n_fields': count, 'n_sequence_fields': count, 'n_unnamed_fields': 0, '__match_args__': tuple(fields),
                                 '__reduce__': lambda self: (type(self), (tuple(self), {})), **members})
    return made
