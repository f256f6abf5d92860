# interpolate with antialias
import torch
import torch.nn.functional as F
torch.manual_seed(0)
x=torch.randn(2,3,7,9); g=torch.arange(2*3*16.).reshape(2,3,4,4)
def t(f):
    try:
        r=f(); print(tuple(r.shape), r.stride(), [f'{v:.4f}' for v in r.flatten()[:9].tolist()], f'{r.double().sum():.3f}')
    except Exception as e: print(type(e).__name__, str(e)[:150])
for mode in ('bilinear','bicubic','lanczos'):
    for size in ((3,4),(14,20),(7,9),(1,1),(7,3)):
        for ac in (None,False,True):
            t(lambda: F.interpolate(x,size=size,mode=mode,antialias=True,align_corners=ac))
    t(lambda: F.interpolate(x,scale_factor=0.3,mode=mode,antialias=True))
    t(lambda: F.interpolate(x,scale_factor=(0.5,2.2),mode=mode,antialias=True))
    t(lambda: F.interpolate(x,scale_factor=0.4,mode=mode,antialias=True,recompute_scale_factor=True))
    t(lambda: F.interpolate(x.double(),size=(3,3),mode=mode,antialias=True))
    t(lambda: F.interpolate(x.half(),size=(3,3),mode=mode,antialias=True).shape and torch.ones(1))
    t(lambda: F.interpolate(x,size=(3,3),mode=mode))
w=x.clone().requires_grad_()
for mode in ('bilinear','bicubic'):
    r=F.interpolate(w,size=(3,4),mode=mode,antialias=True); print(r.grad_fn.name())
    t(lambda: torch.autograd.grad(r.square().sum(),w)[0])
t(lambda: F.interpolate(x[0],size=3,mode='linear',antialias=True))
t(lambda: F.interpolate(x[:0],size=(3,3),mode='bilinear',antialias=True))
t(lambda: F.interpolate(x,size=(0,3),mode='bilinear',antialias=True))
