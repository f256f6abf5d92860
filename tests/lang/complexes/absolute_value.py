# abs() of large, small and special values.
inf, nan = float('inf'), float('nan')
for z in (3 + 4j, 1e200 + 1e200j, 1e-200 + 1e-200j, complex(inf, nan), complex(nan, 1), -5 + 0j, 0j):
    print(abs(z))
try:
    abs(complex(1e308, 1.7e308))
except OverflowError as e:
    print(e)
