# Far more digits than a double has.
for v in (1.5, 0.1, 5e-324, 1.7976931348623157e308, 0.0, -2.5, float('inf')):
    for spec in ('.1100f', '.1101f', '.1500f', '.2000e', '.1101E', '.1200g', '#.1200g', '.1200', '.1500%', '1600.1500f', '01600.1500e', ',.1300f'):
        s = format(v, spec)
        print(spec, len(s), s[:30], s[-30:], s.count('0'))
    print(len('%.1300f' % v), len('%.1300e' % v), ('%.1300e' % v)[-10:], len('%.1300g' % v))
