# The order in which natives judge their arguments.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ("len(obj=1)", "len([], x=1)", "'a'.upper(x=1)", "'a'.upper(1, x=1)", "'a'.split(1, 2, 3)", "'a'.split(sep=',', foo=1)", "'a'.split(',', sep=',')", "'a'.encode(foo=1)", "'a'.encode('a', 'b', 'c')", "'a'.encode('ascii', encoding='x')", "[].sort(foo=1)", "[].append(x=1)", "[].append()", "{}.get(key=1)", "sum([], foo=1)", "sum([], 1, start=2)", "sum(iterable=[])", "sum()", "int('1', foo=1)", "(1).to_bytes(1, 'big', foo=1)", "(1).to_bytes(1, length=2)", "'a'.expandtabs(1, tabsize=2)", "'a'.splitlines(1, 2)", "b'a'.translate()", "b'a'.translate(delete=b'')", "round()", "round(ndigits=1)", "pow(1)", "enumerate()", "print(foo=1)", "isinstance(1, x=2)", "dict.fromkeys(iterable=[])", "float(x=1)", "list(iterable=())", "tuple(x=1)", "set(x=1)", "bool(x=1)", "object(x=1)", "'{}'.format_map()", "'a'.join()", "'a'.replace(old='a', new='b')", "open(mode='r')", "type()"):
    attempt(text)
