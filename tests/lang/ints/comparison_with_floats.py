# Comparison is exact, without rounding.
big = 2**53
print([big < float(big), big + 1 > float(big), big + 1 == float(big), -big - 1 < -float(big)])
nan, inf = float('nan'), float('inf')
print(1 < nan, 1 > nan, 1 == nan, 1 != nan, 10**400 < inf, -10**400 > -inf, 10**400 > 1e300)
for text in ("1 < 'a'", "1 <= None", "1 > []", "1 >= 1j", "(1).__lt__('a')", "(1).__eq__(1.0)"):
    try:
        print(text, eval(text))
    except TypeError as e:
        print(e)
