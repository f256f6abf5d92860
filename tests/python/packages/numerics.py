# needs: numpy scipy
"""Programs over scipy: optimisation, integration, interpolation, statistics, sparse matrices, signals, with functions of the notebook."""
import numpy as np
import torch
from scipy import optimize, integrate, interpolate, stats, sparse, signal, linalg, special, spatial, ndimage, fft, cluster, io as sio, constants

# minima
calls = []
def rosen(p, a=1, b=100):
    calls.append(tuple(p))
    return (a - p[0]) ** 2 + b * (p[1] - p[0] ** 2) ** 2
best = optimize.minimize(rosen, [0, 0], args=(1, 10), method='BFGS')
print(best.success, best.x.round(3), best.fun < 1e-6, len(calls) == best.nfev, type(best).__name__, best['message'][:12], sorted(best)[:3])
def with_gradient(p):
    t = torch.tensor(p, requires_grad=True)
    loss = ((t - torch.tensor([1., 2.], dtype=torch.float64)) ** 2).sum()
    loss.backward()
    return loss.item(), t.grad.numpy()
steps = []
print(optimize.minimize(with_gradient, np.zeros(2), jac=True, method='L-BFGS-B', callback=lambda x: steps.append(x.copy())).x.round(4), len(steps) > 0, steps[-1].round(3))
print(optimize.minimize(lambda x: (x ** 2).sum(), [1, 1], constraints={'type': 'eq', 'fun': lambda x: x.sum() - 1}, bounds=[(0, None)] * 2).x.round(3), optimize.minimize_scalar(lambda x: (x - 2) ** 2).x.round(3), optimize.root_scalar(lambda x: x ** 2 - 2, bracket=[0, 2]).root, optimize.brentq(np.cos, 0, 3), optimize.newton(lambda x: x ** 3 - 1, 2.), optimize.fsolve(lambda v: [v[0] + v[1] - 3, v[0] - v[1] - 1], [0, 0]).round(6))
popt, pcov = optimize.curve_fit(lambda x, a, b: a * np.exp(-b * x), np.linspace(0, 2, 9), 3 * np.exp(-.5 * np.linspace(0, 2, 9)), p0=[1, 1])
print(popt.round(3), pcov.shape, optimize.linprog([-1, -2], A_ub=[[1, 1]], b_ub=[4]).x, optimize.least_squares(lambda p: p - [1, 2], [0, 0]).x, optimize.differential_evolution(lambda x: float(x[0] ** 2), [(-1, 1)], seed=0, maxiter=5, polish=False).x.shape, optimize.linear_sum_assignment([[4, 1], [2, 3]]), optimize.curve_fit.__name__)
class Stop(Exception):
    pass
def stops(x):
    raise Stop(len(x))
try:
    optimize.minimize(stops, [1, 2, 3])
except Stop as error:
    print(type(error).__name__, error.args)
try:
    optimize.brentq(lambda x: x ** 2 + 1, 0, 1)
except ValueError as error:
    print(error)

# integrals and equations
print([round(v, 6) for v in integrate.quad(lambda x: x ** 2, 0, 3)][:1], integrate.quad(lambda x, k: np.exp(-k * x), 0, np.inf, args=(2,))[0], integrate.dblquad(lambda y, x: x * y, 0, 1, 0, 1)[0], integrate.simpson([1, 2, 3]), integrate.trapezoid(torch.tensor([1., 2., 3.])), integrate.cumulative_trapezoid([1, 2, 3], initial=0))
def pendulum(t, y, k):
    return [y[1], -k * np.sin(y[0])]
def hit(t, y):
    return y[0]
hit.terminal = True
hit.direction = -1
sol = integrate.solve_ivp(pendulum, (0, 5), [1., 0.], args=(1.,), t_eval=np.linspace(0, 1, 3), rtol=1e-6)
print(sol.y[0].round(3), sol.status, sol.t, integrate.solve_ivp(lambda t, y: [-1.], (0, 5), [1.], events=hit).t_events[0].round(3), integrate.odeint(lambda y, t: -y, 1., [0, 1, 2]).ravel().round(4))

# interpolation
f = interpolate.interp1d([0, 1, 2], [0, 1, 4], kind='quadratic')
print(f(1.5), interpolate.CubicSpline([0, 1, 2, 3], [0, 1, 8, 27])([1.5]), interpolate.griddata([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 2], [[.5, .5]]), interpolate.RegularGridInterpolator(([0, 1], [0, 1]), torch.tensor([[0., 1.], [1., 2.]]).numpy())([[.5, 0]]), interpolate.UnivariateSpline([0, 1, 2, 3], [0, 1, 4, 9], k=2, s=0)(2.5).round(4), interpolate.BSpline([0, 1, 2, 3], [1, 2], 1)(1.5), interpolate.PchipInterpolator([0, 1, 2], [0, 1, 4])(.5).round(4))
try:
    f(9)
except ValueError as error:
    print(error)

# statistics
x = torch.tensor([1., 2., 3., 4., 5.])
print(stats.ttest_1samp(x, 2), stats.pearsonr(x, x ** 2).statistic.round(4), stats.norm(1, 2).cdf(1), stats.norm.ppf([.5, .975]).round(3), stats.linregress([1, 2, 3], [2, 4, 6]).slope, stats.zscore(x.numpy()).round(3), stats.mode([1, 2, 2]), stats.describe(x.numpy()).variance, stats.chi2_contingency([[10, 20], [20, 10]])[1].round(4), stats.spearmanr([1, 2, 3], [1, 3, 2]), stats.entropy([.5, .5]), stats.binom.pmf([0, 1], 2, .5), stats.norm.rvs(size=2, random_state=0).round(3), stats.gaussian_kde([1., 2., 3.])(2.).round(3), stats.kstest([.1, .5, .9], 'uniform').pvalue.round(3), stats.norm.fit([1, 2, 3]), stats.bootstrap(([1., 2., 3.],), np.mean, n_resamples=9, rng=0).confidence_interval.low >= 1, stats.f_oneway([1, 2], [3, 4]).statistic, stats.iqr([1, 2, 3, 4]), stats.trim_mean([1, 2, 30], .34))
class Triangle(stats.rv_continuous):
    def _pdf(self, x):
        return 2 * x
    def _cdf(self, x):
        return x ** 2
tri = Triangle(a=0, b=1, name='tri')
print(tri.cdf(.5), tri.pdf(.25), tri.mean().round(4), tri.ppf(.25).round(4), type(tri).__name__, tri(loc=1).cdf(1.5))
print(stats.permutation_test(([1, 2, 3], [7, 8, 9]), lambda a, b: np.mean(a) - np.mean(b), n_resamples=19, rng=0).statistic, stats.uniform(0, 1).interval(.5))

# sparse and dense
m = sparse.csr_matrix(([1, 2, 3], ([0, 1, 2], [0, 2, 1])), shape=(3, 3))
print(m, m.toarray(), m @ [1, 1, 1], m.nnz, (m * 2).sum(), m[1, 2], m.T.tocoo().row, sparse.eye(2).toarray(), sparse.hstack([m, m]).shape, repr(m), sparse.linalg.spsolve(sparse.csc_matrix(np.diag([2., 4.])), [2, 4]), sparse.random(3, 3, .5, random_state=0).nnz, sparse.diags([1, 2]).toarray(), m.getrow(0).toarray(), sparse.issparse(m), [(int(i), int(j)) for i, j in zip(*m.nonzero())])
c = m.tocoo()
t = torch.sparse_coo_tensor(torch.tensor(np.vstack([c.row, c.col])), torch.tensor(c.data), c.shape)
print(t.to_dense(), linalg.expm(np.zeros((2, 2))), linalg.lu(np.array([[1., 2.], [3., 4.]]))[2], linalg.toeplitz([1, 2, 3]), linalg.block_diag([1], [[2, 3]]), linalg.null_space([[1, 1]]).round(3).shape, sparse.linalg.LinearOperator((2, 2), matvec=lambda v: 2 * v) @ np.ones(2), sparse.linalg.cg(sparse.linalg.LinearOperator((2, 2), matvec=lambda v: 2 * v, dtype=float), np.ones(2))[0], sparse.linalg.eigsh(sparse.diags([1., 2., 3., 4.]), k=1)[0].round(4))

# signals and space
b, a = signal.butter(2, .3)
print(signal.filtfilt(b, a, np.ones(20)).round(3)[:2], signal.find_peaks([0, 2, 0, 3, 0], height=1)[0], signal.convolve([1, 2], [1, 1]), signal.resample(np.sin(np.arange(8)), 4).shape, signal.windows.hann(4).round(2), fft.fft([1, 2]), fft.rfftfreq(4, .1), ndimage.gaussian_filter(torch.eye(3).numpy(), 1).round(2)[0], ndimage.label([[1, 0, 1]]), ndimage.generic_filter(np.arange(4.), lambda w: w.max(), size=3), ndimage.zoom(np.eye(2), 2).shape, special.softmax([1., 2.]).round(4), special.gamma(5), special.logsumexp([0, 0]), special.comb(5, 2, exact=True), spatial.distance.cdist([[0, 0]], [[3, 4]]), spatial.distance.pdist([[0], [1], [3]], lambda u, v: abs(u - v)[0] * 10), spatial.KDTree(torch.rand(10, 2).mul(0).numpy()).query([0, 0])[0], spatial.ConvexHull([[0, 0], [1, 0], [0, 1], [.1, .1]]).vertices, spatial.transform.Rotation.from_euler('z', 90, degrees=True).apply([1, 0, 0]).round(3), cluster.hierarchy.fcluster(cluster.hierarchy.linkage([[0], [1], [9]]), 2, 'distance'), constants.c)
sio.savemat('m.mat', {'a': torch.eye(2).numpy(), 's': 'text', 'd': {'x': 1}})
back = sio.loadmat('m.mat', squeeze_me=True)
print(back['a'], back['s'], sorted(k for k in back if not k.startswith('_')), back['d']['x'])
from scipy.io import wavfile
wavfile.write('w.wav', 8000, (np.sin(np.arange(10)) * 1000).astype(np.int16))
rate, data = wavfile.read('w.wav')
print(rate, data[:3], torch.from_numpy(data.copy()).dtype)
