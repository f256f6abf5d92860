"""Latent variables: k-means, a Gaussian mixture by EM and by gradient, a mixture density network, a hidden Markov model, a Kalman filter."""
import torch
import torch.distributions as D
from torch import nn

torch.manual_seed(50)
means = torch.tensor([[-2., 0.], [2., 1.], [0., -2.]])
which = torch.randint(3, (120,))
points = means[which] + torch.tensor([0.4, 0.6, 0.5])[which, None] * torch.randn(120, 2)


def kmeans(x, k, iters=10):
    centroids = x[torch.randperm(len(x))[:1]]
    for _ in range(k - 1):      # k-means++
        d = torch.cdist(x, centroids).min(1).values.square()
        centroids = torch.cat([centroids, x[torch.multinomial(d, 1)]])
    for i in range(iters):
        label = torch.cdist(x, centroids).argmin(1)
        fresh = torch.zeros_like(centroids).index_add_(0, label, x) / torch.bincount(label, minlength=k).unsqueeze(1)
        if torch.allclose(fresh, centroids):
            break
        centroids = fresh
    return centroids, label, i


centroids, label, rounds = kmeans(points, 3)
order = centroids[:, 0].argsort()
print('k-means', centroids[order], label.bincount()[order], rounds < 10)

pi, mu, cov = torch.full((3,), 1 / 3), centroids[order].clone(), torch.eye(2).repeat(3, 1, 1)
for it in range(10):
    logp = D.MultivariateNormal(mu, cov).log_prob(points[:, None]) + pi.log()
    ll = logp.logsumexp(1).mean()
    r = logp.softmax(1)
    N = r.sum(0)
    pi, mu = N / len(points), r.T @ points / N[:, None]
    d = points[:, None] - mu
    cov = torch.einsum('nk,nki,nkj->kij', r, d, d) / N[:, None, None] + 1e-6 * torch.eye(2)
    if it % 3 == 0:
        print('em', it, f'{ll.item():.4f}')
print(pi, torch.linalg.det(cov))

logits, loc, scale = (nn.Parameter(v) for v in (torch.zeros(3), mu + 0.3, torch.zeros(3, 2)))
opt = torch.optim.Adam([logits, loc, scale], lr=0.05)
for it in range(40):
    gmm = D.MixtureSameFamily(D.Categorical(logits=logits), D.Independent(D.Normal(loc, scale.exp()), 1))
    nll = -gmm.log_prob(points).mean()
    opt.zero_grad()
    nll.backward()
    opt.step()
    if it % 13 == 0:
        print('gradient', it, f'{nll.item():.4f}')
print(gmm.sample((2,)).shape, gmm.mean, gmm.variance.shape)


class MDN(nn.Module):
    def __init__(self, k=4):
        super().__init__()
        self.h = nn.Sequential(nn.Linear(1, 16), nn.Tanh())
        self.heads = nn.ModuleDict({name: nn.Linear(16, k) for name in ('pi', 'mu', 'sigma')})

    def forward(self, x):
        h = self.h(x)
        return D.MixtureSameFamily(D.Categorical(logits=self.heads['pi'](h)), D.Normal(self.heads['mu'](h), self.heads['sigma'](h).exp()))


torch.manual_seed(51)
y = torch.rand(100) * 2 - 1
x = y + 0.3 * torch.sin(2 * torch.pi * y) + 0.05 * torch.randn(100)      # not a function of x
mdn = MDN()
opt = torch.optim.Adam(mdn.parameters(), lr=0.02)
for it in range(40):
    loss = -mdn(x[:, None]).log_prob(y).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if it % 13 == 0:
        print('density', it, f'{loss.item():.3f}')

# a hidden Markov model in logarithms; its transitions learned by the gradient of the forward algorithm
torch.manual_seed(52)
A, B = torch.tensor([[0.9, 0.1], [0.2, 0.8]]), torch.tensor([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]])
state, obs = 0, []
for _ in range(80):
    obs.append(D.Categorical(B[state]).sample())
    state = int(D.Categorical(A[state]).sample())
obs = torch.stack(obs)


def forward(logA, logB, start, obs):
    alpha = start + logB[:, obs[0]]
    for o in obs[1:]:
        alpha = torch.logsumexp(alpha.unsqueeze(1) + logA, 0) + logB[:, o]
    return alpha.logsumexp(0)


uA, uB = nn.Parameter(torch.tensor([[1., 0.], [0., 1.]])), nn.Parameter(torch.tensor([[0.5, 0., 0.], [0., 0., 0.5]]))
start = torch.full((2,), 0.5).log()
opt = torch.optim.Adam([uA, uB], lr=0.1)
for it in range(15):
    nll = -forward(uA.log_softmax(1), uB.log_softmax(1), start, obs)
    opt.zero_grad()
    nll.backward()
    opt.step()
    if it % 5 == 0:
        print('hmm', it, f'{nll.item():.3f}')
print(uA.softmax(1).argmax(1), uB.detach().softmax(1).sum(1))
# expected counts of transitions are a gradient
logA = A.log().requires_grad_()
counts, = torch.autograd.grad(forward(logA, B.log(), start, obs), logA)
print('transitions', f'{counts.sum().item():.3f}')

# a Kalman filter whose noises are fitted by the likelihood of the innovations
torch.manual_seed(53)
F_, H = torch.tensor([[1., 1.], [0., 1.]]), torch.tensor([[1., 0.]])
s, zs = torch.tensor([0., 0.5]), []
for _ in range(30):
    s = F_ @ s + torch.tensor([0.1, 0.05]) * torch.randn(2)
    zs.append(H @ s + 0.5 * torch.randn(1))
logq, logr = nn.Parameter(torch.tensor(-2.)), nn.Parameter(torch.tensor(0.))
opt = torch.optim.Adagrad([logq, logr], lr=0.3)
for it in range(8):
    m, P, nll = torch.zeros(2), torch.eye(2), 0.
    for z in zs:
        m, P = F_ @ m, F_ @ P @ F_.T + logq.exp() * torch.eye(2)
        S = H @ P @ H.T + logr.exp() * torch.eye(1)
        e = z - H @ m
        K = torch.linalg.solve(S, H @ P).T
        m, P = m + K @ e, (torch.eye(2) - K @ H) @ P
        nll = nll + 0.5 * (torch.logdet(S) + e @ torch.linalg.solve(S, e))
    opt.zero_grad()
    nll.backward()
    opt.step()
    if it % 3 == 0:
        print('kalman', it, f'{nll.item():.3f}')
print(torch.linalg.eigvalsh(P).min() > 0, (P - P.T).abs().max() < 1e-4)
