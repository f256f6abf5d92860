# None, NotImplemented and Ellipsis.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


print(None, NotImplemented, ..., Ellipsis is ..., type(None).__name__, type(...).__name__, type(NotImplemented).__name__, repr(...), [None, ...], bool(...), bool(None), None == None, None is None, hash(None) == hash(None))
for text in ("None + 1", "None.x", "None()", "None[0]", "len(None)", "None < None", "...()", "... + 1", "type(None)()", "type(...)()", "type(NotImplemented)()", "type(None)(1)", "int(None)", "None.__bool__()", "None.__class__", "None.__doc__"):
    attempt(text)
for text in ("None = 1", "... = 1", "None.x = 1", "True = 0", "__debug__ = 1"):
    try:
        exec(text)
    except (SyntaxError, AttributeError) as e:
        print(type(e).__name__, e)
