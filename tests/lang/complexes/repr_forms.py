# The text of a complex number.
inf, nan = float('inf'), float('nan')
for z in (0j, 1j, -1j, 1 + 0j, -0.0 + 1j, complex(-0.0, -0.0), complex(0, -0.0), complex(-0.0, 0.0), 1.5 - 2.5j, 1e20 + 1e-20j, complex(inf, nan), complex(nan, -inf), complex(0, inf), 100j, 1e16j, complex(1, -0.0)):
    print(repr(z), str(z), f'{z}', '%s' % z)
