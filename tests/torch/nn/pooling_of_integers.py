# Pooling of tensors that are no floats: integers have maxima, int64 also means, which are rounded towards zero.
import torch
from torch.nn import functional as F


def t(f):
    try:
        print(repr(f()).replace('\n', ' '))
    except Exception as e:
        print(type(e).__name__, str(e)[:230].replace('\n', '|'))


x=torch.arange(-8,8).reshape(1,1,4,4)
for d in (torch.int64, torch.int32, torch.uint8, torch.int16, torch.int8, torch.bool, torch.float16,torch.bfloat16):
    y=x.to(d)
    y3=torch.arange(16).reshape(1,1,2,2,4).to(d)
    print(d)

    t(lambda: F.max_pool2d(y,2,return_indices=True))
    t(lambda: F.max_pool2d(y,3,2,1,return_indices=True))
    t(lambda: F.avg_pool2d(y,2))
    t(lambda: F.avg_pool2d(y,3,2,1))
    t(lambda: F.avg_pool2d(y,3,2,1,True,False))
    t(lambda: F.avg_pool2d(y,3,2,1,divisor_override=2))
    t(lambda: F.max_pool3d(y3,2,return_indices=True))
    t(lambda: F.avg_pool3d(y3,2))
    t(lambda: F.avg_pool3d(y3,(1,2,3),1,(0,1,1),count_include_pad=False))
    t(lambda: F.avg_pool1d(y[0,0],2))
    t(lambda: F.max_pool1d(y[0,0],2))
    t(lambda: F.max_pool1d(y[0,0],2,return_indices=True))
    t(lambda: F.adaptive_max_pool2d(y,2))
    t(lambda: F.adaptive_avg_pool2d(y,2))
    t(lambda:F.adaptive_max_pool3d(y3,1))
    t(lambda:F.adaptive_avg_pool3d(y3,1))
    t(lambda: F.lp_pool2d(y,2,2))
