# What the functions of math say to wrong arguments.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


import math
for text in ("math.sqrt('a')", "math.sqrt(None)", "math.sqrt()", "math.sqrt(1, 2)", "math.sqrt(x=1)", "math.sin(1j)", "math.floor('a')", "math.ceil(None)", "math.trunc('a')", "math.factorial(-1)", "math.factorial(1.5)", "math.factorial(5.0)", "math.factorial('a')", "math.gcd(1.5)", "math.gcd('a', 2)", "math.lcm(2, None)", "math.isqrt(-1)", "math.isqrt(2.0)", "math.comb(5)", "math.comb(-1, 2)", "math.comb(5, -2)", "math.comb(2.0, 1)", "math.perm(5, -1)", "math.perm('a')", "math.log(0)", "math.log(-1)", "math.log(2, 1)", "math.log(2, 0)", "math.log('a')", "math.fsum(5)", "math.fsum(['a'])", "math.dist([1], [1, 2])", "math.dist(1, 2)", "math.hypot('a')", "math.prod(5)", "math.prod([1], 2)", "math.ldexp(1)", "math.ldexp(1.0, 1.5)", "math.ldexp(1.0, 10**20)", "math.frexp('a')", "math.modf(None)", "math.pow(2)", "math.pow('a', 1)", "math.isclose(1)", "math.isclose(1, 1, rel_tol=-1)", "math.copysign(1)", "math.nope", "math.degrees('a')", "math.exp(1000)", "math.pow(10, 400)", "math.pow(-1, 0.5)", "math.pow(0, -1)", "math.fmod(1, 0)", "math.remainder(1, 0)", "math.atan2('a', 1)", "math.floor(float('inf'))", "math.ceil(float('nan'))", "math.gamma(-1)", "math.lgamma(0)", "math.acosh(0)", "math.atanh(1)"):
    attempt(text)
