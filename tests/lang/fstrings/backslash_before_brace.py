# A backslash before a field or a doubled brace stands for itself
import warnings

warnings.simplefilter('ignore')
x = 6
for text in (r"f'\{x*7}'", r"f'\\{x}'", r"f'\\\{x}'", r"rf'\{x}'", r"f'\{{x}}'", r"f'a\{x}b\{x}'", r"f'{x}\{x}'", r"f'{x:\{x}}'", r"f'\N{DIGIT ONE}\{x}'",
             r"f'\}'", r"f'\{'", r"f'\{}'", r"f'\N'", r"f'\x4{x}'", r"f'\u004{x}'", r"f'\1{x}'"):
    try:
        print(text, ascii(eval(text)))
    except Exception as e:
        print(text, type(e).__name__, e)
