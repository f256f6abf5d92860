def f(v):
    match v:
        case 0: return 'zero'
        case -1: return 'minus one'
        case 1.5: return 'float'
        case 2 + 3j: return 'complex'
        case 'a' | 'b': return 'letter'
        case 'x' 'y': return 'joined'
        case b'by': return 'bytes'
        case None: return 'none'
        case True: return 'true'
        case False: return 'false'
        case [] | (): return 'empty sequence'
        case {}: return 'mapping'
        case str() as s: return 'str ' + s
        case int(n): return f'int {n}'
        case other: return f'other {other!r}'
for v in 0, -1, 1.5, 2 + 3j, 'a', 'b', 'xy', b'by', None, True, False, [], (), {}, {'k': 1}, 'zzz', 42, 0.0, 1.0, [1], {1}, object: print(repr(v), f(v))
match 5:
    case x if x > 10: print('big')
    case x if x > 3: print('medium', x)
    case _: print('small')
print(x)
match 1, 2:
    case a, b: print(a, b)
match [1, [2, 3]]:
    case [a, [b, c]]: print(a, b, c)
match 'only':
    case ('only'): print('parenthesised')
match = {'case': 1}; case = match['case']; print(match, case)
match case:
    case 1: print('soft keywords')
print(match.get('case'))
