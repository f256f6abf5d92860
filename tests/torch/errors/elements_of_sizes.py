# Lists of ints: their first element decides whether a signature takes them, what stands behind may also be a bool or a tensor.
import torch
from torch.nn import functional as F


def t(f):
    try:
        print(repr(f()).replace('\n', ' '))
    except Exception as e:
        print(type(e).__name__, str(e)[:230].replace('\n', '|'))


t(lambda: torch.zeros((2,True)).shape)
t(lambda: torch.zeros((True,2)).shape)
t(lambda: torch.zeros(2,True).shape)
t(lambda: torch.zeros(True, 2).shape)
t(lambda: torch.ones(2,2).view(4,True).shape)
t(lambda: torch.ones(2,2).view((4,True)).shape)
t(lambda: torch.ones(2,2).sum((0,True)))
t(lambda: torch.ones(2,2).permute(1, False))
t(lambda: torch.ones(2,2).permute((False, 1)))
t(lambda: torch.ones(2,2).expand(2,True, 2))
t(lambda: torch.ones(2,2).repeat(2,True, 2))
t(lambda: torch.ones(2,2).reshape(True,2, 2))
t(lambda: F.pad(torch.ones(2,2),(1,True)))
t(lambda: F.max_pool2d(torch.ones(1,2,2),(1,True)))
t(lambda: torch.empty(b'ab').shape)
t(lambda: torch.empty('ab').shape)
t(lambda: torch.ones(2,2).flip(0,True))
t(lambda: torch.zeros((2,torch.tensor(3))).shape)
t(lambda: torch.zeros((torch.tensor(3),2)).shape)
t(lambda: torch.zeros((2,torch.tensor([3]))).shape)
t(lambda: torch.zeros({1:2,3:4}))
t(lambda: torch.zeros((2,True), dtype=int).roll((1,True),(0,True)))
t(lambda: F.adaptive_avg_pool1d(torch.ones(1, 4), (2, 'a')))
t(lambda: F.avg_pool1d(torch.ones(1, 4), (2, None)))
t(lambda: F.pad(torch.ones(1, 4), [1, 'a']))
