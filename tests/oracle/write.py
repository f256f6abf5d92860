# Writes the files that read.py checks. Runs in PyTorch and in the kernel.
import collections
import warnings
import torch
import file_values
from torch import nn

torch.manual_seed(1)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
torch.save(net.state_dict(), 'state.pt')
torch.save(torch.arange(12.).reshape(3, 4), 'tensor.pt')
base = torch.arange(10)
torch.save([base, base[2:5], base.reshape(2, 5).t()], 'views.pt')
torch.save({'step': 3, 'rate': 0.5, 'name': 'näme', 'none': None, 'flag': True, 'list': [1, 2.5, (3, 'x')], 'big': 2 ** 70,
            'negative': -7}, 'plain.pt')
torch.save(collections.OrderedDict([('b', torch.ones(2)), ('a', torch.zeros(0, 3))]), 'ordered.pt')
for name, dtype in (('f64', torch.float64), ('i64', torch.int64), ('i32', torch.int32), ('bool', torch.bool), ('f16', torch.float16),
                    ('u8', torch.uint8), ('i16', torch.int16), ('bf16', torch.bfloat16)):
    torch.save(torch.tensor([0, 1, 1, 0, 1]).to(dtype), name + '.pt')
torch.save(nn.Parameter(torch.ones(2)), 'parameter.pt')
torch.save(torch.ones(2, requires_grad=True), 'leaf.pt')
warnings.simplefilter('ignore')
for values in (file_values.plain_values, file_values.all_values):
    for name, value in values():
        for ending, options in file_values.formats():
            if options.get('pickle_protocol') is None or name != 'storages':
                torch.save(value, name + '.' + ending, **options)
try:
    import numpy
except ImportError:  # the kernel reads arrays without it, and writes none
    pass
else:
    torch.save({'plain': numpy.arange(6.).reshape(2, 3), 'columns': numpy.asfortranarray(numpy.arange(6, dtype='i4').reshape(2, 3)),
                'big': numpy.array([1, 2], dtype='>i2'), 'float': numpy.float32(2.5), 'int': numpy.int64(7), 'bools': numpy.array([True, False]),
                'complex': numpy.array([1 + 2j]), 'point': numpy.array(3.5), 'none': numpy.zeros((0, 3)), 'half': numpy.ones(2, dtype='f2')},
               'numpy.zip')
print('all well')
