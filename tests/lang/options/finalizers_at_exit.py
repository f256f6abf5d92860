# weakref.finalize at the end of a program: the last one first, those with atexit = False never, an error stops none.
import weakref


class Thing:
    pass


things = [Thing() for _ in range(5)]
weakref.finalize(things[0], print, 'first')
weakref.finalize(things[1], print, 'never').atexit = False
weakref.finalize(things[2], lambda: weakref.finalize(Thing, print, 'made at the end'))
weakref.finalize(things[3], lambda: 1 / 0)
weakref.finalize(things[4], print, 'last')
died = weakref.finalize(things.pop(), print, 'died')
print(died.alive, died.atexit)
