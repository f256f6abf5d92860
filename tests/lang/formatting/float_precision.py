# Precision, rounding half to even on exact decimals.
for x in (0.5, 1.5, 2.5, 0.125, 2.675, 1e15 + 0.5, 9.995, 99.5, 0.05, 5e-324, 1.7976931348623157e308):
    print([f'{x:.{p}f}'[:60] for p in (0, 1, 2, 3)], [f'{x:.{p}e}' for p in (0, 1, 5)], [f'{x:.{p}g}' for p in (0, 1, 3, 17)], [f'{x:.{p}}' for p in (0, 1, 4, 17)])
