# Normalisation of halves by parameters of float32, as under autocasting.
import torch, torch.nn.functional as F
def t(f):
    try:
        r=f(); print(r.dtype, r.flatten()[:4].tolist(), type(r.grad_fn).__name__)
    except Exception as e: print(type(e).__name__, str(e)[:200])
torch.manual_seed(0)
for dt in (torch.bfloat16,torch.float16):
    x=torch.randn(2,4,3).to(dt); w=torch.rand(4,requires_grad=True); b=torch.rand(4,requires_grad=True); w3=torch.rand(3,requires_grad=True); b3=torch.rand(3,requires_grad=True); rm=torch.rand(4); rv=torch.rand(4)
    xr=x.clone().requires_grad_()
    for z in (x,xr):
        t(lambda:F.batch_norm(z,rm.clone(),rv.clone(),w,b,True)); t(lambda:F.batch_norm(z,rm,rv,w,b,False)); t(lambda:F.batch_norm(z,None,None,None,None,True)); t(lambda:F.batch_norm(z,rm,rv)); t(lambda:F.layer_norm(z,(3,),w3,b3)); t(lambda:F.group_norm(z,2,w,b)); t(lambda:F.instance_norm(z,None,None,w,b)); t(lambda:F.layer_norm(z,(3,),w3.to(dt),b3.to(dt))); t(lambda:F.rms_norm(z,(3,),w3)); t(lambda:F.layer_norm(z.float(),(3,),w3.to(dt))); t(lambda:F.batch_norm(z.float(),rm,rv,w.to(dt),b.to(dt)))
    y=F.batch_norm(xr,rm.clone(),rv.clone(),w,b,True); y.backward(torch.arange(24).reshape(2,4,3).to(y.dtype)); print(xr.grad.dtype, xr.grad.flatten()[:4].tolist(), w.grad, b.grad)
    xr.grad=None; w.grad=None; y=F.group_norm(xr,2,w,b); y.backward(torch.arange(24).reshape(2,4,3).to(y.dtype)); print(xr.grad.dtype, xr.grad.flatten()[:4].tolist(), w.grad)
