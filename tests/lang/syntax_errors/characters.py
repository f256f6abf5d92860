# Characters that are not of the language.
def show(text, mode="exec"):
    try:
        compile(text, "<text>", mode)
        print(repr(text), "fine")
    except SyntaxError as e:
        print(repr(text), type(e).__name__, e.msg, (e.lineno, e.offset, e.end_lineno, e.end_offset), repr(e.text))
    except Exception as e:
        print(repr(text), type(e).__name__, e)


for text in [
    'x = $',
    'x = ?',
    'x = 1 ! 2',
    '`x`',
    'x = “a”',
    'x = ‘a’',
    'x – y',
    'x × y',
    'a\xa0= 1',
    'x = 1\u200b',
    '€',
    'x = 5€',
    '1 €',
    '🙂 = 1',
    'a🙂',
    '\x01',
    'x = \x7f',
    '\\ x',
    'x = \\ 1',
    'x = 1 \\',
    'x \\\n',
    '\\',
    '\ufeffx = y z',
    'é è',
    '(é è)',
    "é = 'é' é",
    "x = 'é' y",
    'f(é=1, é=2)',
    'ﬁ = 1 2',
    'x²',
    '²',
    'x = ½',
    'a·b c',
    '℘ = ! 1',
    '𝐱 = = 1',
    'x\x0cy',
    'x = 1 # é\ny z',
    '（x）',
    'x，y',
    'x：y',
    '；',
]:
    show(text)

for text in ('é = 0777', 'é = 0777 + 1', 'é = "x" 1', 'if é:'):
    try:
        compile(text, 'f', 'exec')
    except SyntaxError as e:
        print(e.args)
