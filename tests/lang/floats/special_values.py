# Infinity and NaN in arithmetic and comparison.
inf, nan = float('inf'), float('nan')
print(inf + 1, inf - inf, inf * 0, inf / inf, -inf, 1 / inf, inf // 2, inf % 2, 5 % inf, -5 % inf, 5 // inf, -5 // inf)
print(nan == nan, nan != nan, nan < 1, nan > 1, inf == inf, inf > 1e308, -inf < -1e308, max(nan, 1), max(1, nan), min(nan, 1))
print(inf ** 0, nan ** 0, 1 ** nan, 0 ** inf, inf ** -1, (-inf) ** 3, (-inf) ** 2, (-inf) ** -3, 2 ** inf, 0.5 ** inf, (-1) ** inf)
print(bool(nan), bool(inf), nan in [nan], [nan] == [nan], sorted([3, inf, -inf, 1]), hash(inf), hash(-inf))
print(divmod(inf, 2), divmod(2, inf), divmod(-2, inf), abs(-inf), round(2.5), 0.0 == -0.0, str(-0.0), -0.0 + 0, 0.0 * -1)
