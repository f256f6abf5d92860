# NotImplemented is true in a condition, with a warning.
import warnings


class Old:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        if not isinstance(other, Old):
            return NotImplemented
        return self.x == other.x

    def __ne__(self, other):
        return not self.__eq__(other)


print(Old(1) != Old(2), Old(1) == 3)
print(Old(1) != 3)
if NotImplemented:
    print('true')
print(bool(NotImplemented), NotImplemented and 1, NotImplemented or 2, [x for x in (NotImplemented, 0) if x], any([NotImplemented]))
while NotImplemented:
    break
with warnings.catch_warnings():
    warnings.simplefilter('error')
    for f in (lambda: not NotImplemented, lambda: 1 if NotImplemented else 2, lambda: list(filter(None, [NotImplemented]))):
        try:
            print(f())
        except DeprecationWarning as e:
            print(repr(e))
