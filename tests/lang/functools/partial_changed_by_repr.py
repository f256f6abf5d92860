# A partial whose repr changes what it shows.
from functools import partial


class Key:
    def __str__(self):
        p.keywords[self] = ['other']
        return 'name'


p = partial(print)
p.keywords[Key()] = ['one']
print(repr(p).startswith('functools.partial(<built-in function print>, name='))
