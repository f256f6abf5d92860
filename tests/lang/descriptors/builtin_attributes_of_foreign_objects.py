# Every descriptor of every class called with objects of other classes: an exception or a value, never a crash.
def classes():
    seen, stack = set(), [object]
    while stack:
        cls = stack.pop()
        if cls not in seen:
            seen.add(cls)
            yield cls
            stack.extend(type.__subclasses__(cls))


strangers = [5, 'x', [], object(), None, int, len, 1.5, (1,), {}, lambda: 1, (i for i in ())]
for cls in list(classes()):
    for descriptor in list(vars(cls).values()):
        if isinstance(descriptor, (type, staticmethod, classmethod)) or type(descriptor).__name__ == 'function':
            continue
        for protocol, arguments in (('__get__', ()), ('__set__', (1,)), ('__delete__', ()), ('__call__', ())):
            function = getattr(type(descriptor), protocol, None)
            for stranger in strangers:
                if function is None or isinstance(stranger, cls):
                    continue
                try:
                    function(descriptor, stranger, *arguments)
                except Exception:
                    pass
print('alive')
