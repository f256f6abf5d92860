# Sources nested without end: an exception, and the program goes on.
def attempt(text):
    try:
        exec(text, {'a': 1})
    except (SyntaxError, MemoryError, RecursionError, IndentationError, TypeError, AttributeError) as error:
        print('refused')
    else:
        print('done')


N = 100000
attempt('(' * N)
attempt('(' * N + ')' * N)
attempt('[' * N + ']' * N)
attempt('{' * N)
attempt('x = ' + '-' * N + '1')
attempt('x = ' + 'not ' * N + '1')
attempt('x = a' + '.real' * 50)
attempt('x = ' + '(1, ' * N)
attempt('x = ' + 'lambda: ' * N + '1')
attempt('x = ' + '[' * 90 + ']' * 90)
attempt(''.join(' ' * i + 'if 1:\n' for i in range(150)) + ' ' * 150 + 'pass\n')
attempt(''.join('def f():\n'.rjust(9 + i) for i in range(110)))
attempt('x = ' + ' if 1 else '.join('1' * 90))
attempt('x = "' + 'a' * N + '"')
attempt('f"' + '{' * N)
attempt('@a\n' * 10)
attempt('a = ' + 'a' * N + ' = 1')
attempt('x = ' + '9' * 4300)
print('still here')
