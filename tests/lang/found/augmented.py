# The operator that fails is named with its =, for numbers as for everything.
def attempt(s):
    ns={'a':1.5,'b':1.5}
    try: exec(s, ns)
    except Exception as e: print(s, e)
for op in '+ - * / // % ** << >> & | ^ @'.split():
    attempt(f'a{op}=a'); attempt(f'a{op}=2'); attempt(f'a{op}=""'); attempt(f'a{op}=b')
    attempt(f'def f(a,b):\n a{op}=b\nf(1.5,2)'); attempt(f'def f(a,b):\n a{op}=2\nf("",2)'); attempt(f'def f(a,b):\n a{op}=2\nf([],2)')


# the old value of the target is read before the right side runs
def rebound(x):
    x += (x := 5)
    return x


print(rebound(1))


# a class with its own __getitem__ multiplies and joins as str does
class Text(str):
    def __getitem__(self, key):
        return 1


text = Text('ab')
print(text * 2, 2 * text)
text *= 2
print(text)
for other in 1, None, b'x', []:
    try:
        Text('a') + other
    except TypeError as error:
        print(error)


class Rows(list):
    pass


try:
    Rows() + ()
except TypeError as error:
    print(error)
