# What the body says comes first, then what the class gives its instances, then what it has for want of anything else.
class Plain:
    x = 1

    def f(self):
        pass


class Documented:
    """Doc."""
    y: int = 2


class Equal(Plain):
    def __eq__(self, other):
        return True


class Slots:
    __slots__ = ('b', 'a')


class Inner(Plain):
    __slots__ = ()


for cls in Plain, Documented, Equal, Slots, Inner, type('Made', (), {'z': 3}):
    print(list(vars(cls)))
print(str(Plain.__dict__).replace(hex(id(Plain.f)), "AT"))
