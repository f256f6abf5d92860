"""Breadth first, depth first, shortest paths, topological order, components, minimum spanning tree."""
from collections import defaultdict, deque
import math


class Heap:
    """A binary heap of (priority, item)."""

    def __init__(self):
        self.a = []

    def push(self, x):
        a = self.a
        a.append(x)
        i = len(a) - 1
        while i and a[i] < a[(i - 1) // 2]:
            a[i], a[(i - 1) // 2] = a[(i - 1) // 2], a[i]
            i = (i - 1) // 2

    def pop(self):
        a = self.a
        top, last = a[0], a.pop()
        if a:
            a[0] = last
            i = 0
            while (child := 2 * i + 1) < len(a):
                if child + 1 < len(a) and a[child + 1] < a[child]:
                    child += 1
                if a[i] <= a[child]:
                    break
                a[i], a[child] = a[child], a[i]
                i = child
        return top

    def __bool__(self):
        return bool(self.a)


class Graph:
    def __init__(self, edges=(), directed=False):
        self.adj = defaultdict(dict)
        self.directed = directed
        for u, v, *w in edges:
            self.add(u, v, *w)

    def add(self, u, v, weight=1):
        self.adj[u][v] = weight
        if self.directed:
            self.adj[v]
        else:
            self.adj[v][u] = weight

    def __iter__(self):
        return iter(self.adj)

    def __getitem__(self, u):
        return self.adj[u]

    def bfs(self, start):
        seen, queue = {start: None}, deque([start])
        while queue:
            u = queue.popleft()
            yield u
            for v in sorted(self[u]):
                if v not in seen:
                    seen[v] = u
                    queue.append(v)

    def dfs(self, start, seen=None):
        seen = set() if seen is None else seen
        seen.add(start)
        yield start
        for v in sorted(self[start]):
            if v not in seen:
                yield from self.dfs(v, seen)

    def dijkstra(self, start):
        dist, parent = {v: math.inf for v in self}, {}
        dist[start] = 0
        heap = Heap()
        heap.push((0, start))
        while heap:
            d, u = heap.pop()
            if d > dist[u]:
                continue
            for v, w in self[u].items():
                if (alt := d + w) < dist[v]:
                    dist[v], parent[v] = alt, u
                    heap.push((alt, v))
        return dist, parent

    def path(self, a, b):
        dist, parent = self.dijkstra(a)
        out = [b]
        while out[-1] != a:
            if out[-1] not in parent:
                return None, math.inf
            out.append(parent[out[-1]])
        return out[::-1], dist[b]

    def topological(self):
        incoming = {v: 0 for v in self}
        for u in self:
            for v in self[u]:
                incoming[v] += 1
        ready = sorted(v for v, n in incoming.items() if n == 0)
        order = []
        while ready:
            u = ready.pop(0)
            order.append(u)
            for v in sorted(self[u]):
                incoming[v] -= 1
                if incoming[v] == 0:
                    ready.append(v)
        if len(order) < len(incoming):
            raise ValueError('the graph has a cycle')
        return order

    def components(self):
        left = set(self)
        while left:
            part = set(self.dfs(min(left)))
            yield sorted(part)
            left -= part

    def kruskal(self):
        root = {v: v for v in self}

        def find(v):
            while root[v] != v:
                root[v] = root[root[v]]
                v = root[v]
            return v
        for w, u, v in sorted((w, u, v) for u in self for v, w in self[u].items() if u < v):
            if (a := find(u)) != (b := find(v)):
                root[a] = b
                yield u, v, w


g = Graph([('A', 'B', 4), ('A', 'C', 2), ('B', 'C', 1), ('B', 'D', 5), ('C', 'D', 8), ('C', 'E', 10), ('D', 'E', 2), ('X', 'Y')])
print(list(g.bfs('A')), list(g.dfs('A')))
print(g.dijkstra('A')[0])
print(g.path('A', 'E'), g.path('A', 'X'))
print(list(g.components()), list(g.kruskal()), sum(w for *_, w in g.kruskal()))
d = Graph([('shirt', 'tie'), ('tie', 'jacket'), ('trousers', 'shoes'), ('trousers', 'belt'), ('belt', 'jacket')], directed=True)
print(d.topological())
d.add('jacket', 'shirt')
try:
    d.topological()
except ValueError as e:
    print(e)


def floyd(n, edges):
    dist = [[0 if i == j else math.inf for j in range(n)] for i in range(n)]
    for u, v, w in edges:
        dist[u][v] = w
    for k in range(n):
        for i in range(n):
            for j in range(n):
                dist[i][j] = min(dist[i][j], dist[i][k] + dist[k][j])
    return dist


for row in floyd(4, [(0, 1, 3), (1, 2, -2), (2, 3, 2), (3, 1, 1), (0, 2, 5)]):
    print(' '.join(f'{x:>4}' for x in row))


def grid_path(rows):
    grid = [list(r) for r in rows]
    start, goal = (0, 0), (len(grid) - 1, len(grid[0]) - 1)
    queue, came = deque([start]), {start: None}
    while queue:
        r, c = here = queue.popleft()
        if here == goal:
            break
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r2, c2 = r + dr, c + dc
            if 0 <= r2 < len(grid) and 0 <= c2 < len(grid[0]) and grid[r2][c2] != '#' and (r2, c2) not in came:
                came[r2, c2] = here
                queue.append((r2, c2))
    at = goal if goal in came else None
    while at:
        grid[at[0]][at[1]] = '*'
        at = came[at]
    return '\n'.join(map(''.join, grid))


print(grid_path(['..#....', '.##.##.', '....#..', '###...#', '.....#.', '.###...', '....##.']))
