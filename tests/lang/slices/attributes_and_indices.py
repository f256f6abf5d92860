# slice objects.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("slice(5)", "slice(1, 2)", "slice(1, 2, 3)", "slice(None)", "slice('a', [1])", "slice(1, 2) == slice(1, 2, None)", "slice(1) < slice(2)", "slice(1, 2).start, slice(1, 2).stop, slice(1, 2).step", "slice(None, None, -1).indices(5)", "slice(1, 100, 2).indices(10)", "slice(-3, None).indices(10)", "slice(-100, -1, -1).indices(10)", "slice(5, 1, -2).indices(4)", "slice(0).indices(-1)", "slice('a').indices(5)", "slice(None, None, 0).indices(5)", "slice(1.5).indices(5)", "slice(1).indices('a')", "slice(10**30).indices(5)", "slice()", "slice(1, 2, 3, 4)", "slice(stop=1)", "hash(slice(1))", "slice(1).start is None", "[1, 2, 3][slice(0, 2)]", "'abc'[slice(None, None, -1)]", "slice(1, 2) == (1, 2, None)", "{slice(1): 2}"):
    attempt(text)
try:
    slice(1).start = 2
except AttributeError as e:
    print(e)
class Show:
    def __getitem__(self, key):
        return key
s = Show()
print(s[1:2], s[::], s[1:2, ::3], s[..., 1], s[()], s['a':'b':'c'], s[-1], s[1:2:3][0] if False else '', s[:, None])
