# A generator that goes on in another one without end, under a limit that nobody reaches.
import sys


def again():
    yield from again()


class Sent:
    def __iter__(self):
        return self

    def __next__(self):
        return next(self)

    def send(self, value):
        return self.send(value)

    def throw(self, *args):
        return self.throw(*args)


def delegating():
    yield from Sent()


limit = sys.getrecursionlimit()
sys.setrecursionlimit(5000)
for f in (lambda: next(again()), lambda: next(delegating()), lambda: next(Sent()), lambda: Sent().send(1), lambda: Sent().throw(ValueError)):
    try:
        print(f())
    except RecursionError as e:
        print('RecursionError')
