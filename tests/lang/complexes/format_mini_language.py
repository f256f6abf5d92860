# format() of complex numbers.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


z = 3.14159 - 2.71828j
for spec in ('', '.2f', '.3', 'g', 'e', '10.1f', '>20.2f', '<20.2f|', '^20', '+', '+.1f', ' .1f', ',.2f', '*^25.3e', '#.0f', 'F', 'n', '_', 'G'):
    show(format, z, spec)
for spec in ('020', '=20', 'd', 'x', 's', '%', 'q', '.', '.2q'):
    show(format, z, spec)
print(f'{1e6+1j:,}', f'{0j:.1f}', f'{complex("nan"):.1f}', f'{complex("inf-infj"):+}')
