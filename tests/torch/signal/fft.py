import torch
def t(f):
    try:
        r = f()
        print(r if "Backward0 object" not in str(r) else type(r).__name__)
    except Exception as e: print(type(e).__name__, str(e)[:400])
x=torch.arange(6.).requires_grad_()
f=torch.fft
t(lambda: f.fft(x,n=8)); t(lambda: f.fft(x,n=3)); t(lambda: f.fft(x,n=0)); t(lambda: f.fft(x,dim=2)); t(lambda: f.fft(x,norm='foo')); t(lambda: f.fft(x,norm='ortho'))
t(lambda: f.irfft(x,n=1)); t(lambda: f.irfft(x,n=-1)); t(lambda: f.rfft(x.to(torch.complex64))); t(lambda: f.fft(x.long())); t(lambda: f.fft(x.half())); t(lambda: f.fft(x.double()).dtype)
y=torch.arange(12.).view(3,4)
t(lambda: f.fft2(y)); t(lambda: f.rfft2(y)); t(lambda: f.ifft2(y)); t(lambda: f.irfft2(y)); t(lambda: f.fftn(y)); t(lambda: f.rfftn(y,s=(2,))); t(lambda: f.fftn(y,s=(2,3),dim=(0,1)));
t(lambda: f.fftn(y,s=(2,3),dim=(0,))); t(lambda: f.fftn(y,dim=(0,0))); t(lambda: f.fft2(x)); t(lambda: f.fftn(y,s=(1,2,3))); t(lambda: f.fftn(y,s=(-1,2))); t(lambda: f.fftn(y,s=(0,2)))
t(lambda: f.fftfreq(5)); t(lambda: f.fftfreq(4,d=.1)); t(lambda: f.rfftfreq(5)); t(lambda: f.rfftfreq(4,.5)); t(lambda: f.fftfreq(0)); t(lambda: f.fftfreq(-1)); t(lambda: f.fftfreq(4,dtype=torch.float64)); t(lambda: f.fftfreq(4,dtype=torch.int64))
t(lambda: f.fftshift(y)); t(lambda: f.fftshift(y,dim=1)); t(lambda: f.ifftshift(y,dim=(0,))); t(lambda: f.ifftshift(torch.arange(5))); t(lambda: f.fftshift(x).grad_fn)
out=torch.empty(0,dtype=torch.complex64); f.fft(y,out=out); print(out)
t(lambda: f.fft(y,out=torch.empty(0)))
t(lambda: f.fft(y,4,1,'ortho').stride()); t(lambda: f.fft(y,dim=0).stride()); t(lambda: f.fft(y.t(),dim=0).stride()); t(lambda: f.rfft(y,dim=0).stride()); t(lambda: f.rfft2(torch.rand(2,3,4,5)).stride()); t(lambda: f.fft2(torch.rand(2,3,4,5)).stride()); t(lambda: f.irfft2(torch.rand(2,3,4,5)).stride()); t(lambda: f.irfft(y,dim=0).stride())
t(lambda: f.fft(y.to(torch.complex64),dim=0).stride()); t(lambda: f.fftn(torch.rand(2,3,4,5),dim=(0,2)).stride())
torch.manual_seed(0)
def close(a,b): 
    return a.shape, a.dtype, a.stride(), float((a-b).abs().max())<1e-5
f=torch.fft
for n in (1,2,3,4,5,6,7,8,9,12,16,25,29,31,37,49,64,97,100,101,127,128,210,211,1000,1009,1024):
    x=torch.randn(n,2,dtype=torch.float64)
    y=f.fft(x,dim=0)
    k=torch.arange(n,dtype=torch.float64)
    w=torch.polar(torch.ones(n,n,dtype=torch.float64),-2*torch.pi*(torch.outer(k,k)%n)/n)
    ref=w@x.to(torch.complex128)
    print(n, float((y-ref).abs().max())<1e-9*n, float((f.ifft(y,dim=0)-x).abs().max())<1e-12, float((f.irfft(f.rfft(x,dim=0),n=n,dim=0)-x).abs().max())<1e-12)
z=torch.randn(3,4,5,6)
for d in [(0,),(1,2),(0,2),(3,1),(0,1,2,3)]:
    print((f.fftn(z,dim=d).abs().sum()).round(decimals=1), (f.irfftn(f.rfftn(z,dim=d),s=[z.size(i) for i in d],dim=d)-z).abs().max()<1e-5, f.rfftn(z,dim=d).shape, f.rfftn(z,dim=d).stride())
q=torch.randn(2,6,dtype=torch.complex128,requires_grad=True); r=torch.randn(2,6,dtype=torch.float64,requires_grad=True)
from torch.autograd import gradcheck, gradgradcheck
for g in (lambda v: f.rfft(v).abs(), lambda v: f.irfft(f.rfft(v)**2), lambda v: f.rfft2(v).abs(), lambda v: f.fft(v,n=9).real, lambda v: f.hfft(v), lambda v: f.ihfft(v).imag, lambda v: f.irfft2(f.rfft2(v)*2), lambda v: f.fftn(v).abs()):
    print(gradcheck(g,r), gradgradcheck(g,r))
