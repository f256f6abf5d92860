"""async for over iterators whose __anext__ gives an object with __await__: that is asked once."""
class Step:
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield ('step', self.v)
        if self.v == 3: raise StopAsyncIteration
        return self.v * 10
class Count:
    def __init__(self): self.n = 0
    def __aiter__(self): return self
    def __anext__(self):
        self.n += 1
        return Step(self.n)
async def main():
    out = []
    async for x in Count(): out.append(x)
    out.append([x async for x in Count()])
    return out
c = main()
seen = []
try:
    while True: seen.append(c.send(None))
except StopIteration as e: print(seen, e.value)
