# Samplers: orders, options and errors; blocks that keep their memory bounded.
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


def g(seed=3):
    return torch.Generator().manual_seed(seed)


show('''
Sampler()
iter(Sampler())
len(Sampler())
Sampler(5)
Sampler[int]
Dataset[int]
DataLoader[int]
IterableDataset[int]
SequentialSampler(D(3))
list(SequentialSampler(D(3)))
iter(SequentialSampler(D(3)))
list(SequentialSampler(5))
RandomSampler(D())
list(RandomSampler(D(),generator=g()))
list(RandomSampler(D(),num_samples=25,generator=g()))
list(RandomSampler(D(),num_samples=5,generator=g()))
list(RandomSampler(D(),True,generator=g()))
list(RandomSampler(D(),True,num_samples=70,generator=g()))
len(RandomSampler(D(),True,num_samples=70,generator=g()))
RandomSampler(D(0))
list(RandomSampler(D(0)))
len(RandomSampler(D(0)))
list(RandomSampler(D(0), True, 3))
RandomSampler(D(), num_samples=0)
RandomSampler(D(), num_samples=-1)
RandomSampler(D(), num_samples=1.5)
RandomSampler(D(), num_samples=True)
RandomSampler(D(), 'a')
RandomSampler(D(), 1)
RandomSampler(5)
RandomSampler(D(), True, 10**10)
RandomSampler(D(), True, 10**10).num_samples
next(iter(RandomSampler(D(), True, 10**10, g())))
RandomSampler(I(), num_samples=3)
RandomSampler(I())
list(SubsetRandomSampler([3,4,5],g()))
list(SubsetRandomSampler((3,4,5),g()))
list(SubsetRandomSampler(range(5),g()))
list(SubsetRandomSampler(torch.tensor([3,4,5]),g()))
list(SubsetRandomSampler([],g()))
len(SubsetRandomSampler([3]))
SubsetRandomSampler(5)
list(SubsetRandomSampler(5))
list(SubsetRandomSampler('abc',g()))
list(WeightedRandomSampler([.1,.9,.4],7,True,g()))
list(WeightedRandomSampler([.1,.9,.4],2,False,g()))
list(WeightedRandomSampler([.1,.9,.4],4,False,g()))
len(WeightedRandomSampler([.1,.9,.4],7))
WeightedRandomSampler([.1,.9,.4],7).weights
WeightedRandomSampler(torch.tensor([1,2]),7).weights
WeightedRandomSampler(iter([.1]),7)
WeightedRandomSampler((i for i in [.1]),7)
WeightedRandomSampler([.1],0)
WeightedRandomSampler([.1],-1)
WeightedRandomSampler([.1],True)
WeightedRandomSampler([.1],1.)
WeightedRandomSampler([.1],1,1)
WeightedRandomSampler([[.1]],1)
WeightedRandomSampler([[[.1]]],1)
WeightedRandomSampler(.1,1)
WeightedRandomSampler([],1)
list(WeightedRandomSampler([0.,0.],1))
list(WeightedRandomSampler([-1.,2.],1))
WeightedRandomSampler('ab',1)
list(BatchSampler(SequentialSampler(D()),3,False))
list(BatchSampler(SequentialSampler(D()),3,True))
list(BatchSampler([1,2,3],2,True))
list(BatchSampler('abc',2,False))
list(BatchSampler(iter([1,2,3]),2,False))
list(BatchSampler(5,2,False))
len(BatchSampler(SequentialSampler(D()),3,False))
len(BatchSampler(SequentialSampler(D()),3,True))
BatchSampler([1],0,False)
BatchSampler([1],-1,False)
BatchSampler([1],1.5,False)
BatchSampler([1],True,False)
BatchSampler([1],'a',False)
BatchSampler([1],1,0)
BatchSampler([1],1,None)
BatchSampler([1],None,False)
BatchSampler([1],1)
DistributedSampler(D())
DistributedSampler(D(),2,0)
list(DistributedSampler(D(),3,0))
list(DistributedSampler(D(),3,1))
list(DistributedSampler(D(),3,2))
list(DistributedSampler(D(),3,0,shuffle=False))
list(DistributedSampler(D(),3,1,shuffle=False))
list(DistributedSampler(D(),3,2,shuffle=False))
list(DistributedSampler(D(),3,0,shuffle=False,drop_last=True))
list(DistributedSampler(D(),3,2,shuffle=False,drop_last=True))
list(DistributedSampler(D(2),5,4,shuffle=False))
list(DistributedSampler(D(2),5,4,seed=7))
list(DistributedSampler(D(2),5,4,shuffle=False,drop_last=True))
list(DistributedSampler(D(0),5,4,shuffle=False))
[len(DistributedSampler(D(n),3,0,drop_last=b)) for n in range(8) for b in (False,True)]
DistributedSampler(D(),3,3)
DistributedSampler(D(),3,-1)
DistributedSampler(D(),3)
DistributedSampler(D(),rank=3)
sorted(vars(DistributedSampler(D(),3,1)).items(), key=str)[1:]
DistributedSampler(D(),3,1).set_epoch(4)
''')
sampler = DistributedSampler(D(), 3, 1)
print(list(sampler), list(sampler))
sampler.set_epoch(4)
print(list(sampler))
for count in 64, 32, 33:
    generator = g()
    print(len(list(RandomSampler(range(100), True, count, generator))), torch.rand(1, generator=generator).item())
generator = g()
indices = iter(RandomSampler(range(100), True, 65, generator))
print([next(indices) for _ in range(10)], torch.rand(1, generator=generator).item())
torch.manual_seed(0)
for sampler in SequentialSampler(D()), RandomSampler(D()), RandomSampler(D(), True), RandomSampler(D(), num_samples=13), \
        SubsetRandomSampler([4, 5, 6]), WeightedRandomSampler([1, 2, 3.], 4), DistributedSampler(D(), 2, 0):
    print(type(sampler).__name__, torch.rand(1).item())
    indices = iter(sampler)
    print(torch.rand(1).item(), next(indices), torch.rand(1).item(), list(indices), torch.rand(1).item())
