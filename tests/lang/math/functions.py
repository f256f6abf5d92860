# The module math: values, domain and range errors, integers of any size.
import math


def show(text):
    try:
        print(text, repr(eval(text)))
    except Exception as e:
        print(text, type(e).__name__, e)


for text in '''math.pi math.e math.tau math.inf math.nan math.sqrt(2) math.sqrt(-1) math.sqrt('a') math.sqrt(True) math.exp(1)
math.exp(1000) math.exp(-1000) math.expm1(1e-10) math.log(0) math.log(-1) math.log(10) math.log(8,2) math.log(100,10) math.log(10**400)
math.log2(8) math.log2(2**2000) math.log10(1000) math.log10(10**500) math.log1p(1e-10) math.log1p(-1) math.log(1,1) math.log(2,0)
math.log(True) math.sin(1) math.cos(1) math.tan(1) math.asin(2) math.acos(1) math.atan(1) math.atan2(1,-1) math.sinh(1) math.cosh(1000)
math.tanh(1) math.asinh(1) math.acosh(0.5) math.atanh(1) math.degrees(1) math.radians(180) math.hypot(3,4) math.hypot() math.hypot(1,2,3)
math.hypot(1e200,1e200) math.hypot(math.inf,math.nan) math.dist((1,2),(4,6)) math.dist([1],[1,2]) math.pow(2,10) math.pow(0,-1) math.pow(-1,0.5)
math.pow(10,400) math.pow(math.nan,0) math.fabs(-2) math.floor(2.7) math.ceil(2.1) math.trunc(-2.7) math.floor(-0.5) math.floor(1e300)
math.floor(math.inf) math.floor(math.nan) math.ceil(5) math.floor('a') math.trunc('a') math.factorial(0) math.factorial(20)
math.factorial(30) math.factorial(-1) math.factorial(3.0) math.factorial(2.5) math.gcd() math.gcd(12,18) math.gcd(-12,0) math.gcd(2**100,2**70*3)
math.lcm() math.lcm(4,6) math.lcm(0,5) math.lcm(2**70,3) math.gcd(1.5) math.comb(5,2) math.comb(100,50) math.comb(2,5) math.comb(-1,2)
math.comb(5,2.0) math.perm(5,2) math.perm(5) math.perm(2,3) math.isqrt(17) math.isqrt(10**40) math.isqrt(-1) math.isqrt(2**63-1) math.isqrt(4.0)
math.prod([1,2,3]) math.prod([]) math.prod([1.5,2],start=2) math.fsum([0.1]*10) math.fsum([1e100,1.0,-1e100]) math.fsum([]) math.fsum([math.inf,-math.inf])
math.fmod(7,3) math.fmod(-7,3) math.fmod(1,0) math.fmod(1,math.inf) math.remainder(7,4) math.remainder(1,0) math.modf(3.7) math.modf(-0.5)
math.modf(math.inf) math.frexp(8) math.frexp(0) math.ldexp(0.5,4) math.ldexp(1,10000) math.ldexp(1,-10000) math.ldexp(1,1.5) math.copysign(1,-0.0)
math.isclose(1,1+1e-10) math.isclose(1,1.1) math.isclose(1,1.1,rel_tol=0.2) math.isclose(0,1e-10,abs_tol=1e-9) math.isclose(1,1,rel_tol=-1)
math.isnan(math.nan) math.isinf(-math.inf) math.isfinite(1) math.isfinite('a') math.nextafter(1,2) math.ulp(1) math.ulp(0) math.ulp(math.inf)
math.erf(1) math.erfc(1) math.gamma(5) math.gamma(0) math.gamma(-1) math.gamma(200) math.lgamma(1) math.lgamma(0) math.cbrt(27)
math.exp2(3) math.sqrt(10**400) math.sqrt() math.sqrt(1,2) math.pow(1) math.floor(10**30) math.ceil(-0.0) math.sqrt(-0.0) math.sqrt(1e-320)
math.log(2**1024) math.log(-2**1024) math.comb(10**18,2) math.factorial(True) math.isqrt(True) math.trunc(True)'''.split():
    show(text)


class F:
    def __floor__(self):
        return 'floor'

    def __ceil__(self):
        return 'ceil'

    def __trunc__(self):
        return 'trunc'

    def __float__(self):
        return 4.0

    def __index__(self):
        return 6


f = F()
for text in ('math.floor(f)', 'math.ceil(f)', 'math.trunc(f)', 'math.sqrt(f)', 'math.gcd(f, 4)', 'math.factorial(f)', 'math.fsum([f])'):
    show(text)
