# needs: numpy sympy networkx
"""Programs over sympy and networkx: expressions, lambdas made of them, graphs of objects of the notebook."""
import numpy as np
import torch
import sympy as sp
import networkx as nx

# expressions
x, y = sp.symbols('x y', real=True)
e = (x + 1) ** 2 * sp.sin(y)
print(e, sp.expand(e), sp.diff(e, x), sp.integrate(x ** 2, (x, 0, 1)), sp.solve(x ** 2 - 2, x), sp.limit(sp.sin(x) / x, x, 0), e.subs({x: 1, y: sp.pi / 2}), sp.series(sp.exp(x), x, 0, 4), sp.latex(e), repr(e), e.free_symbols == {x, y}, sp.simplify(sp.sin(x) ** 2 + sp.cos(x) ** 2), sp.factor(x ** 2 - 1), sp.Rational(1, 3) + sp.Rational(1, 6), sp.sqrt(8), sp.pi.evalf(20), sp.N('1/3', 5))
print(1 + x, 2 * x - x, x ** 2 / x, -x, abs(sp.Integer(-3)), x == sp.Symbol('x', real=True), x < 3, sp.Eq(x, 1), bool(sp.Integer(2) > 1), int(sp.Integer(7)), float(sp.Rational(1, 4)), sp.Integer(3) + 2, 3 % sp.Integer(2), hash(x) == hash(sp.Symbol('x', real=True)), {x: 1}[x], sum([x, x, y]), [t for t in sp.Add(x, y).args] == [x, y], sp.factorial(20), sp.nsimplify(0.25), sp.Float(1.5), complex(sp.I), sp.oo, x.name)
f = sp.lambdify((x, y), e, 'numpy')
print(f(1, np.array([0, np.pi / 2])).round(3), sp.lambdify(x, x ** 2 + 1)(3), sp.lambdify(x, x ** 2 + 1)(torch.arange(3.)), sp.lambdify([x], sp.Matrix([x, 2 * x]))(2), sp.lambdify(x, sp.Function('g')(x), [{'g': lambda v: v * 100}])(2))
M = sp.Matrix([[1, x], [y, 2]])
print(M, M.det(), M.T, M.subs(x, 0).inv(), M.shape, M[0, 1], sp.eye(2), M * sp.Matrix([1, 1]), M.eigenvals() != {}, np.array(M.subs({x: 0, y: 0})).astype(float), torch.tensor(np.array(M.subs({x: 0, y: 0})).astype(float)), M.applyfunc(lambda v: v * 2), sp.Matrix(2, 2, lambda i, j: i + j), sp.Matrix(torch.eye(2).tolist()), M.jacobian([x]) if M.cols == 1 else sp.Matrix([x * y]).jacobian([x, y]))
class Double(sp.Function):
    @classmethod
    def eval(cls, arg):
        if arg.is_Number:
            return 2 * arg
    def fdiff(self, argindex=1):
        return sp.Integer(2)
print(Double(3), Double(x), Double(x).diff(x), Double(x).subs(x, 4), sp.dsolve(sp.Derivative(sp.Function('u')(x), x) - sp.Function('u')(x)), sp.solveset(x ** 2 - 1, x), sp.solve([x + y - 3, x - y - 1], [x, y]), sp.Piecewise((x, x > 0), (0, True)).subs(x, -1), sp.Sum(x, (x, 1, 4)).doit(), list(sp.primerange(10)), sp.factorint(12), sp.Poly(x ** 2 + 2 * x).all_coeffs(), e.replace(lambda n: n.is_Symbol, lambda n: n ** 2), sp.sympify('a + 1').has(sp.Symbol('a')), sp.srepr(x + 1), e.xreplace({x: y}), sp.preorder_traversal(x + 1).__next__(), [a.func.__name__ for a in sp.preorder_traversal(x * y)])
print(sp.pretty(x ** 2 / y), sp.sympify('2*x').subs('x', 5), x._repr_latex_(), M._repr_latex_()[:20], sp.printing.ccode(x ** 2), sp.diff(sp.exp(-x ** 2 / 2), x, 2), sp.plot is not None)
for bad in (lambda: sp.sympify('1 +'), lambda: x + 'a' + object(), lambda: bool(x < y), lambda: sp.Matrix([[1, 2], [2, 4]]).inv(), lambda: float(x), lambda: sp.solve(), lambda: M[5, 5], lambda: sp.Symbol(3), lambda: int(sp.oo)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0][:120])

# graphs
G = nx.Graph()
G.add_edge('a', 'b', weight=4)
G.add_edges_from([('b', 'c', {'weight': 1}), ('a', 'c', {'weight': 7})])
G.add_node('z', color='red', vector=torch.ones(2))
print(G, G.nodes(data=True)['z'], list(G.edges(data='weight')), G['a']['b']['weight'], G.degree['a'], dict(G.degree()), 'a' in G, len(G), list(G), G.number_of_edges(), nx.shortest_path(G, 'a', 'c', weight='weight'), nx.shortest_path_length(G, 'a', 'c', weight=lambda u, v, d: d['weight'] * 2), list(nx.connected_components(G)) == [{'a', 'b', 'c'}, {'z'}], G.nodes['z']['vector'], list(G.neighbors('a')), nx.to_numpy_array(G), G.adj['a'], nx.density(G))
G['a']['b']['weight'] += 10
G.nodes['a'].update(seen=True)
print(G.edges['a', 'b'], G.nodes['a'], [(u, v, d['weight']) for u, v, d in G.edges(data=True)], nx.get_edge_attributes(G, 'weight'), G.subgraph(['a', 'b']).edges, nx.minimum_spanning_tree(G).size('weight'), G.copy().remove_node('a'), G.has_edge('a', 'b'), nx.pagerank(G.subgraph('abc'))['a'] > 0, sorted(nx.betweenness_centrality(G).items())[0], nx.is_connected(G))
D = nx.DiGraph((i, i + 1) for i in range(3))
print(list(nx.topological_sort(D)), D.in_degree(2), nx.is_directed_acyclic_graph(D), nx.ancestors(D, 3), list(D.successors(0)), D.reverse().edges, nx.adjacency_matrix(D).todense(), list(nx.dfs_edges(D, 0)), list(nx.bfs_tree(D, 0)), nx.from_numpy_array(np.ones((2, 2))).edges(data=True), nx.path_graph(3).edges, sorted(nx.spring_layout(nx.complete_graph(3), seed=0)), nx.from_dict_of_lists({0: [1]}).edges, nx.to_dict_of_lists(D), nx.node_link_data(D)['nodes'][0])
class City:
    def __init__(self, name, at):
        self.name, self.at = name, at
    def __hash__(self):
        return hash(self.name)
    def __eq__(self, other):
        return isinstance(other, City) and self.name == other.name
    def __repr__(self):
        return f'<{self.name}>'
cities = [City(n, torch.tensor([float(i), 0.])) for i, n in enumerate('ABC')]
R = nx.Graph()
for p, q in zip(cities, cities[1:]):
    R.add_edge(p, q, distance=(p.at - q.at).norm().item())
print(R.nodes, nx.shortest_path(R, cities[0], City('C', None)), next(iter(R)) is cities[0], nx.astar_path(R, cities[0], cities[2], heuristic=lambda u, v: float((u.at - v.at).abs().sum()), weight='distance'), City('B', None) in R, R[cities[1]], {n.name: d for n, d in R.degree}, nx.relabel_nodes(R, lambda c: c.name).nodes, nx.greedy_color(R, strategy=lambda g, c: sorted(g, key=lambda n: n.name)), [sorted(c.name for c in m) for m in nx.find_cliques(R)])
class Counting(nx.DiGraph):
    def __init__(self, *args, **kwargs):
        self.added = 0
        super().__init__(*args, **kwargs)
    def add_edge(self, u, v, **attr):
        self.added += 1
        return super().add_edge(u, v, **attr)
k = Counting()
k.add_edge(1, 2)
print(k.added, k, type(k).__name__, isinstance(k, nx.Graph), k.edges, type(k.copy()).__name__)
for bad in (lambda: nx.shortest_path(G, 'a', 'z'), lambda: G['q'], lambda: G.remove_node('q'), lambda: nx.shortest_path(G, 'a', 'nope'), lambda: nx.find_cycle(D), lambda: G.add_node(None), lambda: G.add_node([1]), lambda: nx.topological_sort(G).__next__()):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, type(error).__mro__[1].__name__, str(error)[:100])
@nx.utils.decorators.not_implemented_for('directed')
def only_plain(G, n=1):
    return G.size() + n
print(only_plain(R, n=2))
try:
    only_plain(D)
except nx.NetworkXNotImplemented as error:
    print(error)
