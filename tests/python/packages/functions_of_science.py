# needs: numpy scipy statsmodels networkx sympy pandas
"""Programs over scipy, statsmodels, networkx and sympy with functions and classes of the notebook."""
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import scipy
import statsmodels.api as sm
import statsmodels.formula.api as smf
import sympy as sp
import torch
from scipy import cluster, fft, integrate, interpolate, linalg, ndimage, optimize, signal, sparse, spatial, special, stats


def attempt(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).strip().split('\n')[0][:110])


# Minimising with gradients of torch
def rosen(x):
    return float((100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum())


def with_gradient(x):
    t = torch.tensor(x, requires_grad=True)
    value = (100 * (t[1:] - t[:-1] ** 2) ** 2 + (1 - t[:-1]) ** 2).sum()
    value.backward()
    return value.item(), t.grad.numpy()


class Trace:
    def __init__(self):
        self.values = []

    def __call__(self, x):
        self.values.append(rosen(x))


trace = Trace()
result = optimize.minimize(with_gradient, np.zeros(3), jac=True, method='BFGS', callback=trace)
print(result.success, result.x.round(3), result.message, trace.values[-1] < 1e-8, len(trace.values) == result.nit, type(result).__name__, 'fun' in result, result['x'].shape)
print(optimize.minimize(rosen, [0, 0], method='Nelder-Mead', options={'maxiter': 5}).success, optimize.minimize_scalar(lambda v: (v - 2) ** 2, bounds=(0, 5), method='bounded').x.round(3), optimize.brentq(lambda v: v ** 3 - 2, 0, 2, xtol=1e-10).__round__(6), optimize.root(lambda v: [v[0] + v[1] - 3, v[0] * v[1] - 2], [0, 3]).x.round(4), optimize.fsolve(lambda v: np.cos(v) - v, 1.0).round(4), optimize.least_squares(lambda p, u, w: p[0] * u + p[1] - w, [0, 0], args=(np.arange(3.), np.array([1., 3, 5]))).x.round(4), optimize.linprog([-1, -2], A_ub=[[1, 1]], b_ub=[4]).x, optimize.differential_evolution(lambda v: (v ** 2).sum(), [(-1, 1)] * 2, seed=0, maxiter=30).fun < 1e-6, optimize.linear_sum_assignment([[4, 1], [2, 3]])[1])
constrained = optimize.minimize(lambda v: v[0] ** 2 + v[1] ** 2, [2, 0], constraints=[{'type': 'eq', 'fun': lambda v: v.sum() - 1}], bounds=[(0, 1), (0, 1)], method='SLSQP')
popt, pcov = optimize.curve_fit(lambda u, a, b: a * np.exp(-b * u), np.linspace(0, 4, 20), 2.5 * np.exp(-1.3 * np.linspace(0, 4, 20)), p0=(1, 1))
print(constrained.x.round(3), popt.round(3), pcov.shape, optimize.basinhopping(lambda v: np.cos(14.5 * v[0] - 0.3) + (v[0] + 0.2) * v[0], [1.0], niter=3, seed=1).x.shape, optimize.approx_fprime(np.ones(2), lambda v: v.prod(), 1e-6).round(3), optimize.check_grad(lambda v: (v ** 2).sum(), lambda v: 2 * v, np.ones(2)) < 1e-6)


class Stop(Exception):
    pass


def stopping(x):
    raise Stop('enough of it', tuple(x))


attempt(lambda: optimize.minimize(stopping, [1.0, 2.0]), lambda: optimize.brentq(lambda v: 1.0, 0, 1), lambda: optimize.minimize(lambda v: 'text', [1.0]), lambda: optimize.minimize(rosen, [0, 0], method='zz'), lambda: optimize.curve_fit(lambda u, a: a, [1], [1, 2]), lambda: optimize.root_scalar(lambda v: v), lambda: optimize.linprog([1], A_ub=[[1, 2]], b_ub=[1]), lambda: optimize.least_squares(lambda p: [np.nan], [1.0]))
try:
    optimize.minimize(stopping, [1.0])
except Stop as error:
    print(error.args, type(error) is Stop)

# Integrals and differential equations
def lotka(t, state, a, b):
    prey, hunters = state
    return [a * prey - b * prey * hunters, -prey * 0 + b * prey * hunters - 0.5 * hunters]


def ground(t, state, *_):
    return state[0] - 5


ground.terminal, ground.direction = True, 1
solution = integrate.solve_ivp(lotka, (0, 10), [1.0, 0.5], args=(1.0, 0.3), events=ground, dense_output=True, rtol=1e-8)
print(solution.status, solution.t_events[0].round(3), solution.sol(1.0).round(4), integrate.quad(lambda v, k: np.exp(-k * v), 0, np.inf, args=(2,))[0], [round(v, 6) for v in integrate.dblquad(lambda y, x: x * y, 0, 1, lambda x: 0, lambda x: x)][:1], integrate.odeint(lambda y, t: -y, 1.0, [0, 1, 2]).ravel().round(4), integrate.simpson([1, 4, 9], x=[1, 2, 3]), integrate.trapezoid(torch.tensor([1., 2., 3.])), integrate.cumulative_trapezoid([1, 2, 3]), integrate.nquad(lambda x, y: x + y, [[0, 1], [0, 2]])[0], integrate.fixed_quad(lambda v: v ** 3, 0, 1)[0].round(6))
attempt(lambda: integrate.solve_ivp(lambda t, y: 1 / 0, (0, 1), [1]), lambda: integrate.solve_ivp(lotka, (0, 1), [1.0]), lambda: integrate.solve_ivp(lambda t, y: y, (0, 1), [1], method='zz'), lambda: integrate.quad(lambda v: 'a', 0, 1), lambda: integrate.quad(3, 0, 1))

# Distributions
class Triangle(stats.rv_continuous):
    def _pdf(self, x):
        return 2 * x

    def _cdf(self, x):
        return x ** 2

    def _ppf(self, q):
        return np.sqrt(q)


tri = Triangle(a=0, b=1, name='triangle')
print(tri.mean().round(4), tri.cdf(0.5), tri.rvs(size=2, random_state=0).round(3), tri.interval(0.5)[0].round(3), tri.expect(lambda v: v ** 2).round(4), stats.norm(1, 2).ppf([0.5, 0.975]).round(3), stats.norm.fit([1, 2, 3]), stats.binom(3, 0.5).pmf(range(4)), stats.multivariate_normal([0, 0]).pdf([0, 0]).round(4), stats.gaussian_kde([1., 2., 4.])(2).round(3))
test = stats.ttest_ind([1, 2, 3, 4], [3, 4, 5, 6])
statistic, p = test
print(test.statistic.round(3), round(p, 3), test.df, stats.pearsonr([1, 2, 3], [1, 2, 4]).statistic.round(3), stats.kstest([0.1, 0.5, 0.9], lambda v: v).pvalue.round(3), stats.bootstrap(([1, 2, 3, 4],), np.mean, n_resamples=50, random_state=0).confidence_interval.low.round(2), stats.permutation_test(([1, 2], [3, 4]), lambda a, b: np.mean(a) - np.mean(b), n_resamples=10).pvalue.round(3), stats.linregress([0, 1, 2], [1, 3, 5])[:2], stats.describe([1, 2, 3]), stats.mode([1, 1, 2]), stats.zscore(torch.tensor([1., 2., 3.]).numpy()), stats.rankdata([3, 1, 1]), stats.entropy([0.5, 0.5]).round(4), stats.binned_statistic([1, 2, 3], [1, 2, 3], lambda v: len(v), bins=2).statistic)
attempt(lambda: stats.norm(scale=-1).pdf(0), lambda: stats.norm.fit(['a']), lambda: stats.pearsonr([1], [1]), lambda: stats.ttest_ind([1], [2], alternative='zz'), lambda: stats.chisquare([1, 2], [1]), lambda: stats.multivariate_normal([0], [[-1]]))

# Arrays: sparse, linear, signals, images, curves, neighbours
A = sparse.csr_matrix(np.array([[4., 1, 0], [1, 3, 0], [0, 0, 2]]))
operator = sparse.linalg.LinearOperator((3, 3), matvec=lambda v: A @ v, dtype=float)
print(sparse.linalg.cg(operator, np.ones(3))[0].round(4), sparse.linalg.eigsh(A, k=1, v0=np.ones(3))[0].round(3), A.nnz, (A * 2).toarray()[0], A[0].toarray(), A.T.shape, sparse.coo_matrix(([1, 2], ([0, 1], [1, 0]))).todense().tolist(), sparse.eye(2).tocsc()[0, 0], sparse.vstack([A, A]).shape, sparse.random(3, 3, 0.5, random_state=0).nnz, torch.from_numpy(A.toarray()).sum(), sparse.linalg.spsolve(A.tocsc(), [1., 2, 3]).round(3), A.indices, A.multiply(A).sum(), sparse.csgraph.shortest_path(A, method='D', indices=0), repr(A))
print(linalg.lu(A.toarray())[0].shape, linalg.expm(np.zeros((2, 2))), linalg.solve(A.toarray(), torch.ones(3).numpy()).round(3), linalg.eigvals([[0, 1], [-1, 0]]), linalg.funm(np.eye(2), lambda v: v * 3), linalg.cho_factor(A.toarray())[1], linalg.block_diag([1], [[2, 3]]), linalg.norm([3, 4]), linalg.null_space([[1, 1]]).round(3).tolist())
b, a = signal.butter(2, 0.3)
wave = np.sin(np.linspace(0, 6, 30))
print(signal.filtfilt(b, a, wave)[:3].round(4), signal.find_peaks(wave)[0], signal.convolve([1, 2], [1, 1]), signal.savgol_filter(wave, 5, 2)[0].round(3), signal.welch(wave, nperseg=16)[0][:2], signal.resample(wave, 4).round(3), signal.lfilter([1], [1, -0.5], [1, 0, 0]), fft.fft([1, 0, 0, 0]), fft.rfftfreq(4), ndimage.generic_filter(np.eye(3), lambda w: w.max(), size=2)[0], ndimage.label([[1, 0, 1]]), ndimage.gaussian_filter(np.eye(3), 1).round(3)[1], ndimage.map_coordinates(np.eye(2), [[0.5], [0.5]], order=1), ndimage.geometric_transform(np.arange(4.), lambda o: (o[0] + 1,), order=1))
print(interpolate.interp1d([0, 1], [0, 10])(0.25), interpolate.CubicSpline([0, 1, 2], [0, 1, 4])(1.5), interpolate.RBFInterpolator([[0.], [1.]], [0., 1.], kernel='linear', degree=0)([[0.5]]), interpolate.make_interp_spline([0, 1, 2, 3], [0, 1, 4, 9])(2.5), interpolate.griddata([[0, 0], [0, 1], [1, 0]], [0, 1, 2], [[0.2, 0.2]]).round(3), spatial.KDTree([[0, 0], [1, 1]]).query([0.9, 1]), spatial.distance.cdist([[0, 0]], [[3, 4]], lambda u, v: abs(u - v).sum()), spatial.ConvexHull([[0, 0], [1, 0], [0, 1], [.2, .2]]).vertices, spatial.distance.pdist([[0, 0], [3, 4]]), spatial.transform.Rotation.from_euler('z', 90, degrees=True).as_quat().round(3), cluster.hierarchy.fcluster(cluster.hierarchy.linkage([[0.], [1.], [9.]]), 2, 'maxclust'), cluster.vq.kmeans2(np.array([[0.], [1.], [9.]]), 2, seed=0, minit='++')[0].shape, special.expit(0), special.gamma(5), special.comb(5, 2, exact=True), special.softmax(torch.tensor([1., 2.]).numpy()).round(3), scipy.constants.c)
attempt(lambda: linalg.solve(np.zeros((2, 2)), [1, 2]), lambda: linalg.cholesky(-np.eye(2)), lambda: linalg.inv(np.ones((2, 3))), lambda: A @ np.ones(2), lambda: A[5, 5], lambda: sparse.csr_matrix('a'), lambda: interpolate.interp1d([0, 1], [0, 1])(2), lambda: signal.butter(2, 3), lambda: spatial.ConvexHull([[0, 0]]), lambda: ndimage.generic_filter(np.eye(2), lambda w: 1 / 0, size=2), lambda: spatial.distance.cdist([[0]], [[1]], 'zz'), lambda: fft.fft([]), lambda: sparse.linalg.cg(sparse.linalg.LinearOperator((2, 2), matvec=stopping), np.ones(2)))

# Regressions
rng = np.random.default_rng(0)
frame = pd.DataFrame({'x': np.arange(12.), 'g': list('abc') * 4})
frame['y'] = 2 * frame.x + frame.g.map({'a': 0, 'b': 1, 'c': 5}) + rng.normal(size=12) * 0.1


def doubled(v):
    return v * 2


fit = smf.ols('y ~ x + C(g)', frame).fit()
print(fit.params.round(1).to_dict(), fit.rsquared > 0.99, smf.ols('y ~ doubled(x) + np.log(x + 1)', frame).fit().params.round(0).index.tolist(), fit.predict(pd.DataFrame({'x': [1.0], 'g': ['c']})).round(0).tolist(), str(fit.summary()).split('\n')[0].strip(), fit.summary2().tables[1].shape, sm.add_constant(np.arange(3.)).tolist(), sm.OLS(frame.y, sm.add_constant(frame.x)).fit().nobs, smf.logit('big ~ x', frame.assign(big=lambda d: ((d.x.astype(int) * 7) % 12 > 5).astype(int))).fit(disp=0).params.shape, sm.stats.anova_lm(fit).shape, sm.GLM(frame.y.abs(), sm.add_constant(frame.x), family=sm.families.Poisson()).fit().converged, sm.tsa.acf(frame.y, nlags=2).round(1), smf.ols('y ~ x', frame).fit().resid.shape)
attempt(lambda: smf.ols('y ~ zz', frame), lambda: smf.ols('y ~', frame), lambda: sm.OLS([1, 2], [[1], [2], [3]]), lambda: smf.ols('y ~ failing(x)', frame.assign(y=1)), lambda: fit.predict(pd.DataFrame({'x': [1.0]})))

# Graphs
G = nx.Graph()
G.add_weighted_edges_from([('a', 'b', 1.0), ('b', 'c', 2.5), ('a', 'c', 5.0), ('c', 'd', 1)])
G.add_node(('t', 1), colour='red')


class Town:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f'<{self.name}>'


towns = [Town(n) for n in 'xyz']
roads = nx.DiGraph([(towns[0], towns[1], {'km': 3}), (towns[1], towns[2], {'km': 4})])
print(nx.shortest_path(G, 'a', 'd', weight='weight'), nx.shortest_path_length(G, 'a', 'd', weight=lambda u, v, d: d['weight'] * 2), nx.dijkstra_path(roads, towns[0], towns[2], weight='km'), list(nx.topological_sort(roads)), towns[0] in roads, list(roads.successors(towns[0])) == [towns[1]], roads.edges[towns[0], towns[1]]['km'], dict(G.degree()), nx.astar_path(G, 'a', 'd', heuristic=lambda u, v: 0), G.nodes[('t', 1)], list(nx.connected_components(G))[1], nx.to_numpy_array(G, nodelist='abcd').tolist(), nx.subgraph_view(G, filter_node=lambda n: n != 'd').number_of_nodes(), sorted(G.neighbors('c')), nx.pagerank(G, alpha=0.85)['a'] > 0, nx.relabel_nodes(G, lambda n: str(n).upper()).nodes, nx.density(G), nx.is_directed_acyclic_graph(roads), [sorted(c) for c in nx.community.greedy_modularity_communities(G)][0], nx.minimum_spanning_tree(G).size(weight='weight'), nx.node_link_data(nx.path_graph(2))['nodes'], G, nx.circular_layout(nx.path_graph(2))[0].round(3), nx.from_numpy_array(torch.eye(2).numpy()).edges, nx.from_pandas_edgelist(pd.DataFrame({'s': [1], 't': [2], 'w': [3]}), 's', 't', 'w')[1][2])
attempt(lambda: nx.shortest_path(G, 'a', ('t', 1)), lambda: nx.shortest_path(G, 'a', 'zz'), lambda: list(nx.topological_sort(nx.DiGraph([(1, 2), (2, 1)]))), lambda: G.nodes['zz'], lambda: G.remove_node('zz'), lambda: G.add_node([1]), lambda: nx.dijkstra_path(G, 'a', 'd', weight=lambda u, v, d: 1 / 0), lambda: nx.diameter(G), lambda: roads.edges[towns[2], towns[0]], lambda: nx.is_planar(3))

# Symbols
x, y = sp.symbols('x y', real=True)


class Half(sp.Function):
    @classmethod
    def eval(cls, argument):
        if argument.is_Number:
            return argument / 2

    def fdiff(self, argindex=1):
        return sp.Rational(1, 2)


expression = sp.sin(x) ** 2 + sp.cos(x) ** 2 + x * (x + y)
print(sp.simplify(expression), sp.expand((x + y) ** 3), sp.diff(sp.exp(x * y), x, 2), sp.integrate(sp.log(x), x), sp.solve([x + y - 3, x - y - 1], [x, y]), sp.limit(sp.sin(x) / x, x, 0), sp.series(sp.exp(x), x, 0, 4), Half(4), Half(x).diff(x), Half(x), sp.Matrix([[1, x], [y, 2]]).det(), sp.latex(sp.sqrt(x) / y), sp.factor(x ** 2 - 1), sp.lambdify((x, y), x ** 2 + sp.sin(y), 'numpy')(np.array([1., 2.]), 0.0), sp.lambdify(x, sp.sin(x), [{'sin': lambda v: v * 100}])(2), sp.lambdify(x, sp.tanh(x) + 1, [torch, 'math'])(torch.tensor([0.0])), sp.nsolve(sp.cos(x) - x, 1).round(5), expression.subs({x: 1, y: 2}).evalf(4), expression.replace(lambda e: e.is_Symbol and e.name == 'y', lambda e: e ** 2), sorted(expression.free_symbols, key=str), sp.Eq(x, 1).lhs, 3 * x, 2 / x, x ** -1, -x, abs(-x), x > 1, sp.Rational(1, 3) + 1, sp.N(sp.pi, 10), sp.sympify('2*z+1').args, sp.Piecewise((1, x > 0), (0, True)).subs(x, 2), sp.summation(x, (x, 1, 10)), sp.factorint(360), sp.prime(10), sp.Sum(1 / x, (x, 1, 3)).doit(), sp.pretty(x ** 2 / y), sp.dsolve(sp.Function('f')(x).diff(x) - sp.Function('f')(x)), sep='\n')
attempt(lambda: bool(x > 1), lambda: sp.sympify('2**'), lambda: sp.Matrix([[1, 2], [3]]), lambda: sp.solve(sp.Function('g')(x) + sp.exp(x) + x, x), lambda: sp.lambdify(x, sp.gamma(x), 'math')(-1), lambda: float(x), lambda: sp.Matrix([[1, 1], [1, 1]]).inv(), lambda: sp.Symbol(3), lambda: x.nothing, lambda: sp.integrate('a b', x))
