# A frame that an exception has left stands at the line where that was raised, or raised again.
def lines(f):
    try:
        f()
    except Exception as e:
        out = []
        while e is not None:
            tb = e.__traceback__.tb_next or e.__traceback__
            out.append((type(e).__name__, tb.tb_lineno - first(f), tb.tb_frame.f_lineno - first(f)))
            e = e.__cause__ or e.__context__
        return out


def first(f):
    return f.__code__.co_firstlineno


def plain():
    x = 1
    return x / 0


def chained():
    try:
        return 1 / 0
    except ZeroDivisionError as e:
        y = 2
        raise ValueError(y) from e


def again():
    try:
        1 / 0
    except ZeroDivisionError as e:
        e.add_note('n')
        raise
    finally:
        z = 3


def by_name():
    try:
        1 / 0
    except ZeroDivisionError as e:

        raise e


def with_finally():
    try:
        [][1]
    finally:
        x = 1
        x += 2


def unmatched():
    try:
        [][1]
    except KeyError:
        pass


for f in plain, chained, again, by_name, with_finally, unmatched:
    print(f.__name__, lines(f))
