# as_integer_ratio, numerator, real and kin.
for n in (5, -3, 0, True, 10**25):
    print(n.as_integer_ratio(), n.numerator, n.denominator, n.real, n.imag, n.conjugate(), n.__trunc__(), n.__floor__(), n.__ceil__(), n.__int__(), n.__float__(), n.__index__())
try:
    (5).real = 3
except AttributeError as e:
    print(e)
try:
    (5).nothing
except AttributeError as e:
    print(e)
