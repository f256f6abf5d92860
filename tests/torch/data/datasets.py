# Datasets by index and as sequences, what is made of them, and random_split.
import warnings

import torch
from torch.utils.data import *


def hide(text):
    """Without addresses."""
    first, *rest = text.split(' at 0x')
    return first + ''.join([part[len(part) - len(part.lstrip('0123456789abcdef')):] for part in rest])


def show(expressions):
    for text in expressions.strip().split('\n'):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            try:
                result = repr(eval(text))
            except Exception as error:
                result = '%s: %s' % (type(error).__name__, error)
        print(text, '->', hide(result))
        for each in caught:
            print('   ', each.category.__name__, hide(str(each.message)))


class D(Dataset):
    def __init__(self, n=10):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError('idx %d' % i)
        return i


class I(IterableDataset):
    def __init__(self, n=10):
        self.n = n

    def __iter__(self):
        return iter(range(self.n))


class IL(I):
    def __len__(self):
        return self.n


class G(D):
    def __getitems__(self, indices):
        return [10 * i for i in indices]


class Bad(D):
    def __getitems__(self, indices):
        return [1]

X = torch.arange(12.).view(6, 2)
Y = torch.arange(6)
show('''
Dataset()[0]
D()+D()
(D()+D())[13]
(D()+D())[20]
(D()+D())[-20]
(D()+D())[-21]
(D()+D()).cumulative_sizes
(D()+D()).cummulative_sizes
(D()+D()).cumsum([[1],[2,3]])
ConcatDataset([])
ConcatDataset([I()])
ConcatDataset(D(i) for i in (1,2)).datasets
list(ConcatDataset([D(2),D(3)]))
ConcatDataset(5)
I()+I()
list(I(2)+I(3))
(I(2)+I(3)).datasets
len(I(2)+I(3))
len(IL(2)+IL(3))
ChainDataset([D()])
list(ChainDataset([D()]))
len(ChainDataset([D()]))
ChainDataset(5)
list(ChainDataset(5))
IterableDataset()
iter(IterableDataset())
len(IterableDataset())
len(Dataset())
TensorDataset()
len(TensorDataset())
TensorDataset(X,Y)
TensorDataset(X,Y)[1]
TensorDataset(X,Y)[1:3]
TensorDataset(X,Y)[[1,3]]
TensorDataset(X,Y)[-1]
TensorDataset(X,Y)[6]
TensorDataset(X,Y[:3])
TensorDataset(X,[1])
TensorDataset(torch.tensor(3))
TensorDataset([1,2])
TensorDataset(X).tensors
hasattr(TensorDataset(X),'__getitems__')
StackDataset(D(),D())
StackDataset(D(),D())[3]
StackDataset(D(),D(5))
StackDataset(a=D(),b=D())[3]
StackDataset(a=D(),b=D(5))
StackDataset(D(),b=D())
StackDataset()
StackDataset(D(),D()).__getitems__([1,2])
StackDataset(D(),G()).__getitems__([1,2])
StackDataset(a=D(),b=G()).__getitems__([1,2])
StackDataset(D(),Bad()).__getitems__([1,2])
StackDataset(a=D(),b=Bad()).__getitems__([1,2])
len(StackDataset(D(),D()))
StackDataset(D(),D()).datasets
StackDataset(a=D()).datasets
Subset(D(),[1,2])[1]
Subset(D(),[1,2])[5]
Subset(D(),[1,2])[[0,1]]
Subset(D(),[1,2]).__getitems__([0,1])
Subset(G(),[1,2]).__getitems__([0,1])
Subset(G(),[1,2])[[0,1]]
Subset(TensorDataset(X,Y),[1,2])[[0,1]]
len(Subset(D(),[1,2]))
Subset(D(),torch.tensor([1,2]))[1]
random_split(D(),[3,7])
[s.indices for s in random_split(D(),[3,7],torch.Generator().manual_seed(3))]
[s.indices for s in random_split(D(),[.3,.7],torch.Generator().manual_seed(3))]
[s.indices for s in random_split(D(),[.25,.25,.5],torch.Generator().manual_seed(3))]
[s.indices for s in random_split(D(3),[.25,.25,.25,.25],torch.Generator().manual_seed(3))]
[s.indices for s in random_split(D(3),[.1,.1,.8],torch.Generator().manual_seed(3))]
random_split(D(),[3,8])
random_split(D(),[.3,.8])
random_split(D(),[.3,.3])
random_split(D(),[1.3,-.3])
random_split(D(),[-1,11])
random_split(D(),[0,10])
random_split(D(),[0.0,1.0])
random_split(D(),[0.5, 0.4999999])
random_split(D(),[0.9])
random_split(D(0),[0.5,0.5])
random_split(D(),[])
random_split(D(1),[1])
random_split(D(),['a'])
random_split(5,[5])
random_split(D(),[10], generator=5)
random_split(D(),[10], None)
random_split(I(),[10])
random_split(IL(),[10])
random_split(D(), torch.tensor([3,7]))
random_split(D(), (3,7))
''')
