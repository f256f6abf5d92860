# strip, lstrip and rstrip with sets of characters.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'  a b  '.strip()", "'\\t a\\n'.lstrip()", "' a\\x1f\\u2003'.rstrip()", "'xxaxx'.strip('x')", "'abcba'.strip('ab')", "'abcba'.lstrip('ba')", "'abcba'.rstrip('')", "'ääbä'.strip('ä')", "'abc'.strip(None)", "'abc'.strip(1)", "'abc'.strip('a', 'b')", "'   '.strip()", "''.strip('x')", "'a'.strip(chars='a')", "'abc'.lstrip(b'a')"):
    attempt(text)
