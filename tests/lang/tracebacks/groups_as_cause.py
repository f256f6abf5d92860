try:
    try:
        raise ExceptionGroup('a',[ValueError(1),TypeError(2)])
    except* ValueError as e:
        print(e)
except Exception as e:
    raise RuntimeError('outer') from e
