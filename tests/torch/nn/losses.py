# Losses made of other operations, in every reduction, with their errors.
import torch
import torch.nn.functional as F
x=torch.linspace(-1.4, 1.6, 12).reshape(3, 4).requires_grad_(); y = torch.linspace(1.1, -0.9, 12).reshape(3, 4).sin(); z = torch.linspace(0.3, 5.2, 12).reshape(3, 4).cos()
def t(n,f):
    try:
        r=f(); print(n, type(r.grad_fn).__name__, r.shape, round(float(r.detach().double().sum()),5))
    except Exception as e: print(n,type(e).__name__, str(e)[:300])
for r in 'mean', 'none', 'sum', 'bad':
    t('poisson', lambda: F.poisson_nll_loss(x, y.abs(), reduction=r))
    t('poisson, full', lambda: F.poisson_nll_loss(x.abs(), y.abs() * 3, log_input=False, full=True, reduction=r))
    t('gaussian', lambda: F.gaussian_nll_loss(x, y, z.abs(), reduction=r))
    t('gaussian, full', lambda: F.gaussian_nll_loss(x, y, z[:, 0].abs(), full=True, reduction=r))
    t('hinge', lambda: F.hinge_embedding_loss(x, y.sign(), margin=.5, reduction=r))
    t('ranking', lambda: F.margin_ranking_loss(x, y, z.sign(), margin=.1, reduction=r))
    t('triplet', lambda: F.triplet_margin_loss(x, y, z, reduction=r))
    t('triplet, swap', lambda: F.triplet_margin_loss(x, y, z, margin=2., p=1, swap=True, reduction=r))
    t('triplet, distance', lambda: F.triplet_margin_with_distance_loss(x, y, z, reduction=r))
    t('cosine', lambda: F.cosine_embedding_loss(x, y, z[:, 0].sign(), margin=.1, reduction=r))
    t('multilabel', lambda: F.multilabel_soft_margin_loss(x, y.sigmoid(), weight=z[0].abs(), reduction=r))
t('variance', lambda: F.gaussian_nll_loss(x, y, -z.abs()))
t('variance', lambda: F.gaussian_nll_loss(x, y, z[:, :2].abs()))
t('margin', lambda: F.triplet_margin_loss(x, y, z, margin=-1))
t('one pair', lambda: F.cosine_embedding_loss(x[0], y[0], torch.tensor(1)))
t('target', lambda: F.cosine_embedding_loss(x, y, y))
t('sizes', lambda: F.margin_ranking_loss(x, y, z[0].sign()))

print('everything ignored')
z = torch.randn(3, generator=torch.Generator().manual_seed(2)).requires_grad_()
loss = torch.nn.functional.cross_entropy(z, torch.tensor(1), ignore_index=1)
loss.backward()
print(loss, z.grad)
