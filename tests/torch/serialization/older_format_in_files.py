# The older format in files that hold other bytes before and after it: large storages go to their place in the file, whatever the file's mode.
import os

import torch

values = {'floats': torch.arange(100000.), 'long': torch.arange(100000)[::7], 'small': torch.ones(3),
          'none': torch.empty(0)}
path = 'older_format.bin'


def written(mode, before=b'before', buffering=-1):
    with open(path, mode, buffering) as file:
        file.write(before)
        torch.save(values, file, _use_new_zipfile_serialization=False)
        print(mode, file.tell() > 900000, end=' ')
        file.write(b'after')
    with open(path, 'rb') as file:
        print(file.read(len(before)), end=' ')
        back = torch.load(file)
        print(file.read(), all(torch.equal(back[name], values[name]) for name in values), back['long'].stride())


for mode in ('wb', 'w+b', 'r+b', 'xb', 'ab', 'a+b'):
    if mode in ('xb', 'ab', 'a+b'):
        os.remove(path)
    written(mode)
written('wb', b'', 0)
written('wb', bytes(3), 4096)
try:
    with open(path, 'rb') as file:
        torch.save(values, file, _use_new_zipfile_serialization=False)
except Exception as error:
    print(type(error).__name__, error)
os.remove(path)
