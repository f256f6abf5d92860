"""Classes that annotations and isinstance() may name, but of which nothing can be made here."""


def refused_class(module, name, why):
    """A class of that name; calling it raises."""
    def refuse(cls, *args, **kwargs):
        raise NotImplementedError('%s.%s: %s' % (module, name, why))
    return type(name, (), {'__module__': module, '__doc__': 'Refused: %s.' % why, '__new__': refuse})
