# startswith and endswith with tuples and bounds.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'hello'.startswith('he')", "'hello'.startswith(('x', 'he'))", "'hello'.startswith('')", "'hello'.startswith('', 6)", "'hello'.startswith('l', 2, 3)", "'hello'.endswith('lo')", "'hello'.endswith(('a', 'o'))", "'hello'.endswith('', 5, 4)", "'hello'.endswith('hell', 0, -1)", "'hello'.startswith(())", "'hello'.startswith(1)", "'hello'.startswith(['he'])", "'hello'.startswith(('x', 1))", "'hello'.endswith(None)", "'hello'.startswith()", "'hello'.startswith('h', 'x')"):
    attempt(text)
