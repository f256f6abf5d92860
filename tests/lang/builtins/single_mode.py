# Code compiled with 'single' shows its value.
exec(compile('5', '<t>', 'single'))
exec(compile('"text"', '<t>', 'single'))
exec(compile('None', '<t>', 'single'))
exec(compile('x = 3', '<t>', 'single'))
exec(compile('x * 2', '<t>', 'single'))
exec(compile('[x, (1,)]', '<t>', 'single'))
print(eval(compile('x', '<t>', 'eval')))
try:
    compile('a = 1\nb = 2', '<t>', 'single')
except SyntaxError as e:
    print(e)
