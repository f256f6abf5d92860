# Shifts of any size and their errors.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


for text in ('1 << 100', '-1 << 70', '1 >> 1', '-1 >> 1', '-5 >> 1', '10**30 >> 64', '-10**30 >> 200', '5 >> 10**20', '0 << 10**10',
             '1 << -1', '1 >> -1', '1 << 1.0', 'True << 3', '1 << 10**20', '0 >> -10**20'):
    attempt(text)
