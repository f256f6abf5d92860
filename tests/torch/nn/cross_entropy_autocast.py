# Cross entropy of half types under autocasting is computed in float32, as one function; log_softmax by itself is not.
import torch, torch.nn.functional as F
torch.manual_seed(0)
z=torch.randn(8,3).bfloat16().requires_grad_(); y=torch.arange(8)%3
def show(n,t): print(n, t.dtype, t.detach().double().flatten()[:6].tolist())
ls=F.log_softmax(z,1); show('ls',ls); g=torch.zeros(8,3).bfloat16(); g[torch.arange(8),y]=-.125
a,=torch.autograd.grad(ls,z,g,retain_graph=True); show('lsb',a)
with torch.autocast('cpu',dtype=torch.bfloat16):
    w=torch.log_softmax(z,1); show('w',w); l=F.nll_loss(w,y); show('l',l.reshape(1)); l2=F.cross_entropy(z,y); show('l2',l2.reshape(1)); l3=F.cross_entropy(z,y,label_smoothing=.1); show('l3',l3.reshape(1)); l4=F.cross_entropy(z,F.one_hot(y,3).float()); show('l4', l4.reshape(1))
for n,l_ in (('g1',l),('g2',l2),('g3',l3),('g4',l4)): 
    a,=torch.autograd.grad(l_,z,retain_graph=True); show(n,a)
