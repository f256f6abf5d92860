a, b, name = 5, 2.5, 'World'
print(f'{a}', f'{a + 1}', f'{a}{b}', f'{ a }', f'{a!r} {name!r} {name!s} {name!a}', f'{"ä"!a}', f'x{a}y{b}z', f'{{}} {{{a}}} {{{{a}}}}')
print(f'{a=}', f'{a = }', f'{a + 1=}', f'{name=!s}', f'{name=}', f'{b=:.3f}', f'{a=:>5}', f'{ a=}', f'{name!r:>10}|', f'{name=!r:^12}|')
print(f'{b:.3f} {a:05d} {a:>5}|{a:<5}|{a:^5}| {a:+d} {a:x} {1e10:,} {0.5:%}')
w, p = 10, 3
print(f'{b:{w}.{p}}|', f'{b:{w}}|', f'{name:{"*"}^{w}}|', f'{name:>{w + 2}}|', f'{a:{"0"}{w}d}')
print(f'{"nested " + f"{a}"}', f'{[x for x in range(3)]}', f'{ {"k": 1}["k"] }', f'{(lambda x: x * 2)(a)}', f'{a if a > 3 else b}', f"{'a' if True else 'b'}", f'{a == 5}', f'{a != 5}', f'{a >= 5}', f'{a<5}')
print(f'''multi
{a}
line''', f'{a}' 'plain' f'{b}', 'x' f'{a}', rf'\n{a}\t', fr'{a}\d', F'{a}', f'\x41{a}\u00e9', f'{a}\n'.strip())
print(f'{name.upper()}', f'{name[0]}', f'{name[1:3]}', f'{len(name)}', f'{print("called")}', f'{None}', f'{...}', f'{()}', f'{1,}', f'{1, 2}')
print(f'{a!s:>{w}}', f'{(x := 7)}', x, f'{x:=5}', f'{a:}', f'{"":5}|')
class F:
    def __format__(self, spec): return f'[{spec}]'
print(f'{F()}', f'{F():abc}', f'{F():{a}{b}}', f'{F()!r:.5}', f'{F(): }')
