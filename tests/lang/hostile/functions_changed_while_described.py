# The defaults and annotations of what help() describes change while it does so.
class Shown:
    def __repr__(self):
        f.__defaults__ = None
        f.__kwdefaults__ = None
        f.__annotations__ = {}
        return 'Shown()'


class Noted:
    def __repr__(self):
        f.__annotations__.clear()
        f.__defaults__ = ()
        return 'Noted()'


for _ in range(3):
    def f(a: Noted() = Shown(), b: Noted() = Shown(), *, c: Noted() = Shown(), d=Shown()) -> Noted():
        pass
    help(f)
    print(f.__defaults__ in (None, ()))
