# strip family, justification, replace, expandtabs, zfill.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("b' \\t a \\n'.strip()", "b'xxaxx'.strip(b'x')", "b'abc'.lstrip(b'ba')", "b'abc'.rstrip('c')", "b'ab'.center(6, b'*')", "b'ab'.ljust(4)", "b'ab'.rjust(4, b'.')", "b'ab'.center(5, 'x')", "b'ab'.center(5, b'xy')", "b'-42'.zfill(6)", "b'aXbX'.replace(b'X', b'--')", "b'abc'.replace(b'', b'.')", "b'aaa'.replace(b'a', b'b', 2)", "b'a'.replace('a', b'b')", "b'a\\tb'.expandtabs(4)", "b'abc'.removeprefix(b'ab')", "b'abc'.removesuffix(b'bc')", "b'abc'.removeprefix('a')", "b'  '.strip()", "b'abc'.strip(None)"):
    attempt(text)
