# Filters of the module warnings hold for the compiler, too.
import warnings
warnings.warn("hi")
warnings.warn("old", DeprecationWarning)
for i in range(3): warnings.warn("loop")
exec("1 is 1")
exec("1 is 1")
exec("'\\d'")
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    compile("'\\d' + b'\\q'.x + f'{1}\\ä'; 2 is 2; 1if x else 2", "file.py", "exec")
    for x in w: print(x.category.__name__, x.message, x.filename, x.lineno)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    exec("3 is 3")
warnings.simplefilter("error")
for s in ["x = 4 is 4", "x = '\\d'", "(1, '\\d')", "assert (1,\n 2)", "0x1for x in y","'''\n\\d\n'''"]:
    try: compile(s, "f", "exec")
    except SyntaxError as e: print(type(e).__name__, e.msg, e.args[1])
try: warnings.warn("x")
except UserWarning as e: print(repr(e))
exec("3 is 3")
