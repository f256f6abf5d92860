# complex() of texts with underscores, and the alternate form.
def attempt(f, *args, **k):
    try: print(repr(f(*args, **k)))
    except Exception as e: print(type(e).__name__, e)
for t in ('count_up', '1_0j', '1__0j', '_1j', '1_j', '1_', 'a', '', '()', '(1', '1_0+2_0j', '1+_2j', '1.5_j', '1e_5', '1_e5', ' 1_0 ', '(1_0)', '1 + 2j', '1\x00', '1_\x00', 'ä_b', 'äb', '１_0', "it's_", '"_'):
    attempt(complex, t); attempt(float, t); attempt(int, t)
for v in (1e20j, 1e20+0j, 1+2j, -0j, 1.5-2j, 0j, 100j, 1e-7j, complex('nan'), complex('inf-infj'), 1e16+1e16j, 123456789j):
    for spec in ('#', '< #20', '', '+', '-', ' ', ',', '_', '#g', 'g', 'e', '#e', '.0f', '#.0f', '#.0e', '#.3', '.3', '#.0', 'n', ',.2f', '>30', '^30.1f', '*<30', '+,.1e', 'E', 'G', 'F', '0', '010', '=10', 's', 'd', '%', '10j'):
        print(repr(spec), end=' '); attempt(format, v, spec)
for v in (1e20, 1.0, 1e16, 1.5, 100.0, 1e-7, float('nan'), 0.0, 123456789.0):
    for spec in ('#', '# ', '#g', '#e', '#.0f', '#.3', '#.0', '#n', '#%', '#.0%', '#,', '#_', '#20', '#020', '#r'):
        print(repr(spec), end=' '); attempt(format, v, spec); attempt(lambda: ('%' + spec + ('' if spec[-1:].isalpha() else 'g')) % v)
