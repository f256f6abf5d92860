# What the topics mistakes_* share: a line of theirs is run in a fresh set of names, and what it says is printed.
# ";; " divides the steps of a mistake, "|| " the lines of a step. By itself this prints nothing.
import warnings
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset, Dataset, random_split, Subset, ConcatDataset
warnings.simplefilter('ignore')


def scope():
    torch.manual_seed(0)
    g = dict(torch=torch, nn=nn, F=F, DataLoader=DataLoader, TensorDataset=TensorDataset, Dataset=Dataset, random_split=random_split,
             Subset=Subset, ConcatDataset=ConcatDataset)
    g.update(x=torch.arange(6.).reshape(2, 3), y=torch.arange(12.).reshape(3, 4), v=torch.arange(3.), w=torch.arange(4.),
             i=torch.arange(3), b=torch.tensor([True, False, True]), t=torch.arange(24.).reshape(2, 3, 4),
             img=torch.arange(32.).reshape(1, 2, 4, 4), s=torch.tensor(2.5), e=torch.zeros(0),
             z=torch.ones(2, 3, dtype=torch.complex64), h=torch.ones(2, 3).half(), d=torch.ones(2, 3).double(),
             p=torch.ones(3, requires_grad=True), lin=nn.Linear(3, 2), conv=nn.Conv2d(2, 3, 3),
             n=torch.arange(6).reshape(2, 3), k=torch.tensor([0, 1]))
    return g


def said(line):
    g = scope()
    head, _, tail = line.rpartition(';; ')
    try:
        for part in head.split(';; ') if head else ():
            exec(part.replace('|| ', '\n'), g)
        try:
            eval(tail, g)
        except SyntaxError:
            exec(tail.replace('|| ', '\n'), g)
    except Exception as error:
        return f'{type(error).__name__}: {error}'
    return 'nothing'


def tell(mistakes):
    for line in mistakes.strip().split('\n'):
        print('>>>', line)
        print(said(line))
