# Recursion through every protocol ends in a RecursionError that can be caught, again and again.
class Evil:
    def __repr__(self):
        return repr(self)

    def __eq__(self, other):
        return self == other

    def __hash__(self):
        return hash(self)

    def __getattr__(self, name):
        return getattr(self, name + 'x')

    def __len__(self):
        return len(self)

    def __bool__(self):
        return bool(self)

    def __iter__(self):
        return iter(self)

    def __call__(self):
        return self()

    def __add__(self, other):
        return self + other

    def __getitem__(self, key):
        return self[key]

    def __contains__(self, item):
        return item in self

    def __lt__(self, other):
        return self < other

    def __format__(self, spec):
        return format(self, spec)

    def __index__(self):
        return [1][self]

    def __enter__(self):
        with self:
            pass

    def __exit__(self, *args):
        pass

    def __setattr__(self, name, value):
        setattr(self, name, value)


evil = Evil()
USES = [repr, str, lambda e: e == 1, hash, lambda e: e.name, len, bool, list, lambda e: e(), lambda e: e + 1, lambda e: e[0], lambda e: 1 in e,
        lambda e: e < 1, lambda e: f'{e}', lambda e: [0][e], lambda e: sorted([e, e]), lambda e: max(e, e), lambda e: {e: 1}, lambda e: {e},
        lambda e: setattr(e, 'x', 1), lambda e: [e].index(2), lambda e: [1, e].count(3), lambda e: '%s' % e, lambda e: '{}'.format(e),
        lambda e: print(e), lambda e: sum([e, e], e), lambda e: isinstance(e, (int, str)), lambda e: sorted([2, 1], key=lambda q: e())]
for _ in range(2):
    for use in USES:
        try:
            use(evil)
        except RecursionError:
            print('RecursionError')
        else:
            print('an answer')


def key(value):
    return sorted([value], key=key)


try:
    key(1)
except RecursionError:
    print('RecursionError')
try:
    with evil:
        pass
except RecursionError:
    print('RecursionError')


class Meta(type):
    def __instancecheck__(cls, value):
        return isinstance(value, cls)


class Asked(metaclass=Meta):
    pass


try:
    isinstance(1, Asked)
except RecursionError:
    print('RecursionError')
nested = (int,)
for _ in range(5000):
    nested = (nested,)
try:
    isinstance('x', nested)
except RecursionError:
    print('RecursionError')


def finally_again():
    try:
        finally_again()
    finally:
        str()


try:
    finally_again()
except RecursionError:
    print('RecursionError')
print('still here')
