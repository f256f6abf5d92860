# torch.embedding_bag, gradients by frequency, complex logsumexp, stft from the first window on, transposed convolutions of whole numbers.
import torch, torch.nn.functional as F
def t(f):
    try:
        r=f(); print(r)
    except Exception as e: print(type(e).__name__, str(e)[:300])
w=torch.arange(12.).reshape(4,3); i=torch.tensor([1,2,2,0,3,2]); o=torch.tensor([0,2,2])
t(lambda:torch.embedding_bag(w,i,o)); t(lambda:torch.embedding_bag(w,i,o,False,1)); t(lambda:torch.embedding_bag(w,i,o,False,2)); t(lambda:torch.embedding_bag(w,i,o,mode=1,padding_idx=2)); t(lambda:torch.embedding_bag(w,i,o,mode=0,padding_idx=-2)); t(lambda:torch.embedding_bag(w,i,o,mode=2,padding_idx=2)); t(lambda:torch.embedding_bag(w,i,o,mode=0,per_sample_weights=torch.arange(6.)))
t(lambda:torch.embedding_bag(w,i,o,mode=3)); t(lambda:torch.embedding_bag(w,i)); t(lambda:torch.embedding_bag(w,i.float(),o)); t(lambda:torch.embedding_bag(w,i,o,mode=0,padding_idx=9)); t(lambda:torch.embedding_bag(w,i,o,True,2));t(lambda:torch.embedding_bag(w,i,o,mode=1,per_sample_weights=torch.arange(6.))); t(lambda:torch.embedding_bag(w,i.int(),o.int())); t(lambda:torch.embedding_bag(w,torch.where(torch.arange(i.numel())==0,4,i),o)); t(lambda:torch.embedding_bag(w,i,o+1)); t(lambda:torch.embedding_bag(w,torch.tensor([],dtype=torch.long),torch.tensor([0,0])))
t(lambda: torch.embedding_bag(w.long(),i,o)); t(lambda: torch.embedding_bag(w[0],i,o))
for m in ('sum','mean'):
    for kw in ({},dict(padding_idx=2)):
        W=w.clone().requires_grad_(); y=F.embedding_bag(i,W,o,mode=m,scale_grad_by_freq=True,**kw); y.backward(torch.arange(9.).reshape(3,3)); print(y, W.grad)
W=w.clone().requires_grad_(); t(lambda:F.embedding_bag(i,W,o,mode='max',scale_grad_by_freq=True)); t(lambda:F.embedding_bag(i,W,o,mode='sum',sparse=False)); 
ps=torch.arange(6.).requires_grad_(); y=F.embedding_bag(i,W,o,mode='sum',per_sample_weights=ps,scale_grad_by_freq=True); y.backward(torch.ones(3,3)); print(W.grad,ps.grad)
W=w.clone().requires_grad_(); r=torch.embedding_bag(W,i,o,mode=0); print([x.requires_grad for x in r], r[0].grad_fn.__class__.__name__)
z=torch.tensor([[1+2j,-.5j,3],[0,1j,-2]]); 
t(lambda:torch.logsumexp(z,0)); t(lambda:torch.logsumexp(z,(0,1))); t(lambda:torch.logsumexp(z,1,True)); t(lambda:z.logsumexp(1)); t(lambda: torch.special.logsumexp(z,1))
zz=z.clone().requires_grad_(); q=torch.logsumexp(zz,1); print(q); q.abs().sum().backward(); print(zz.grad)
t(lambda: torch.logsumexp(torch.tensor([complex('inf'),1]),0)); t(lambda: torch.logsumexp(torch.tensor([complex(-float('inf'),0),complex(-float('inf'),0)]),0)); t(lambda:torch.logsumexp(z[:0],0))
x=torch.arange(16.); 
t(lambda:torch.stft(x,8,2,4,center=False,return_complex=True,align_to_window=True)); t(lambda:torch.stft(x,8,2,4,center=False,return_complex=True,align_to_window=False)); t(lambda:torch.stft(x,8,2,4,window=torch.hann_window(4),center=False,return_complex=True,align_to_window=True).shape); t(lambda:torch.stft(x,8,2,8,center=False,return_complex=True,align_to_window=True).shape);t(lambda:torch.stft(x[None].repeat(2,1),8,3,5,window=torch.hann_window(5),center=False,return_complex=True,align_to_window=True)); t(lambda:torch.stft(x,8,2,4,center=True,return_complex=True,align_to_window=True))
a=torch.arange(16).reshape(1,1,4,4); k=torch.arange(4).reshape(1,1,2,2)
t(lambda:F.conv_transpose2d(a,k)); t(lambda:F.conv_transpose2d(a,k,stride=2,padding=1)); t(lambda:F.conv_transpose1d(a[0],k[0])); t(lambda:F.conv_transpose1d(a[:,0,:1],k[0,:,:1])); t(lambda:F.conv_transpose3d(a[None],k[None])); t(lambda:F.conv_transpose2d(a,k,torch.tensor([5]))); t(lambda:F.conv_transpose2d(a.int(),k.int()).dtype); t(lambda:F.conv_transpose2d(a.bool(),k.bool()));t(lambda:F.conv_transpose2d(a.byte(),k.byte())); t(lambda:F.conv_transpose2d(a.to(torch.int8),k.to(torch.int8),dilation=2)); t(lambda:F.conv_transpose2d(a,k.float()))
w=torch.arange(12.).reshape(4,3); i=torch.tensor([1,2,2,0,3,2]); o=torch.tensor([0,2,2])
for dt in (torch.double,torch.half,torch.bfloat16):
    for m in (0,1,2):
        r=torch.embedding_bag(w.to(dt),i,o,False,m); print(dt,m,r)
print(torch.embedding_bag(w.t().contiguous().t(),i,o,False,0)); print(torch.embedding_bag(w,i,o,False,0,False,None,True)); print(torch.embedding_bag(w,i,o,False,0,False,None,False,2)); print(torch.embedding_bag(w,i,o,False,1,False,None,False,2)); print(torch.embedding_bag(w,i,o,False,2,False,None,False,2))
print(torch.embedding_bag(w,i,o,False,0,False,None,False,-2)); 
for p in (9,-9):
    try: print(torch.embedding_bag(w,i,o,False,0,False,None,False,p))
    except Exception as e: print(type(e).__name__,e)
print(torch.embedding_bag(w,i,o,False,0,True)[0])
