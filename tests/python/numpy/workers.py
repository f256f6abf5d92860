# needs: numpy
"""Workers of a DataLoader that use the other Python: arrays, functions of its library."""
import json
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, n):
        self.values = np.arange(n * 3, dtype=np.float32).reshape(n, 3)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, i):
        row = self.values[i] * 2
        return row, np.int64(i), json.dumps({'i': i})


for workers in (0, 2):
    total = 0
    for rows, numbers, texts in DataLoader(Rows(10), batch_size=4, num_workers=workers):
        total += rows.sum()
        print(workers, rows.shape, rows.dtype, numbers, texts)
    print(total)
print(json.loads('[1]'), np.arange(3).sum())


class Fails(Rows):
    def __getitem__(self, i):
        return np.zeros(2) + np.zeros(3)


try:
    next(iter(DataLoader(Fails(4), num_workers=1)))
except ValueError as error:
    print(str(error).splitlines()[0], str(error).splitlines()[-1])
