# Far more digits than a double has.
for v in (1.5, 0.1, 5e-324, 1.7976931348623157e308, 0.0, -2.5, float('inf')):
    for spec in ('.1100f', '.1101f', '.1500f', '.2000e', '.1101E', '.1200g', '#.1200g', '.1200', '.1500%', '1600.1500f', '01600.1500e', ',.1300f'):
        s = format(v, spec)
        print(spec, len(s), s[:30], s[-30:], s.count('0'))
    print(len('%.1300f' % v), len('%.1300e' % v), ('%.1300e' % v)[-10:], len('%.1300g' % v))

# a few decimals and nothing else
for v in (0.0, -0.0, 0.5, 1.5, -2.5, 0.125, 0.375, 1e15, 1e14, 999999.9999999, 0.05, -1e-300, 5e-324, float('inf'), float('nan'), -1e22, 0.995, 1.005, 123456789012345.6, 9.9999999999, 0.9999999995):
    print(*[format(v, '.%df' % n) for n in range(10)], f'{v:.2f}', f'{v:.3F}')
for spec in ('.xf', '.ff', '.2é', '..f', '.-f', '.1', '.f'):
    try:
        print(format(1.0, spec))
    except ValueError as e:
        print(e)
