# ** of complex numbers.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ('(1+2j)**2', '(1+2j)**0', '(1+2j)**-1', '(1+2j)**0.5', '(1+2j)**(1+1j)', '2**(1j)', '(-1)**0.5', '0j**0', '0j**1', '0j**-1', '0j**1j', '(1+2j)**100', '(1+2j)**101', '(1e200+0j)**2', '2j**2j', 'pow(1+2j, 2, 5)', 'pow(1+2j, 2, None)', "(1+2j)**'a'", 'complex("inf")**1', 'complex("inf")**2'):
    attempt(text)
