# f-strings with nested specifications and conversions.
x, w, p, name = 3.14159, 10, 3, 'é'
d = {'a': 1, 'b': [1, 2]}
print(f'{x:{w}.{p}f}|{x:<{w}}|{name!r}|{name!a}|{name!s:>4}|{x=}|{x = :.2f}|{d["a"]}|{d["b"][1]:03d}|{{}}|{x!r:>10}|{"nested " + f"{w}"}')
print(f'{1 if w else 2}', f'{(lambda v: v * 2)(3)}', f'{[i for i in range(3)]}', f'{w:#x}', f'{w:>{w}}', f'{w!s:*^{w}}', f'''{
    w
}''', f'{d}', f'{1, 2}', f'{w:{"05"}}', f'{"a" "b"}', f'{x:.{p}}' 'tail')
print(f'{w = }', f'{w=!s}', f'{name = !r:>8}', f'{w+1=}', f'{ w }', rf'\n{w}\d', f'\x41{w}')
for text in ("f'{x!r:q}'", "f'{x:d}'", "f'{nope}'", "f'{d[0]}'"):
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
