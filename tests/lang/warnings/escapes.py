# Unknown escapes are told to those who ask.
import warnings
tests = [r"'\d'", r"'\d\e'", r"b'\d'", r"r'\d'", r"f'\d{1}\e'", r"'a' '\d'", r"'\d' '\e'", r"'\8'", r"'\ '", r"'''\d" "\n" r"\e'''", r"f'{x:\d}'", r"'\d'; '\e'",
         r"'\é'", r"x['\d'] = 1", r"('\d')", r"1if 1else 2", r"0x1for x in y", r"[0b1or 1, 0o7if 1else 2]", r"1_0and 2", r"1.5in x", r"1e5is 2", r"2jnot in x"]
for text in tests:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            compile(text, 'f', 'exec')
        except SyntaxError as e:
            print(text, e.msg)
    print(text, [(w.category.__name__, str(w.message), w.filename, w.lineno) for w in seen])
warnings.simplefilter('error', DeprecationWarning)
for text in tests:
    try:
        compile(text, 'f', 'exec')
    except SyntaxError as e:
        print(text, e.msg, e.args[1])
