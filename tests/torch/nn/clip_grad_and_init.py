# torch.nn.utils: norms of gradients, clipping, vectors of parameters; torch.nn.init: truncated, orthogonal, former names.
import warnings

import torch

warnings.simplefilter("ignore")

def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

t(lambda:U.get_total_norm([torch.ones(2),torch.ones(3).double()*2])); t(lambda:U.get_total_norm([])); t(lambda:U.get_total_norm(torch.ones(4),1)); t(lambda: U.get_total_norm([torch.tensor([float('inf')])],2.0,True))
p=torch.nn.Parameter(torch.ones(2)); p.grad=torch.tensor([float('nan'),1.])
t(lambda:U.clip_grad_norm_([p],1.,error_if_nonfinite=True)); t(lambda:U.clip_grad_norm_(p,1.)); t(lambda:U.clip_grad_norm(p,1.))
t(lambda:U.clip_grad_norm_([],1.)); t(lambda:U.clip_grad_norm_([torch.ones(2)],'a'));
def gen():
    yield
t(lambda:U.clip_grad_norm_((x for x in []),1.))
t(lambda:U.clip_grad_norm_([p],1.,norm_type='inf'));t(lambda:U.clip_grad_norm_([p],1.,norm_type='fro'))
p.grad=torch.tensor([3.,4.])
t(lambda:U.clip_grad_norm_([p],1.,norm_type=float('inf'))); print(p.grad)
t(lambda:U.clip_grads_with_norm_([p],0.5,torch.tensor(5.))); print(p.grad)
t(lambda:U.clip_grad_value_([p],0.05)); print(p.grad);t(lambda:U.clip_grad_value_(p,'x'))
t(lambda:U.parameters_to_vector([])); t(lambda:U.parameters_to_vector([p,torch.ones(2,2)])); t(lambda: U.vector_to_parameters(3,[p])); t(lambda: U.vector_to_parameters(torch.arange(3.),[p])); print(p)
t(lambda: U.vector_to_parameters(torch.arange(1.),[p]))
t(lambda:U.parameters_to_vector([torch.ones(2,2).t()]));t(lambda:U.parameters_to_vector([torch.ones(2,3).t()]))
q=torch.nn.Parameter(torch.ones(2))
t(lambda:U.parameters_to_vector([p,q]))
I=torch.nn.init
torch.manual_seed(0); print(I.trunc_normal_(torch.empty(3,4))); print(I.trunc_normal_(torch.empty(3,4),mean=3,std=2.,a=-1,b=1));print(I.trunc_normal_(torch.empty(2,3).double(),a=-.1,b=.2))
t(lambda:I.trunc_normal_(torch.empty(3,4),mean=9)); t(lambda:I.trunc_normal_(torch.empty(2,dtype=torch.bfloat16)))
t(lambda:I.orthogonal_(torch.empty(3))); t(lambda:I.orthogonal_(torch.empty(3,2,2),gain=2)); t(lambda:I.orthogonal_(torch.empty(2,5)));t(lambda:I.orthogonal_(torch.empty(0,5)));t(lambda:I.orthogonal_(torch.empty(5,2)))
t(lambda: I.normal(torch.empty(2))); t(lambda:I.xavier_uniform(torch.empty(2,2)))
t(lambda:I.trunc_normal_(torch.empty(0))); t(lambda:I.trunc_normal_(torch.empty(3),a=2,b=1));t(lambda:I.trunc_normal_(torch.empty(3),std=0))

for args in [(0.,1.,-2.,2.),(9.,1.,-2.,2.),(3.,2.,-1.,1.),(0.,1.,-.3,.3),(0.,1.,3.5,9.),(0.,.02,-2.,2.)]:
    for n in (1,4,20):
        for dt in (torch.float32,torch.float64):
            torch.manual_seed(3); x=I.trunc_normal_(torch.empty(n,dtype=dt),*args); print(x, torch.rand(1))
for s in [(3,2),(2,5),(5,2),(3,2,2),(4,4),(1,3),(0,5)]:
    q=I.orthogonal_(torch.empty(s),gain=2.); m=q.flatten(1); print(q.shape, q.stride(), torch.allclose(m@m.T if m.shape[0]<=m.shape[1] else m.T@m, 4*torch.eye(min(m.shape)),atol=1e-5) if m.numel() else None)
torch.manual_seed(0);print(I.orthogonal_(torch.empty(3,3)))
try: I.trunc_normal_(torch.empty(3),std=0)
except Exception as e: print(type(e).__name__,e)
