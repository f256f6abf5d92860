# What a program leaves in the library's modules comes to its end when the program does.
import logging
import os


class Told:
    def __init__(self, name):
        self.name = name

    def __del__(self, write=os.write):
        write(1, f'{self.name} ends\n'.encode())


def steps(write=os.write):
    try:
        yield 1
    finally:
        write(1, b'the steps end\n')


def keep():
    logging.kept = Told('an object')
    logging.steps = steps()
    print('running', next(logging.steps), flush=True)


keep()
del Told, steps, keep
