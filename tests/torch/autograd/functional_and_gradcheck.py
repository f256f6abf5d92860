"""torch.autograd.functional and gradcheck: values, nesting, errors."""
import torch
from torch.autograd.functional import *
def t(label,f,*a,**k):
    print('#',label)
    try: print(f(*a,**k))
    except Exception as e: print(type(e).__name__, str(e)[:900])
x=torch.tensor([1.,2.]); y=torch.tensor([3.,4.],requires_grad=True)
t(1,jacobian,lambda x:x.exp(),x)
t(2,jacobian,lambda x:x.exp(),y)
t(3,jacobian,lambda x:x.exp(),y,create_graph=True)
t(4,jacobian,lambda x,z:(x*z,x+z),(x,x+1))
t(5,jacobian,lambda x,z:x*z,(x,x+1))
t(6,jacobian,lambda x:(x*2,),x)
t(7,jacobian,lambda x:3,x)
t(8,jacobian,lambda x:(x,3),x)
t(9,jacobian,lambda x:x,3)
t(10,jacobian,lambda x:x,(x,3))
t(11,jacobian,lambda x:torch.ones(2),x)
t(12,jacobian,lambda x:torch.ones(2),x,strict=True)
t(13,jacobian,lambda x,z:x*2,(x,x),strict=True)
t(14,jacobian,lambda x:x.exp(),x,vectorize=True)
t(15,jacobian,lambda x:x.exp(),x,strategy='forward-mode')
t(16,jacobian,lambda x:x.exp(),x,strategy='forward-mode',vectorize=True)
t(17,jacobian,lambda x:x.exp(),x,strategy='x')
t(18,jacobian,lambda x:x.sum(),torch.ones(2,2))
t(19,hessian,lambda x:(x**3).sum(),x)
t(20,hessian,lambda x,z:(x**2*z).sum(),(x,x))
t(21,hessian,lambda x:x**2,x)
t(22,hessian,lambda x:(x.sum(),x.sum()),x)
t(23,hessian,lambda x:x.sum(),x)
t(24,hessian,lambda x:x.sum(),x,strict=True)
t(25,hessian,lambda x:(x**3).sum(),x,create_graph=True)
t(26,vjp,lambda x:x**2,x,x); t(27,vjp,lambda x:x.sum(),x); t(28,vjp,lambda x:x**2,x); t(29,vjp,lambda x:x**2,x,torch.ones(3)); t(30,vjp,lambda x:(x**2,x),x,(x,x)); t(31,vjp,lambda x:(x**2,x),x,x)
t(32,jvp,lambda x:x**2,x,x); t(33,jvp,lambda x:x.sum(),x); t(34,jvp,lambda x:x**2,x,torch.ones(3)); t(35,jvp,lambda x,z:x*z,(x,x),(x,x))
t(36,hvp,lambda x:(x**3).sum(),x,x); t(37,hvp,lambda x:(x**3),x,x); t(38,vhp,lambda x:(x**3).sum(),x,x); t(39,vhp,lambda x:(x**3).sum(),x);t(40,vhp,lambda x,z:(x**3*z).sum(),(x,x),(x,x)); t(41,hvp,lambda x,z:(x**3*z).sum(),(x,x),(x,x)); 
t(42,vjp,lambda x:x.sum(),x,create_graph=True); t(43,jvp,lambda x:x**2,x,x,create_graph=True); t(44,vhp,lambda x:(x**3).sum(),x,x,create_graph=True)
t(45,vjp,lambda x:torch.ones(2),x,x,strict=True); t(46,jvp,lambda x:torch.ones(2),x,x,strict=True); t(47,jvp,lambda x:torch.ones(2),x,x)
t(48,vhp,lambda x:x.sum(),x,x); t(49,hvp,lambda x:x.sum(),x,x); t(50,hvp,lambda x:x.sum(),x,x,strict=True)
t(51,vjp,lambda x:x.sum(),x,'a'); t(52,vjp,lambda x:x.sum(),x,(x,x))
t(53,jacobian,lambda x:x.sum()*x,y,create_graph=True,strict=True)
t(54,jacobian,lambda x:x*2,x,create_graph=True,strict=True)
t(55,vjp,lambda x:x*2,x,x,create_graph=True,strict=True)
t(56,jvp,lambda x:x*2,x,x,create_graph=True,strict=True)
t(57,jacobian,lambda x:torch.ones(2,requires_grad=True)*1,x,strict=True)
t(58,hvp,lambda x:x.sum(),x); t(59,vhp,lambda x:(x.sum(),),x,x); t(60,hvp,lambda x:[x.sum()],x,x)
t(61,jacobian,lambda x:[x,x],x); t(62,jacobian,lambda x:x,[x]); t(63,vjp,lambda x:torch.ones(2),x,x)
t(64,jvp,lambda x:x*2,torch.tensor(3.)); t(65,vhp,lambda x:x**3,torch.tensor(3.)); t(66,hvp,lambda x:x**3,torch.tensor(3.))
t(67,hessian,lambda x:(x**3).sum(),x,vectorize=True); t(68,hessian,lambda x:(x**3).sum(),x,outer_jacobian_strategy='forward-mode')
from torch.autograd import gradcheck, gradgradcheck
d=torch.tensor([1.,2.],dtype=torch.float64,requires_grad=True)
e=torch.tensor([[1.,2.],[3.,5.]],dtype=torch.float64,requires_grad=True)
t(70,gradcheck,lambda x:x.exp(),d); t(71,gradcheck,lambda x:x.exp(),(d,)); t(72,gradcheck,lambda x:x.exp(),x)
t(74,gradcheck,lambda x,z:x@z,(e,d)); t(75,gradgradcheck,lambda x:x.exp(),d); t(76,gradgradcheck,lambda x,z:x@z,(e,d))
class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx,x): return x*2
    @staticmethod
    def backward(ctx,g): return g*3
t(77,gradcheck,Bad.apply,d); t(78,gradcheck,Bad.apply,d,raise_exception=False)
t(79,gradcheck,lambda x:(x*2,Bad.apply(x)),d)
t(80,gradcheck,lambda x:x>1,d); t(82,gradcheck,lambda x:x.detach(),d); t(83,gradcheck,lambda x:x*1,d,eps=1e-3,atol=1e-3)
t(84,gradcheck,lambda x:x*1,d,fast_mode=True)
t(85,gradcheck,lambda x:x*1,3); t(86,gradcheck,lambda x,n:x*n,(d,3))
class Rand(torch.autograd.Function):
    @staticmethod
    def forward(ctx,x): return x*2
    @staticmethod
    def backward(ctx,g): return None
t(87,gradcheck,Rand.apply,d)
t(88,gradcheck,Bad.apply,e)
t(89,gradgradcheck,Bad.apply,e)
t(90,gradcheck,lambda x: x.sum(),torch.ones(2,dtype=torch.float64))
t(91,gradcheck,lambda x,y: x*y,(d,e),check_undefined_grad=False)
