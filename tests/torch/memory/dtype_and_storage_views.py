"""Other sizes, types and storages of the same memory, and torch's names for functions of torch.nn.functional."""
import torch
def t(f):
    try: r=f(); print(r, getattr(r,'dtype',None), getattr(r,'shape',None), r.stride() if isinstance(r,torch.Tensor) else '')
    except Exception as e: print(type(e).__name__, str(e)[:300])
x=torch.arange(6.).reshape(2,3)
t(lambda:x.view(torch.int32)); t(lambda:x.view(torch.int64)); t(lambda:torch.arange(8.).reshape(2,4).view(torch.int64)); t(lambda:x.view(torch.uint8)); t(lambda:x.t().view(torch.int16)); t(lambda:x.t().view(torch.int32)); t(lambda:torch.tensor(1.).view(torch.int32)); t(lambda:torch.tensor(1.).view(torch.int64)); t(lambda:torch.tensor(1.).view(torch.int8))
t(lambda:x[:,1:].view(torch.float64)); t(lambda:x[:,:2].view(torch.float64)); t(lambda:torch.arange(8.).reshape(2,4)[:,:2].view(torch.float64)); t(lambda:torch.arange(8.)[1:5].view(torch.float64)); t(lambda:torch.arange(8.).reshape(4,2).t().view(torch.float64))
t(lambda:x.view(dtype=torch.int32)); t(lambda:x.clone().requires_grad_().view(torch.int32)); t(lambda:x.clone().requires_grad_().view(torch.float32)); t(lambda:x.view(torch.bool)); t(lambda:x.view(torch.complex64)); t(lambda:torch.tensor([1+2j]).view(torch.float32)); t(lambda:torch.tensor([1+2j]).view(torch.float64)); t(lambda: torch.zeros(2,0).view(torch.int64))
y=torch.zeros(3); v=y.view(torch.int32); v[0]=1065353216; print(y, v._version, y._version)
y=torch.arange(6.)
t(lambda: y.clone().resize_(2,3)); t(lambda: y.clone().resize_(4)); t(lambda: y.clone().resize_((2,2))); t(lambda: y.clone().resize_(0)); t(lambda:y.clone().resize_(12).shape); t(lambda:y.clone().requires_grad_().resize_(2)); t(lambda:y.clone().resize_(-1)); t(lambda:y.clone().resize_as_(x))
z=y.clone(); w=z.resize_(3); print(w is z, z, z._version, z.storage().size())
z=y.clone(); t(lambda: z[2:].resize_(2)); t(lambda:z[::2].resize_(2))
z=torch.zeros(2); t(lambda:z.set_(y)); z[0]=9; print(y, z._version, z.is_set_to(y), z.data_ptr()==y.data_ptr())
z=torch.zeros(2); t(lambda:z.set_(y.storage(),1,(2,2),(2,1))); t(lambda:z.set_(y.untyped_storage())); t(lambda:torch.zeros(1).set_()); t(lambda:torch.zeros(1).set_(torch.tensor([1])))
t(lambda:torch.tensor(0.).is_nonzero()); t(lambda:torch.tensor([1,2]).is_nonzero()); t(lambda:torch.tensor([]).is_nonzero()); t(lambda: torch.is_nonzero(torch.tensor([3])))
t(lambda:y.cfloat()); t(lambda:y.cdouble()); t(lambda:y.new_empty_strided((2,3),(3,1)).shape); t(lambda:torch.empty_strided((2,3),(1,2)).stride())
t(lambda:x.sum_to_size(1,3)); t(lambda:x.sum_to_size((2,1))); t(lambda:x.sum_to_size(3,3)); t(lambda:x.sum_to_size(3))
t(lambda:torch.is_inference(x)); t(lambda:torch.is_signed(x)); t(lambda:torch.is_same_size(x,x)); t(lambda:torch.scalar_tensor(3)); t(lambda:torch.scalar_tensor(3,dtype=torch.int64)); t(lambda:torch.fill(x,2.)); 
t(lambda:torch.pairwise_distance(x,x+1)); t(lambda:torch.cosine_similarity(x,x+1)); t(lambda:torch.max_pool1d(x[None],2)); t(lambda:torch.avg_pool1d(x[None],2)); t(lambda:torch.adaptive_avg_pool1d(x[None],1)); t(lambda:torch.adaptive_max_pool1d(x[None],1)); t(lambda:torch.conv3d(torch.ones(1,1,2,2,2),torch.ones(1,1,2,2,2))); t(lambda:torch.conv_transpose1d(torch.ones(1,1,2),torch.ones(1,1,2))); t(lambda:torch.conv_transpose2d(torch.ones(1,1,2,2),torch.ones(1,1,2,2)))
t(lambda:torch.hinge_embedding_loss(x,x)); t(lambda:torch.margin_ranking_loss(x,x,x)); t(lambda:torch.triplet_margin_loss(x,x,x)); t(lambda:torch.cosine_embedding_loss(x,x,torch.ones(2))); t(lambda:torch.kl_div(x,x)); t(lambda:torch.poisson_nll_loss(x,x,True,False,1e-8,1)); t(lambda:torch.binary_cross_entropy_with_logits(x,x.sigmoid())); t(lambda:torch.instance_norm(x[None],None,None,None,None,True,0.1,1e-5,False)); t(lambda:torch.rms_norm(x,(3,))); t(lambda:torch.bilinear(x,x,torch.ones(1,3,3),torch.ones(1)))
t(lambda:torch.hann_window(5)); t(lambda:torch.hamming_window(4,periodic=False)); t(lambda:torch.blackman_window(4)); t(lambda:torch.bartlett_window(5)); t(lambda:torch.kaiser_window(4)); t(lambda: torch.hann_window(1)); t(lambda: torch.hann_window(0)); t(lambda: torch.hann_window(-1))
