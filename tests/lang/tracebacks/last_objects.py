# Objects of the program end in order.
class D:
    def __init__(self, name): self.name = name
    def __del__(self): print('bye', self.name)


second = D('second')
_first = D('first')
third = D('third')
cycle = [D('in a cycle')]
cycle.append(cycle)
del cycle
print('end')
