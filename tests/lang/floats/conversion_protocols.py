# float() of objects.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


class F:
    def __init__(self, v):
        self.v = v
    def __float__(self):
        return self.v
class I:
    def __index__(self):
        return 5
for value in (3, True, 10**20, F(2.5), F(3), F('a'), I(), None, [], 1j, float, 10**400):
    show(float, value)
print(float())
show(float, 1, 2)
show(float, x=1)
