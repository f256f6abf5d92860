# Octal escapes of more than a byte: their value, and the warning once a literal.
import warnings

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    print([hex(ord(eval(r"'\%o'" % value))) for value in (0o377, 0o400, 0o777)], eval(r"b'\400\777\377'"))
    print([(str(warning.message), warning.category.__name__, warning.lineno) for warning in seen])
with warnings.catch_warnings():
    warnings.simplefilter('error')
    for text in ("'''\n\\407'''", r"b'x\777'", r"'\377'", r"'\q\400'"):
        try:
            print(ascii(eval(text)))
        except SyntaxError as error:
            print(error.msg, error.lineno, error.offset)
