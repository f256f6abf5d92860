# Complex numbers as factors of products and sums, and what they hand back; products of complex matrices of all sizes.
import torch
torch.manual_seed(0)
torch.set_printoptions(precision=3)


def shown(z):
    return '%.3f%+.3fj' % (z.real.item() + 0., z.imag.item() + 0.) if abs(z.imag.item()) > 1e-9 else '%.3f' % z.real.item()


R=lambda *s: torch.randn(*s,dtype=torch.complex128,requires_grad=True)
def go(name,f,*ts):
    try:
        r=f(*ts); w=torch.randn(r.shape,dtype=r.dtype)
        g=torch.autograd.grad((r*w).abs().sum(),ts)
        print(name,'%.4f' % r.abs().sum().item(), shown(r.detach().sum()), *[shown(x.sum()) for x in g])
    except Exception as e: print(name,type(e).__name__,str(e)[:200])
a,b=2-1j,0.5+3j
for al,be in ((a,b),(1j,1j),(1+1j,1+2j),(1,0),(0,1j)):
    go('addmm',lambda x,y,z: torch.addmm(x,y,z,alpha=al,beta=be),R(2,2),R(2,3),R(3,2))
    go('baddbmm',lambda x,y,z: torch.baddbmm(x,y,z,alpha=al,beta=be),R(2,2,2),R(2,2,3),R(2,3,2))
    go('addbmm',lambda x,y,z: torch.addbmm(x,y,z,alpha=al,beta=be),R(2,2),R(2,2,3),R(2,3,2))
    go('addmv',lambda x,y,z: torch.addmv(x,y,z,alpha=al,beta=be),R(2),R(2,3),R(3))
    go('addr',lambda x,y,z: torch.addr(x,y,z,alpha=al,beta=be),R(2,3),R(2),R(3))
    go('addcmul',lambda x,y,z: torch.addcmul(x,y,z,value=al),R(2,3),R(2,3),R(3))
    go('addcdiv',lambda x,y,z: torch.addcdiv(x,y,z,value=al),R(2,3),R(2,3),R(3))
    go('add',lambda x,y: torch.add(x,y,alpha=al),R(2,3),R(2,3))
    go('sub',lambda x,y: torch.sub(x,y,alpha=al),R(2,3),R(2,3))
    go('rsub',lambda x,y: torch.rsub(x,y,alpha=al),R(2,3),R(2,3))
    go('mul',lambda x: x*al,R(2,3)); go('div',lambda x: x/(al+1),R(2,3)); go('rdiv',lambda x: al/x,R(2,3)); go('pow',lambda x: x**al,R(2,3)); go('rpow',lambda x: (al+.5)**x,R(2,3))
    go('lerp',lambda x,y: torch.lerp(x,y,al),R(2,3),R(2,3))
    go('fill',lambda x: x.clone().fill_(al)+x,R(2,3)); go('where',lambda x: torch.where(x.real>0,x,al),R(2,3)); go('mf',lambda x: x.masked_fill(x.real>0,al),R(2,3))
for dt in (torch.complex64, torch.complex128):
    for m,k,n in ((3,3,3),(20,30,40),(64,100,1),(1,100,100),(200,3,50),(33,65,17)):
        a=torch.randn(m,k,dtype=dt); b=torch.randn(k,n,dtype=dt); c=torch.randn(m,n,dtype=dt)
        ref=(a[:,:,None]*b[None]).sum(1)
        for r in (a@b, (b.mT.contiguous().mT.conj().conj()).T.matmul(a.T).T, a.mT.contiguous().mT@b, torch.addmm(c,a,b,beta=0.5)-c*0.5):
            print(m,k,n,dt,bool((r-ref).abs().max()<(1e-3 if dt==torch.complex64 else 1e-10)))
        r=torch.addmm(c,a,b,alpha=2-1j,beta=1j)
        print(bool((r-(ref*(2-1j)+c*1j)).abs().max()<1e-3))
        x=torch.randn(5,m,k,dtype=dt,requires_grad=True); (x@b).abs().sum().backward(); print('%.5g' % x.grad.abs().sum().item())
