assert True
assert 1, 'unused'
assert (1 == 1), f'{1 / 1}'
for code in ['assert 0', 'assert 0, "msg"', 'assert [], [1, 2]', 'assert None, None', 'assert 0, ValueError("x")', 'assert 0, (1, 2)']:
    try:
        exec(code)
    except AssertionError as e:
        print(repr(e), e.args)
def side():
    print('evaluated'); return 'm'
assert 1, side()
try:
    assert 0, side()
except AssertionError as e: print(e)
try:
    assert 1 / 0, 'not reached'
except ZeroDivisionError as e: print(e)
print(__debug__)
AssertionError = ValueError
try:
    assert 0
except Exception as e: print(type(e).__name__)
