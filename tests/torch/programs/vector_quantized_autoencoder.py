"""VQ-VAE: nearest codes, the straight-through estimator, commitment, a codebook moved by averages, perplexity, and a prior over codes."""
import torch
from torch import nn, Tensor
from torch.nn import functional as F


class VectorQuantizer(nn.Module):
    embed: Tensor
    cluster_size: Tensor

    def __init__(self, codes, dim, decay=0.9, eps=1e-5):
        super().__init__()
        self.decay, self.eps = decay, eps
        embed = torch.randn(codes, dim)
        self.register_buffer('embed', embed)
        self.register_buffer('cluster_size', torch.ones(codes))
        self.register_buffer('embed_sum', embed.clone())

    def forward(self, z):
        flat = z.reshape(-1, z.shape[-1])
        dist = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.embed.t() + self.embed.pow(2).sum(1)
        index = dist.argmin(1)
        onehot = F.one_hot(index, len(self.embed)).type_as(flat)
        q = F.embedding(index, self.embed).view_as(z)
        if self.training:
            with torch.no_grad():
                self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.embed_sum.mul_(self.decay).add_(onehot.t() @ flat, alpha=1 - self.decay)
                n = self.cluster_size.sum()
                size = (self.cluster_size + self.eps) / (n + len(self.embed) * self.eps) * n
                self.embed.copy_(self.embed_sum / size[:, None])
        commit = F.mse_loss(z, q.detach())
        p = onehot.mean(0)
        perplexity = torch.exp(-torch.xlogy(p, p).sum())
        return z + (q - z).detach(), commit, perplexity, index.view(z.shape[:-1])


torch.manual_seed(1234)
t = torch.linspace(0, 1, 24)
wave = torch.stack([torch.sin(6.2832 * f * t + ph) for f in (1, 2, 3) for ph in (0., 1., 2., 3.)]).unsqueeze(1)
encode = nn.Sequential(nn.Conv1d(1, 16, 4, stride=2, padding=1), nn.ReLU(), nn.Conv1d(16, 8, 4, 2, 1))
decode = nn.Sequential(nn.ConvTranspose1d(8, 16, 4, stride=2, padding=1), nn.ReLU(), nn.ConvTranspose1d(16, 1, 4, 2, 1))
vq = VectorQuantizer(12, 8)
print([n for n, _ in vq.named_buffers()], list(vq.parameters()))
optimizer = torch.optim.Adam(list(encode.parameters()) + list(decode.parameters()), lr=4e-3)
for it in range(40):
    z = encode(wave).transpose(1, 2)
    q, commit, perplexity, _ = vq(z)
    recon = F.mse_loss(decode(q.transpose(1, 2)), wave)
    (recon + 0.25 * commit).backward()
    if it == 0:
        print('encoder gets a gradient:', all(p.grad is not None and p.grad.norm() > 0 for p in encode.parameters()))
    optimizer.step()
    optimizer.zero_grad()
    if it % 10 == 0:
        print(f'{it:3d} recon {recon.item():.3f} commit {commit.item():.3f} perplexity {perplexity.item():.2f}')

# the prior: which code follows which
vq.eval()
with torch.no_grad():
    codes = vq(encode(wave).mT)[3]
table = torch.zeros(12, 12)
table.index_put_((codes[:, :-1].flatten(), codes[:, 1:].flatten()), torch.ones(codes[:, 1:].numel()), accumulate=True)
table = (table + 0.1) / (table + 0.1).sum(1, keepdim=True)
nll = -table[codes[:, :-1], codes[:, 1:]].log().mean()
print(codes.shape, codes.dtype, f'{nll.item():.1f}', table.sum(1).allclose(torch.ones(12)))

# Gumbel-softmax as the other way to discrete codes
logits = torch.randn(5, 4, requires_grad=True)
hard = F.gumbel_softmax(logits, tau=0.5, hard=True)
(hard * torch.arange(4.)).sum().backward()
print(hard.sum(-1), hard.argmax(-1), logits.grad.abs().sum() > 0)
