# Walrus in lambdas in comprehensions.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
t('w', lambda: [ (lambda: (y:=x))() for x in range(3)])
t('w2', lambda: exec("[[(z:=i) for i in range(3)] for j in [1]]; print(z)"))
def w3():
    r=[(lambda q: (y:=q)+y)(x) for x in range(3)]
    return r, 'y' in locals()
t('w3', w3)
