# find, rfind, index, rindex and count with bounds.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("'hello'.find('l')", "'hello'.rfind('l')", "'hello'.find('l', 3)", "'hello'.find('l', 3, 3)", "'hello'.find('')", "'hello'.rfind('')", "'hello'.find('', 5)", "'hello'.find('', 6)", "'hello'.find('o', -1)", "'hello'.find('h', -100, 100)", "'hello'.index('z')", "'hello'.rindex('z', 1)", "'hello'.find('l', None, -2)", "'aaaa'.count('aa')", "'aaaa'.count('')", "'aaaa'.count('', 2)", "'aaaa'.count('', 5)", "'abc'.count('b', 2)", "'abc'.find(1)", "'abc'.find('a', 'b')", "'abc'.index()", "'abc'.find('a', 1, 2, 3)", "'\\u00e4\\u4e2d\\U0001F600'.find('\\U0001F600')", "'abc'.find('\\u4e2d')", "'aXbXc'.rindex('X')", "'abc'.count(None)", "'abc'.find('c', 10**20)", "'abc'.rfind('a', -10**20, 10**20)"):
    attempt(text)
