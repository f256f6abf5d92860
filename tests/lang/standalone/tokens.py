# tokenize, token: tokens of programs, encodings, programs of tokens, errors.
import io, tokenize, token
src = '''# c
def f(a, *, b=1):  # x
    """doc
    more"""
    if a:
\tx = 'q' + r"z\\n" f'{a}' b\'b\' \\
            + 0x1F + 1_000.5e-3j
    return [1,
      2 # in
    ]

class A: pass
x = a if b != c else ~d ** e // f @ g -> h := ...
y = $ ? !
é = 1 ; lambda: 0
  # odd comment
z = 'a\\
b'
'''
for t in tokenize.generate_tokens(io.StringIO(src).readline): print(t)
toks = list(tokenize.tokenize(io.BytesIO(b'# -*- coding: latin-1 -*-\nx = "\xe9"').readline)); print(toks)
print(tokenize.untokenize(tokenize.generate_tokens(io.StringIO(src).readline)) == src, tokenize.untokenize([t[:2] for t in tokenize.generate_tokens(io.StringIO('if x:\n  y = "a" "b"\nz(1)\n').readline)]))
for bad in ('(1,', '"""x', 'if x:\n    a\n  b', "'abc", 'x = \\'):
    try: print(list(tokenize.generate_tokens(io.StringIO(bad).readline)))
    except Exception as e: print(type(e).__name__, e, e.args)
for b in (b'# coding: foo\n', b'\xff\n', b'\xef\xbb\xbf# coding: latin-1\n', b'', b'\n# coding=utf-8\n'):
    try: print(tokenize.detect_encoding(io.BytesIO(b).readline))
    except Exception as e: print(type(e).__name__, e)
print(toks[1].exact_type, [t.exact_type for t in tokenize.generate_tokens(io.StringIO('a+=b').readline)], token.tok_name[54], token.ISEOF(0), len(token.tok_name), sorted(token.EXACT_TOKEN_TYPES.items())[:4], token.NT_OFFSET)
