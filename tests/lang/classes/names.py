# Names, documentation and the cell of a class: what may stand there


def attempt(f, *args):
    try:
        print(ascii(f(*args)))
    except Exception as e:
        print(type(e).__name__, ascii(str(e)))


def change(name, value):
    class Thing:
        pass
    setattr(Thing, name, value)
    return getattr(Thing, name)


def remove(name):
    class Thing:
        pass
    delattr(Thing, name)


for name in ('__name__', '__qualname__', '__module__', '__doc__'):
    for value in ('new', '', 'a\0b', '\udcdc', b'x', None, 5):
        if (name, value) not in (('__qualname__', 'a\0b'), ('__qualname__', '\udcdc')):
            attempt(change, name, value)
    attempt(remove, name)
    attempt(setattr, str, name, 'x')
attempt(type, 'a\0b', (), {})
attempt(type, '\ud800', (), {})
attempt(type, 'A', (), {'__doc__': 'x\udcdc'})
attempt(type, 'A', (), {'__qualname__': 5})
for cell in (None, 5, 'x', object):
    attempt(type, 'A', (), {'__classcell__': cell})


class Meta(type):
    pass


for arguments in ((), ('A',), ('A', ()), ('A', (), {}, 1)):
    attempt(type, *arguments)
    attempt(Meta, *arguments)
    attempt(type.__new__, type, *arguments)


class Name(str):
    "A name that looks at its class when it goes."

    def __del__(self):
        seen.append(owner.__name__ if 'owner' in globals() else None)


seen = []


class owner:
    pass


owner.__name__ = Name('first')
owner.__name__ = Name('second')
owner.__name__ = 'third'
owner.__qualname__ = Name('q')
owner.__qualname__ = 'r'
print(seen, owner)


class State(dict):
    def __del__(self):
        seen.append(sorted(thing.__dict__))


thing = owner()
thing.__dict__ = State(a=1)
thing.__dict__ = {'b': 2}
print(seen[-1])
