class E(ExceptionGroup): pass
def f():
    raise E('a',[ValueError(1),TypeError(2),ExceptionGroup('b',[ValueError(3),OSError(4)])])
def g():
    try:
        f()
    except* ValueError as e:
        1/0
    except* TypeError as e:
        raise OSError from e
    finally:
        print('fin')
g()
