# open(closefd, opener), folders by descriptor, names as bytes, seeds of older versions.
import os
import random


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


os.mkdir('folder')
with open('folder/file', 'w') as file:
    file.write('some text')
attempt(lambda: open('folder/file', closefd=False))
held = open('folder/file', 'rb', buffering=0)


def opener(path, flags):
    print(path, flags & 3)
    return os.dup(held.fileno()) if hasattr(os, 'dup') else held.fileno()


for answer in ('x', -1, -7, None):
    attempt(lambda: open('folder/file', opener=lambda path, flags: answer))
attempt(lambda: open('folder/file', opener=lambda path, flags: 1 / 0))
attempt(lambda: open('folder/file', 'rb', opener=None).read())
with open(held.fileno(), 'rb', closefd=False, buffering=0) as file:
    print(file.read(4))
print(held.read())
for function in (lambda: os.mkdir('new', dir_fd='x'), lambda: os.rmdir('new', dir_fd=1.5), lambda: os.unlink('new', dir_fd=held.fileno()),
                 lambda: os.readlink('new', dir_fd=held.fileno()), lambda: os.rename('a', 'b', src_dir_fd=held.fileno()),
                 lambda: os.symlink('a', 'b', dir_fd=held.fileno()), lambda: os.mkdir('new', dir_fd=held.fileno())):
    attempt(function)
print(os.listdir(b'folder'), os.listdir('folder'), os.path.exists('new'))
for seed in ('abc', b'abc', '', 'é', 5, 2.5):
    random.seed(seed, version=1)
    print(random.random())
random.seed('abc', 2)
print(random.random())
