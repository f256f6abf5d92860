# needs: numpy
"""Numbers and arrays of numpy with tensors: every operator, type and side, as PyTorch answers it."""
import operator
import warnings
import numpy as np
import torch

warnings.simplefilter('ignore')
kinds = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float16', 'float32', 'float64', 'complex64', 'complex128']
dtypes = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64,
          torch.complex64, torch.complex128]
ops = ['add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'pow', 'matmul', 'lshift', 'rshift', 'and_', 'or_', 'xor', 'eq', 'ne', 'lt', 'le', 'gt', 'ge',
       'iadd', 'imul', 'itruediv', 'isub', 'iand']
errors = {}


def answer(f, a, b):
    try:
        r = f(a, b)
    except Exception as error:
        text = type(error).__name__ + ': ' + str(error)[:160]
        return errors.setdefault(text, 'E%d' % len(errors))
    if isinstance(r, torch.Tensor):
        return 'T.' + str(r.dtype)[6:] + '=' + str(r.tolist()[0] if r.ndim else r.item())
    return type(r).__name__ + '.' + str(getattr(r, 'dtype', ''))


def rows(make, kinds, ops):
    for op in ops:
        for kind in kinds:
            for side in 'rl':
                found = []
                for dtype in dtypes:
                    if kind == 'complex128' and dtype == torch.float16:  # experimental in PyTorch
                        continue
                    t, n = torch.tensor([1, 1]).to(dtype), make(kind)
                    found.append(answer(getattr(operator, op), *((t, n) if side == 'r' else (n, t))))
                short = []
                for one in found:
                    short.append('"' if short and one == last else one)
                    last = one
                print(op, kind, side, *short)


rows(lambda kind: getattr(np, kind if kind != 'bool' else 'bool_')(1), kinds, ops)
print('arrays')
rows(lambda kind: np.ones(2, dtype=kind), ['bool', 'int64', 'float32', 'complex64', 'object', 'U3'],
     ['add', 'truediv', 'pow', 'matmul', 'and_', 'eq', 'lt', 'iadd'])
print('arrays of no dimension')
rows(lambda kind: np.ones((), dtype=kind), ['int32', 'float64'], ['sub', 'mul', 'floordiv', 'ne', 'ge', 'imul'])
for text, name in errors.items():
    print(name, text)
