# DataLoader without workers: options, errors, attributes that are fixed, warnings of lengths.
import os
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


os.sched_getaffinity = lambda pid: range(64)  # no warning of many workers
ds = D(6)
show('''
DataLoader(ds)
iter(DataLoader(ds))
len(iter(DataLoader(ds,2)))
list(DataLoader(ds,4))
list(DataLoader(ds,4,drop_last=True))
list(DataLoader(ds,None))
list(DataLoader(ds,batch_size=None,collate_fn=lambda z:z+1))
list(DataLoader(ds,batch_sampler=[[0,1],[2]]))
list(DataLoader(ds,sampler=[3,1,2]))
list(DataLoader(G(6),4))
list(DataLoader(Bad(6),4))
list(DataLoader([1,2,3],2))
list(DataLoader({0:'a',1:'b'},2))
list(DataLoader('abc',2))
list(DataLoader(5,2))
DataLoader(5,2)
DataLoader(5,2,shuffle=True)
DataLoader(None)
list(DataLoader(None))
DataLoader(D(0))
list(DataLoader(D(0)))
DataLoader(D(0),shuffle=True)
len(DataLoader(D(0)))
len(DataLoader(ds,4))
len(DataLoader(ds,4,drop_last=True))
len(DataLoader(ds,None))
len(DataLoader(I(),4))
len(DataLoader(IL(10),4))
len(DataLoader(IL(10),4,drop_last=True))
len(DataLoader(IL(10),None))
DataLoader(ds,0)
DataLoader(ds,-1)
DataLoader(ds,2.5)
DataLoader(ds,True)
DataLoader(ds,'a')
DataLoader(ds,2,drop_last=1)
DataLoader(ds,2,num_workers=-1)
DataLoader(ds,2,num_workers=1.5)
DataLoader(ds,2,num_workers='a')
DataLoader(ds,2,num_workers=None)
DataLoader(ds,2,timeout=-1)
DataLoader(ds,2,timeout='a')
DataLoader(ds,2,prefetch_factor=2)
DataLoader(ds,2,num_workers=1,prefetch_factor=-2)
DataLoader(ds,2,num_workers=1,prefetch_factor=0)
DataLoader(ds,2,num_workers=1,prefetch_factor=1.5)
DataLoader(ds,2,num_workers=1,prefetch_factor='a')
DataLoader(ds,2,persistent_workers=True)
DataLoader(ds,2,shuffle=True,sampler=[1])
DataLoader(ds,2,batch_sampler=[[1]])
DataLoader(ds,1,batch_sampler=[[1]],drop_last=True)
DataLoader(ds,1,batch_sampler=[[1]],shuffle=True)
DataLoader(ds,1,batch_sampler=[[1]],sampler=[1])
DataLoader(ds,None,drop_last=True)
DataLoader(I(),shuffle=True)
DataLoader(I(),shuffle=False)
DataLoader(I(),shuffle=None)
DataLoader(I(),shuffle=0)
DataLoader(I(),sampler=[1])
DataLoader(I(),batch_sampler=[[1]])
DataLoader(ds,2,shuffle='a')
DataLoader(ds,2,shuffle=5)
list(DataLoader(I(5),2))
list(DataLoader(I(5),2,drop_last=True))
list(DataLoader(I(5),None))
list(DataLoader(I(0),2))
iter(DataLoader(ds,2,timeout=3))
list(DataLoader(ds,2,timeout=3))
DataLoader(ds,2,generator=5)
iter(DataLoader(ds,2,generator=5))
list(DataLoader(ds,2,shuffle=True,generator=g()))
list(DataLoader(ds,2,sampler=RandomSampler(ds,generator=g()),generator=g()))
DataLoader(ds,2,multiprocessing_context='fork')
DataLoader(ds,2,num_workers=1,multiprocessing_context='x')
DataLoader(ds,2,num_workers=1,multiprocessing_context=5)
DataLoader(ds,2,num_workers=1,multiprocessing_context=None).multiprocessing_context
DataLoader(ds,2,num_workers=1).prefetch_factor
DataLoader(ds,2).prefetch_factor
DataLoader(ds,2,pin_memory=True)
list(DataLoader(ds,2,pin_memory=True))
list(DataLoader(ds,2,pin_memory=True,pin_memory_device='cuda'))
list(DataLoader(ds,2,pin_memory_device='cuda'))
list(DataLoader(ds,2,collate_fn=5))
list(DataLoader(ds,2,worker_init_fn=5))
list(DataLoader(ds,2,in_order=False))
DataLoader(ds,2,in_order=5).in_order
{k:v for k,v in sorted(vars(DataLoader(ds,2)).items()) if 'object at' not in repr(v)}
{k:v for k,v in sorted(vars(DataLoader(I(),2)).items()) if 'object at' not in repr(v)}
{k:type(v) for k,v in sorted(vars(DataLoader(ds,2)).items()) if 'object at' in repr(v)}
{k:type(v) for k,v in sorted(vars(DataLoader(I(),2)).items()) if 'object at' in repr(v)}
DataLoader(ds,2)._auto_collation
DataLoader(ds,2)._index_sampler
DataLoader(ds,None)._index_sampler
DataLoader(I())._index_sampler
DataLoader(I()).sampler
len(DataLoader(I()).sampler)
next(iter(DataLoader(I()).sampler))
DataLoader(I()).batch_sampler
torch.utils.data._utils.fetch._MapDatasetFetcher(ds,True,default_collate,False).fetch([1,2])
torch.utils.data._utils.fetch._MapDatasetFetcher(ds,False,default_convert,False).fetch(1)
torch.utils.data._utils.fetch._IterableDatasetFetcher(I(3),True,default_collate,False).fetch([1,2])
vars(torch.utils.data._utils.fetch._IterableDatasetFetcher(I(3),True,default_collate,False))
torch.utils.data._DatasetKind.Map, torch.utils.data._DatasetKind.Iterable
torch.utils.data._DatasetKind.create_fetcher(0,ds,True,default_collate,False)
torch.utils.data._DatasetKind.create_fetcher(1,I(),True,default_collate,False)
get_worker_info()
WorkerInfo
torch.utils.data._utils.worker.WorkerInfo
torch.utils.data._utils.worker.WorkerInfo(id=1)
torch.utils.data._utils.worker.WorkerInfo(id=1, num_workers=2, seed=3, dataset=None)
torch.utils.data._utils.MP_STATUS_CHECK_INTERVAL
''')


class Sub(DataLoader):
    pass


class Long(I):
    def __len__(self):
        return 3


NAMES = """batch_size batch_sampler sampler drop_last dataset persistent_workers num_workers timeout collate_fn generator pin_memory
prefetch_factor in_order worker_init_fn multiprocessing_context foo""".split()
for loader in DataLoader(ds, 2), Sub(ds, 2):
    for name in NAMES:
        try:
            setattr(loader, name, None if name != 'num_workers' else 0)
            print(name, 'set')
        except Exception as error:
            print(name, type(error).__name__, error)
try:
    iter(DataLoader(ds, 2)).__getstate__()
except NotImplementedError as error:
    print(error)
for size in 1, 4:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        loader = DataLoader(Long(6), size)
        len(loader)
        for batch in loader:
            print(batch)
        for each in caught:
            print(hide(str(each.message)), each.filename == __file__)
batches = iter(DataLoader(D(2), None))
print(list(batches), list(batches), next(batches, 'end'))


class Fails(D):
    def __getitem__(self, i):
        if i in (1, 2):
            raise ValueError(i)
        return i


batches = iter(DataLoader(Fails(4), None))
for _ in range(6):
    try:
        print(next(batches))
    except (ValueError, StopIteration) as error:
        print(type(error).__name__, error)
