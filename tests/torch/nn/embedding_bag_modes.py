import torch, torch.nn.functional as F
w=torch.tensor([[1.,float('nan')],[2.,3.],[float('nan'),5.]],requires_grad=True)
o=F.embedding_bag(torch.tensor([0,1,2,1]),w,torch.tensor([0,0,2]),mode='max')
print(o); o.nansum().backward(); print(w.grad)
w.grad=None
o=F.embedding_bag(torch.tensor([0,1,2,1]),w,torch.tensor([0,0,2]),mode='max',padding_idx=1)
print(o); o.nansum().backward(); print(w.grad)
w=torch.tensor([[1.,4.],[2.,3.]],requires_grad=True)
o=F.embedding_bag(torch.tensor([[0,1],[1,1]]),w,mode='max'); print(o); o.sum().backward(); print(w.grad)
for dt in (torch.float16,torch.bfloat16,torch.float64,torch.int32):
  for mode in 'sum','mean','max':
    try: print(F.embedding_bag(torch.tensor([[0,1],[1,1]]),w.detach().to(dt),mode=mode))
    except Exception as e: print(type(e).__name__, e)
for i in ([[0,5]],[[-1,0]]):
    for mode in 'sum','mean','max':
        try: F.embedding_bag(torch.tensor(i),w,mode=mode)
        except Exception as e: print(type(e).__name__, e)
try: print(F.embedding_bag(torch.tensor([0,1]),w,torch.tensor([0,5,1]),mode='sum'))
except Exception as e: print(type(e).__name__, e)
try: print(F.embedding_bag(torch.tensor([0,1]),w,torch.tensor([],dtype=torch.int64),mode='sum'))
except Exception as e: print(type(e).__name__, e)
try: print(F.embedding_bag(torch.tensor([],dtype=torch.int64),w,torch.tensor([0,0]),mode='max'))
except Exception as e: print(type(e).__name__, e)
try: print(F.embedding_bag(torch.tensor([[0,1]]),w.t(),mode='sum',per_sample_weights=torch.tensor([[2.,3.]])))
except Exception as e: print(type(e).__name__, e)
try: print(F.embedding_bag(torch.tensor([[0,1]]),w,mode='sum',per_sample_weights=torch.tensor([[2.,3.]],dtype=torch.float64)))
except Exception as e: print(type(e).__name__, e)

w = torch.linspace(-2, 2, 300).reshape(6, 50).requires_grad_()
p = torch.tensor([1., 2., -1., .5, 3., 1.], requires_grad=True)
i, o = torch.tensor([5, 0, 2, 2, 3, 1]), torch.tensor([0, 1, 1, 4])
for mode in 'sum', 'mean', 'max':
    for padding in None, 2, -1:
        w.grad = p.grad = None
        out = F.embedding_bag(i, w, o, mode=mode, padding_idx=padding, per_sample_weights=p if mode == 'sum' else None)
        (out * torch.arange(50.)).sum().backward()
        print(mode, padding, out[:, ::13], w.grad[:, ::17], p.grad, sep='\n')
print(F.embedding_bag(i, w, torch.tensor([0, 2, 5]), mode='sum', include_last_offset=True)[:, :3])
