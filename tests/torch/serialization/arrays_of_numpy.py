# Arrays and numbers of numpy in a file keep their values, types and shapes, with numpy or without (tests/oracle/write.py has written it).
import os

import torch

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'oracle', 'files')
for name, value in torch.load(os.path.join(folder, 'numpy.zip'), weights_only=False).items():
    if hasattr(value, 'tolist'):
        print(name, value.tolist(), tuple(getattr(value, 'shape', ())))
    else:
        print(name, value, ())
try:
    torch.load(os.path.join(folder, 'numpy.zip'))
except Exception as error:
    print(type(error).__name__, str(error).split('GLOBAL ')[1].split(' was')[0])
