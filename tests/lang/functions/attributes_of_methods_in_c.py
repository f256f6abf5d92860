# Methods in C, bound to a value: their attributes are their own, not those of the descriptor that made them
NAMES = ['__name__', '__qualname__', '__module__', '__self__', '__doc__', '__text_signature__', '__objclass__', '__func__', '__get__', '__call__',
         'append', 'nope', '__dict__', '__defaults__', '__code__', '__wrapped__']


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


METHODS = {'list.append': [1].append, 'dict.fromkeys': dict.fromkeys, '{}.fromkeys': {}.fromkeys, 'int.__add__': (1).__add__,
           'str.__len__': 'a'.__len__, 'next': iter('').__next__}
for name, method in METHODS.items():
    print(name, type(method).__name__)
    for attribute in NAMES:
        if attribute in ('__call__', '__self__'):
            attempt(lambda: hasattr(method, attribute))
        else:
            attempt(lambda: (attribute, getattr(method, attribute)))
    for attribute in ('__name__', '__self__', 'append', '__doc__'):
        attempt(lambda: setattr(method, attribute, 'x'))
        attempt(lambda: delattr(method, attribute))
