try:
    raise ExceptionGroup('a',[ValueError(1),TypeError(2),ExceptionGroup('b',[ValueError(3),OSError(4)])])
except* ValueError as e:
    raise
except* TypeError as e:
    raise e
