import torch
import torch.nn.functional as F
torch.manual_seed(3)
# lstm & gru from scratch, d2l style
def init_lstm(n_in, n_h):
    return [torch.randn(n_in, 4 * n_h) * 0.1, torch.randn(n_h, 4 * n_h) * 0.1, torch.zeros(4 * n_h)]
Wx, Wh, b = init_lstm(5, 3)
for p in (Wx, Wh, b): p.requires_grad_(True)
X = torch.randn(7, 2, 5); H = C = torch.zeros(2, 3); outs = []
for x in X:
    i, f, o, g = (x @ Wx + H @ Wh + b).chunk(4, 1)
    C = torch.sigmoid(f) * C + torch.sigmoid(i) * torch.tanh(g); H = torch.sigmoid(o) * torch.tanh(C); outs.append(H)
out = torch.stack(outs); print(out.shape, out[-1]); out.pow(2).sum().backward(); print(Wx.grad.norm(), Wh.grad.norm(), b.grad)
torch.nn.utils.clip_grad_norm_([Wx, Wh, b], 0.1); print(b.grad)
# corr2d
def corr2d(X, K):
    h, w = K.shape; Y = torch.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]): Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y
X = torch.ones((6, 8)); X[:, 2:6] = 0; print(X); K = torch.tensor([[1.0, -1.0]]); Y = corr2d(X, K); print(Y)
conv = torch.randn(1, 1, 1, 2, requires_grad=True); Xb = X.reshape((1, 1, 6, 8)); Yb = Y.reshape((1, 1, 6, 7)); lr = 3e-2
for i in range(10):
    l = (F.conv2d(Xb, conv) - Yb) ** 2; conv.grad = None; l.sum().backward(); conv.data[:] -= lr * conv.grad
    if (i + 1) % 2 == 0: print(f'epoch {i + 1}, loss {l.sum():.3f}')
print(conv.reshape((1, 2)))
print(F.max_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 3, padding=1, stride=2)); print(F.avg_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 2))
# anchors / iou
def box_iou(a, b):
    area = lambda z: (z[:, 2] - z[:, 0]) * (z[:, 3] - z[:, 1])
    lt = torch.max(a[:, None, :2], b[:, :2]); rb = torch.min(a[:, None, 2:], b[:, 2:]); wh = (rb - lt).clamp(min=0); inter = wh[:, :, 0] * wh[:, :, 1]
    return inter / (area(a)[:, None] + area(b) - inter)
A = torch.tensor([[0, .1, .2, .3], [.15, .2, .4, .4], [.63, .05, .88, .98], [.66, .45, .8, .8], [.57, .3, .92, .9]]); G = torch.tensor([[.1, .08, .52, .92], [.55, .2, .9, .88]])
iou = box_iou(A, G); print(iou); m, idx = torch.max(iou, dim=1); print(m, idx); box = idx[m >= 0.5]; print(box, torch.nonzero(m >= 0.5).reshape(-1)); print(torch.argmax(iou), (torch.argmax(iou) / 2).long())
# knn & kmeans
P = torch.randn(30, 2); D = torch.cdist(P, P); print(D.topk(3, largest=False).indices[:4]); cent = P[:3].clone()
for _ in range(5):
    lab = torch.cdist(P, cent).argmin(1); cent = torch.stack([P[lab == k].mean(0) for k in range(3)])
print(cent, torch.bincount(lab, minlength=3)); cnt = torch.zeros(3).index_add_(0, lab, torch.ones(30)); print(cnt)
print(torch.zeros(3, 2).scatter_add_(0, lab[:, None].expand(-1, 2), P) / cnt[:, None])
# pca
Z = P - P.mean(0); U, S, V = torch.pca_lowrank(Z, q=2); print(S.shape); cov = Z.T @ Z / 29; L, Q = torch.linalg.eigh(cov); print(L, torch.cov(P.T), torch.corrcoef(P.T))
# vae / diffusion bits
betas = torch.linspace(1e-4, 0.02, 10); al = 1 - betas; ab = torch.cumprod(al, 0); print(ab); t = torch.randint(0, 10, (4,)); x0 = torch.randn(4, 1, 2, 2); eps = torch.randn_like(x0); print((ab[t].sqrt()[:, None, None, None] * x0 + (1 - ab[t]).sqrt().view(-1, 1, 1, 1) * eps)[0])
mu, lv = torch.zeros(2, 3), torch.full((2, 3), 0.1); print(-0.5 * torch.sum(1 + lv - mu.pow(2) - lv.exp(), dim=1))
print(F.interpolate(torch.arange(4.).view(1, 1, 2, 2), scale_factor=2, mode='bilinear', align_corners=False)); print(F.pixel_shuffle(torch.arange(16.).view(1, 4, 2, 2), 2)); print(F.unfold(torch.arange(9.).view(1, 1, 3, 3), 2))
img = torch.rand(3, 4, 5); print(img.permute(1, 2, 0).shape, (img - img.mean((1, 2), keepdim=True)).std((1, 2)), img.flip(-1).equal(img[..., torch.arange(4, -1, -1)]))
print(torch.nn.functional.one_hot(torch.tensor([0, 2]), 3), torch.eye(3)[[0, 2]], torch.arange(6).view(2, 3).T.contiguous().view(-1))
print(torch.tensor(3.14159).round(decimals=2), torch.tensor([1e-8, 1e8]), torch.tensor([1, 1000000]), torch.tensor([0.1, 12345.678]), torch.tensor([float('nan'), 1]), torch.rand(3, 3) > 0.5)
print(torch.arange(1001), torch.randn(100, 100)); torch.set_printoptions(precision=2, sci_mode=False, linewidth=60); print(torch.randn(3, 12)); torch.set_printoptions(profile='default')
print(x0.dtype, x0.element_size(), x0.nbytes, x0.device, x0.is_contiguous(), x0.stride(), x0.storage_offset(), x0.data_ptr() == x0.view(-1).data_ptr(), len(x0), x0.numel(), x0.T.shape if x0.ndim == 2 else x0.mT.shape)
print(F.kl_div(torch.randn(2, 3).log_softmax(1), torch.randn(2, 3).softmax(1), reduction='batchmean'), F.nll_loss(torch.randn(2, 3).log_softmax(1), torch.tensor([0, 2])), F.smooth_l1_loss(torch.ones(2), torch.zeros(2)), F.binary_cross_entropy_with_logits(torch.randn(3), torch.ones(3), pos_weight=torch.tensor(2.)), F.cosine_similarity(torch.randn(2, 3), torch.randn(2, 3)), F.triplet_margin_loss(torch.randn(2, 3), torch.randn(2, 3), torch.randn(2, 3)))
g1 = torch.Generator(); g1.manual_seed(42); print(torch.rand(2, generator=g1), torch.randperm(5, generator=g1), torch.normal(torch.arange(3.), torch.ones(3), generator=g1), torch.bernoulli(torch.full((4,), .5), generator=g1))
print(F.dropout(torch.ones(8), 0.5), F.gumbel_softmax(torch.zeros(3), hard=True), torch.distributions if hasattr(torch, 'distributions') and 0 else '')
torch.manual_seed(0)
A = torch.randn(12, 7); U, S, V = torch.pca_lowrank(A, q=3); print(S, (U.abs() @ torch.diag(S) @ V.abs().T)[0], type(torch.pca_lowrank(A)))
U, S, V = torch.svd_lowrank(A.T, q=4, niter=1); print(S, U.shape, V.shape, torch.rand(1))
U, S, V = torch.svd_lowrank(A, M=A.mean(0)); print(S)
try: torch.pca_lowrank(A, q=100)
except ValueError as e: print(e)
