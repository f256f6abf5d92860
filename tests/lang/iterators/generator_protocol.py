# send, throw and close.
def g():
    received = []
    try:
        while True:
            received.append((yield len(received)))
    except ValueError as e:
        yield f'caught {e}'
    finally:
        print('finally', received)
it = g()
print(next(it), it.send('a'), it.send('b'), it.throw(ValueError('boom')), next(it, 'end'))
it = g()
try:
    it.send('early')
except TypeError as e:
    print(e)
it.close()
it = g()
next(it)
it.close()
print(next(it, 'closed'))
def stubborn():
    while True:
        try:
            yield 1
        except GeneratorExit:
            pass
it = stubborn()
next(it)
try:
    it.close()
except RuntimeError as e:
    print(e)
it = (x for x in 'ab')
print(list(it), list(it), type(it).__name__)
