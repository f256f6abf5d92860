# How many arguments the methods behind operators want, in CPython's words
import collections


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


for value in ({}, [], bytearray(b'a'), collections.OrderedDict()):
    for arguments in ((), (1,), (1, 2, 3)):
        attempt(lambda: value.__setitem__(*arguments))
        attempt(lambda: type(value).__setitem__(value, *arguments))
    attempt(lambda: value.__delitem__())
    attempt(lambda: value.__contains__())
    attempt(lambda: value.__len__(1))
attempt(lambda: (1).__add__())
attempt(lambda: (1).__pow__())
attempt(lambda: (1).__pow__(1, 2, 3))
for make in (lambda: iter(collections.deque()), lambda: reversed(collections.deque())):
    attempt(lambda: make().send(1))
    attempt(lambda: make() + 1)
    attempt(lambda: type(make()).__module__)
    attempt(lambda: type(make()))
