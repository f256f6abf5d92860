"""Topological orders of graphs."""

__all__ = ['TopologicalSorter', 'CycleError']


class CycleError(ValueError):
    """The graph has a cycle: its second argument is a list of nodes, the first and the last the same."""


class TopologicalSorter:
    """Gives nodes after those that they depend on: TopologicalSorter({node: predecessors})."""

    def __init__(self, graph=None):
        self._waits = {}                    # node -> how many predecessors are not done; -1 given out, -2 done
        self._followers = {}                # node -> those that wait for it
        self._ready = None
        self._given = self._finished = 0
        for node, predecessors in (graph or {}).items():
            self.add(node, *predecessors)

    def add(self, node, *predecessors):
        """Adds a node and what it depends on; predecessors of several calls are joined."""
        if self._ready is not None:
            raise ValueError('Nodes cannot be added after a call to prepare()')
        for one in node, *predecessors:
            self._waits.setdefault(one, 0)
            self._followers.setdefault(one, [])
        self._waits[node] += len(predecessors)
        for one in predecessors:
            self._followers[one].append(node)

    def prepare(self):
        """Ends the adding of nodes; a CycleError where the graph has a cycle."""
        if self._ready is not None:
            raise ValueError('cannot prepare() more than once')
        self._ready = [node for node, number in self._waits.items() if number == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError('nodes are in a cycle', cycle)

    def get_ready(self):
        """A tuple of the nodes that nothing undone stands before; each is given once."""
        self._check()
        ready, self._ready = tuple(self._ready), []
        for node in ready:
            self._waits[node] = -1
        self._given += len(ready)
        return ready

    def is_active(self):
        """Whether there are nodes to give, or to be done."""
        self._check()
        return bool(self._ready) or self._finished < self._given

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """Marks given nodes as done, which makes those after them ready."""
        self._check()
        for node in nodes:
            state = self._waits.get(node)
            if state is None:
                raise ValueError(f'node {node!r} was not added using add()')
            if state >= 0:
                raise ValueError(f'node {node!r} was not passed out (still not ready)')
            if state == -2:
                raise ValueError(f'node {node!r} was already marked done')
            self._waits[node] = -2
            self._finished += 1
            for follower in self._followers[node]:
                self._waits[follower] -= 1
                if self._waits[follower] == 0:
                    self._ready.append(follower)

    def static_order(self):
        """All nodes in order."""
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)

    def _check(self):
        if self._ready is None:
            raise ValueError('prepare() must be called first')

    def _find_cycle(self):
        """A list of nodes that go in a circle, or None."""
        finished = set()
        for start in self._waits:
            if start in finished:
                continue
            path, place, stack = [start], {start: 0}, [iter(self._followers[start])]
            while stack:
                for node in stack[-1]:
                    if node in place:
                        return path[place[node]:] + [node]
                    if node not in finished:
                        place[node] = len(path)
                        path.append(node)
                        stack.append(iter(self._followers[node]))
                        break
                else:
                    stack.pop()
                    last = path.pop()
                    del place[last]
                    finished.add(last)
        return None

    @classmethod
    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)
