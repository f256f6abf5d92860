# complex numbers: values, errors and gradients, an expression each
import torch
def t(f):
    try: r=f(); print(r, r.grad_fn.__class__.__name__ if isinstance(r,torch.Tensor) else '')
    except Exception as e: print(type(e).__name__, str(e).split('\n')[0])
z=torch.tensor([1+2j, 3-1j, -0.5j])
w=torch.tensor([[1j,2],[3,4-1j]],dtype=torch.complex128)
print(z, z.dtype, w, torch.tensor(1j), torch.tensor([1, 2j]), torch.tensor([1.5,2j,True]))
for e in '''
    z+1; z*2j; 1j*z; z-z; z/(1+1j); z**2; z**1j; 2**z; 1/z; -z; z==z; z!=1; z==1+2j; abs(z); z.angle(); z.conj(); z.real; z.imag; z.conj_physical();
    torch.view_as_real(z); z.exp(); z.log(); z.sqrt(); z.sin(); z.cos(); z.tanh(); z.sgn(); z.reciprocal(); z.sum(); z.mean(); z.prod(); z.cumsum(0);
    w.sum(0); w.mean(1,keepdim=True); w.prod(1); w.cumsum(1); w@w; torch.mm(w,w); w@w[0]; torch.dot(z,z); torch.vdot(z,z); torch.bmm(w[None],w[None]);
    z.isreal(); torch.isreal(z); z.is_complex(); z.is_conj(); z.conj().resolve_conj(); z<z; z.max(); z.tolist(); z[0].item(); complex(z[0]); z.float();
    z.to(torch.complex128); torch.ones(2,dtype=torch.complex64); torch.zeros(2,dtype=torch.complex64); torch.full((2,),1+1j); torch.arange(3)*1j;
    torch.ones(2)+1j; torch.ones(2,dtype=torch.float64)*1j; torch.ones(2,dtype=torch.int64)*1j; torch.complex(torch.ones(2),torch.ones(2)*2);
    torch.polar(torch.ones(2),torch.tensor([0,1.5])); torch.view_as_complex(torch.ones(3,2)); torch.view_as_complex(torch.ones(3,3));
    torch.view_as_complex(torch.ones(3,2).long()); torch.view_as_real(torch.ones(2)); torch.real(torch.ones(2)); torch.imag(torch.ones(2));
    torch.complex(torch.ones(2),torch.ones(2).double()); z.isnan(); z.isfinite(); z.abs().sum(); z.dot(z.conj()); w.T; w.mT; w.H; w.mH; w.adjoint();
    torch.where(z.real>0,z,0); z.masked_fill(z.real>0,2j); torch.cat([z,z]); torch.stack([z,z]); z[None]; z.flip(0); z.sigmoid(); z.floor();
    z.clamp(0,1); z.sign(); z%2; z//2; z.int(); z.bool(); bool(z[0]); float(z[0]); z.logical_not(); torch.allclose(z,z); torch.equal(z,z); z.square();
    z.rsqrt(); z.pow(0.5); z.pow(z); torch.pow(2j,torch.ones(2)); torch.add(z,z,alpha=2j); torch.linspace(0,1,3)+0j;
    torch.empty(0,dtype=torch.complex64); torch.tensor([1e-5+1e5j]); torch.tensor([float('nan')+1j, complex('inf')]);
    torch.zeros(1200,dtype=torch.complex64); z.norm(); z.std(); z.var(); z.argmax(); z.sort(); torch.erf(z); z.t(); z.unique(); z.nonzero(); z.sinc();
    z.expm1(); z.log1p(); z.log2(); z.log10(); z.tan(); z.asin(); z.acosh(); z.diff(); z.repeat(2); z.view(3,1); z.to(torch.float32); z.numel();
    z.element_size(); repr(z[0]); f"{z[0]}"; z[0]==(1+2j); z.float_power(2); torch.tensor([1,2]).to(torch.complex64); torch.is_complex(z);
    z.dtype.is_complex; z.outer(z); torch.einsum('i,i',z,z); z.silu(); z.all(); z.any(); torch.result_type(z,1.0); torch.complex64.to_real();
    z.count_nonzero(); torch.eye(2,dtype=torch.complex64); z.new_tensor([1j]); torch.nn.functional.softsign(z); z.min(); z.median(); torch.maximum(z,z)
'''.split(';'):
    print('#', e.strip())
    t(lambda: eval(e.strip()))
x=torch.tensor([1.,2.],requires_grad=True)
def g(f, *leaves):
    try: print([type(torch.autograd.grad(f(),leaves)[0]).__name__, *torch.autograd.grad(f(),leaves)])
    except Exception as e: print(type(e).__name__, str(e).split('\n')[0])
c=torch.tensor([1+2j,-0.5+1j],requires_grad=True)
d=torch.tensor([2-1j,1.5+0.5j],requires_grad=True)
for e in '''
    (c*d).abs().sum(); (c/d).abs().sum(); (c**2).abs().sum(); (c**3).real.sum(); c.log().abs().sum(); c.sqrt().imag.sum(); c.sin().real.sum();
    c.tanh().abs().sum(); c.angle().sum(); c.sgn().real.sum(); c.reciprocal().abs().sum(); (c@d).abs(); torch.vdot(c,d).abs();
    torch.view_as_real(c).pow(2).sum(); c.prod().abs(); c.cumsum(0).abs().sum(); c.mean().abs(); (c*2j).real.sum(); (c-d).abs().sum();
    (2j/c).real.sum(); c.square().imag.sum(); torch.where(c.real>0,c,d).abs().sum(); c.rsqrt().abs().sum(); c.sigmoid().abs().sum();
    c.tan().abs().sum(); c.cosh().abs().sum(); c.atan().abs().sum(); c.log1p().abs().sum(); c.sinc().abs().sum(); c.silu().abs().sum(); c.sum()
'''.split(';'):
    print('#', e.strip())
    g(lambda: eval(e.strip()), c)
for e in '''
    (x*1j).abs().sum(); torch.complex(x,x*2).abs().sum(); torch.polar(x,x*2).real.sum(); torch.view_as_complex(torch.stack([x,x],-1)).abs().sum();
    (x*c.detach()).abs().sum(); x.angle().sum(); (x+1j).angle().sum(); (x/(1+2j)).abs().sum(); x.conj().sum(); torch.polar(x*3,x*x).imag.sum()
'''.split(';'):
    print('#', e.strip())
    g(lambda: eval(e.strip()), x)
a=torch.zeros(2,dtype=torch.complex64); a.real.fill_(3); a.imag[0]=1; print(a); a[1]=2j; print(a); a.mul_(1j); print(a); a.add_(1); print(a); a.real=torch.tensor([5.,6.]); print(a)
y=(c*1); print(y, y.real, y.conj(), y.imag.grad_fn.__class__.__name__, torch.view_as_real(y).grad_fn.__class__.__name__, y.abs())
print(c)
