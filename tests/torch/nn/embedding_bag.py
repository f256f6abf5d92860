# Embeddings of bags of indices.
import torch
import torch.nn.functional as F

torch.manual_seed(2)
table = torch.randn(6, 3)
words, offsets = torch.tensor([1, 2, 4, 0, 2, 5]), torch.tensor([0, 2, 2, 6])
for mode in ('sum', 'mean', 'max'):
    for options in ({}, dict(padding_idx=2), dict(include_last_offset=True), dict(padding_idx=-1)):
        w = table.clone().requires_grad_()
        out = F.embedding_bag(words, w, offsets, mode=mode, **options)
        (out * torch.arange(1., out.numel() + 1).view(out.shape)).sum().backward()
        print(mode, options, out.detach(), w.grad + 0.)
    print(F.embedding_bag(words.view(2, 3), table, mode=mode), F.embedding_bag(words[:0], table, offsets[:1], mode=mode))
print(F.embedding_bag(words, table, offsets, mode='sum', per_sample_weights=torch.arange(6.)), F.embedding_bag(words.view(3, 2), table, mode='sum', per_sample_weights=torch.ones(3, 2)))
for f in (lambda: F.embedding_bag(words, table), lambda: F.embedding_bag(words, table, offsets + 1), lambda: F.embedding_bag(words, table, offsets * 2), lambda: F.embedding_bag(words[None], table, offsets),
          lambda: F.embedding_bag(words[None], table, mode='other'), lambda: F.embedding_bag(words[None], table, per_sample_weights=torch.ones(1, 6)),
          lambda: F.embedding_bag(words, table, offsets, mode='sum', per_sample_weights=torch.ones(3)), lambda: F.embedding_bag(words[None] + 3, table), lambda: F.embedding_bag(words[None].float(), table)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
# rows that are shortened, gradients by frequency
w = torch.tensor([[3., 4.], [0.3, 0.4], [6., 8.], [1., 0.]])
for options in (dict(max_norm=1.0), dict(max_norm=2.0, norm_type=1), dict(max_norm=2.0, norm_type=float('inf')), dict(scale_grad_by_freq=True),
                dict(max_norm=1.0, padding_idx=0, scale_grad_by_freq=True)):
    v = w.clone().requires_grad_()
    out = F.embedding(torch.tensor([[0, 1], [2, 0]]), v, **options)
    out.sum().backward()
    print(options, out, v, v.grad, v._version)
v = w.clone().requires_grad_()
print(F.embedding_bag(torch.tensor([[0, 1], [2, 0]]), v, max_norm=1.0), v)
try:
    F.embedding_bag(torch.tensor([[0]]), w, mode='max', scale_grad_by_freq=True)
except Exception as e:
    print(type(e).__name__, e)
