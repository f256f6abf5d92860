# torch.signal.windows: every window, lengths, options, refusals.
import torch
import torch.signal.windows as W
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for n in 'bartlett blackman cosine exponential gaussian general_hamming hamming hann kaiser nuttall'.split():
    f=getattr(W,n)
    for M in (0,1,2,5,6):
        for s in (True,False):
            t(lambda:f(M,sym=s,requires_grad=M>2))
    t(lambda:f(7,dtype=torch.float64)); t(lambda: f(-2)); t(lambda:f(3,dtype=torch.int32)); t(lambda: f(0,requires_grad=True)); t(lambda: f(1,requires_grad=True)); t(lambda:f(1,dtype=torch.float64)); t(lambda: f(2.0))
t(lambda:W.general_cosine(1,a=[.5,.5]));t(lambda:W.exponential(4,tau=2.5,center=1.,sym=False));t(lambda:W.gaussian(5,std=.4));t(lambda:W.kaiser(6,beta=0));t(lambda:W.kaiser(6,beta=3.5))
t(lambda:W.general_cosine(4,a=(1,)));t(lambda:W.general_cosine(4,a=torch.ones(2))); t(lambda:W.general_hamming(4,alpha=.7)); t(lambda:W.hann(M=4)); t(lambda:W.hann(4,True));t(lambda:W.hann()); t(lambda:W.hann(4,x=1))
