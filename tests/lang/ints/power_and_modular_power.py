# pow() with two and three arguments.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


show(pow, 2, 100)
show(pow, 2, -2)
show(pow, -2, 3)
show(pow, 0, 0)
show(pow, 3, 200, 7)
show(pow, 3, -1, 7)
show(pow, 2, -1, 4)
show(pow, -3, 5, 7)
show(pow, 3, 5, -7)
show(pow, 3, 5, 0)
show(pow, 3, 5, 1)
show(pow, 10**20, 10**5, 97)
show(pow, 38, -1, mod=97)
show(pow, 2.0, 3, 5)
show(pow, 2, 3, 5.0)
show(pow, 'a', 2)
show(pow, 2, 'a', 3)
show(pow, 2)
show(pow, exp=3, base=2)
show(pow, 2, 3, None)
show(pow, True, True)
