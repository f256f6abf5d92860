# complex() of texts.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


for text in ('1+2j', ' ( 1-2J ) ', 'j', '-j', '+j', '3', '1e5j', '1e-5-1e5j', 'inf+nanj', '-infj', '1_0+2_0j', '1 + 2j', '', '()', '(1', '1+', '1+2', 'j1', '1jj', '1+-2j', '\uff11+2j', '.5-.5j', 'nan', "1+2j)"):
    show(complex, text)
