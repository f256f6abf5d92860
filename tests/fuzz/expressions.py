"""Random expressions of the language, by type.

A production is a text in which $TYPE stands for another expression of that type. What a program computes stays small and the
same everywhere, so some things are left out on purpose; each has its reason beside it:

- the operands of `**`, `<<` and `sequence * n` are in brackets and their right sides are small literals: values must not grow
- no `is` between numbers or texts: which of them are one object is an implementation's own affair
- no id(), no addresses (the driver replaces them), no hash() of None: CPython's is an address before 3.12
- no None, functions and short ranges in sets: their hash (a short range's is made of that of None), and with it the order,
  is an address
- no nan in containers: `nan in [nan]` asks for identity, which numbers here do not have
- no locale, time, random numbers or files
"""
import random
import re
import warnings

INTS = ['0', '1', '2', '3', '5', '7', '10', '-1', '-2', '-7', '42', '100', '255', '256', '-128', '0x1f', '0b1011', '0o17',
        '1_000', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '18446744073709551616', '10**20',
        '-10**25', '4611686018427387904', '2**100', '-2**70', 'True', '999']
FLOATS = ['0.0', '-0.0', '1.0', '1.5', '-2.5', '0.1', '1e16', '1e-7', '123456.789', '3.14159', '-1e22', '1e300', '5e-324',
          '0.5', '2.675', '1e15', '-0.001', '100.0', 'float("inf")', '1.7976931348623157e308', '1_0.5', '.25', '9.99']
STRS = ["''", "'a'", "'abc'", "'Hello World'", "'ä'", "'straße'", "'日本語'", "'\\U0001F600x'", "'a\\tb\\nc'", "'  pad '",
        '"it\'s"', "'\"q\"'", "'ABC'", "'12'", "'-3.5'", "'%d'", "'{}'", "'İi'", "'ǆ'", "'\\x00z'", "'one two three'",
        "'a,b,,c'", "'x' 'y'", "r'\\d'", "'xyzzy'", "'abcabc'", "'0x1F'", "'１２'", "'\\x7f'", "'Ünïcödé'", "'tItLe cAsE'"]
BYTES = ["b''", "b'a'", "b'abc'", "b'\\x00\\xff'", "b'Hello World'", "b'12'", "b' x '", "bytes([1, 2, 3])", "b'a,b,c'",
         "b'abcabc'", "'ä'.encode()", "rb'\\n'"]
COMPLEX = ['1j', '(1+2j)', '-0j', '2.5j', '(3-4j)', 'complex(1, -1)', 'complex("1+2j")', '1e20j', '(0.1+0j)']
SMALL = ['0', '1', '2', '3', '4', '-1', '-2', '5']
EXCEPTIONS = ['ValueError', 'TypeError', 'KeyError', 'IndexError', 'ZeroDivisionError', 'AttributeError', 'RuntimeError',
              'LookupError', 'ArithmeticError', 'StopIteration', 'OverflowError', 'NotImplementedError', 'OSError',
              'AssertionError', 'NameError']


def calls(names):
    """Rows that call each of the methods with any arguments."""
    return ' | '.join(f'{name}({arguments})' for name in names.split() for arguments in ('', '$any', '$any', '$any, $any', '$int', '$str', '$iter'))


TABLE = {
    'int': '''
        $int + $int | $int - $int | $int * $int | $int // $int | $int % $int | -$int | +$int | ~$int | (($int) ** $exponent)
        (($int) << $shift) | $int >> $shift | $int & $int | $int | $int ^ $int | abs($int) | len($seq) | ($int).bit_length()
        ($int).bit_count() | int($float) | int($numeral) | int($str) | int($str, $base) | round($float) | sum($ints)
        min($ints) | max($ints) | max($int, $int) | min($int, $int, key=lambda q: -q) | $str.find($str) | $str.count($str)
        $str.index($str) | $str.rfind($str, $small) | ord($char) | $list.count($any) | $list.index($any) | $ints[$small]
        divmod($int, $int)[$small] | pow($int, $exponent, $int) | hash($hashable) | ($int).__add__($int) | len($dict)
        int.from_bytes($bytes, $order) | int.from_bytes($bytes, $order, signed=True) | $bytes[$small] | $range[$small]
        ($int if $bool else $int) | (lambda: $int)() | $dict.get($hashable, $int) | $bytes.find($bytes) | $complex.real
        sum($ints, $int) | ($int).real | ($int).conjugate() | $int and $int | $int or $int | round($int, $small) | len($set)
        $tuple.count($any) | (lambda p, q=$int: p + q)($int) | sum(1 for _ in $iter) | $obj.x | int($bool) | $fset.__len__()
        $range.index($int) | $range.count($int) | len($str.split($str)) | (($bool) + ($int)) | next(iter($ints)) | $str.rindex($str)
        $obj.get($int) | operator.index($int) | (zz := $int) | ($int).__rsub__($int)''',
    'float': '''
        $float + $float | $float - $float | $float * $float | $float / $float | $int / $int | $float // $float | -$float
        $float % $float | abs($float) | float($int) | float($numeral) | round($float, $small) | math.floor($float) + 0.5
        math.sqrt($float) | min($float, $float) | max($float, $int) | sum([$float, $float, $int]) | float.fromhex(($float).hex())
        (($float) ** $exponent) | (2.0 ** $small) | ($float if $bool else $float) | divmod($float, $float)[$small]
        $complex.imag | abs($complex) | math.fsum([$float, $float]) | float($str) | math.copysign($float, $float)
        $int * $float | $int - $float | ($float).real | math.fmod($float, $float) | math.hypot($float, $float)''',
    'bool': '''
        not $any | $int < $int | $int == $int | $float <= $float | $str < $str | $any == $any | $any != $any | $int != $float
        $str in $str | $any in $list | $hashable in $set | $hashable in $dict | $any not in $tuple | isinstance($any, $class)
        $list < $list | $tuple >= $tuple | $set <= $set | $set.issubset($iter) | $set.isdisjoint($iter) | bool($any) | any($iter)
        all($iter) | $str.startswith($str) | $str.endswith(($str, $str)) | $str.isalpha() | $str.isdigit() | $str.isupper()
        $str.istitle() | $str.isspace() | $str.isidentifier() | $str.isalnum() | $str.isdecimal() | $str.isprintable()
        $str.isnumeric() | $str.islower() | $str.isascii() | $int < $int < $int | $int <= $float != $int | callable($any)
        $any is None | $any is not None | $bool and $bool | $bool or $bool | $bool ^ $bool | ($float).is_integer() | $int in $range
        hasattr($any, $attr) | issubclass($class, $class) | $bytes in $bytes | $bytes.isalpha() | math.isclose($float, $float)
        math.isnan($float) | $int in $bytes | $obj == $obj | $obj < $obj | $obj in $list | $int in $obj | $range == $range
        $dict == $dict | $set > $set | $bytes <= $bytes | $complex == $float | $dict.keys() >= $set | $bytes.startswith($bytes)''',
    'str': '''
        $str + $str | (($str) * $small) | $str[$small] | $str[$slice] | $str.upper() | $str.lower() | $str.title() | $str.strip()
        $str.capitalize() | $str.swapcase() | $str.casefold() | $str.strip($str) | $str.lstrip($str) | $str.rstrip() | str($any)
        $str.replace($str, $char) | $str.replace($str, $char, $small) | $str.center($width) | $str.center($width, $char)
        $str.ljust($width, $char) | $str.rjust($width) | $str.zfill($width) | $str.join($strs) | repr($any) | ascii($any)
        $str.expandtabs($small) | chr(97 + $small) | hex($int) | bin($int) | oct($int) | format($int, $ispec) | format($float, $fspec)
        format($str, $sspec) | $fstring | $percent | $formatted | $str.removeprefix($str) | $str.removesuffix($str)
        $str.translate({97: $char, 98: None}) | $str.translate(str.maketrans($char, $char)) | $bytes.decode($codec, $onerror)
        ($str if $bool else $str) | $str or $str | $str.partition($str)[$small] | type($any).__name__ | $bytes.hex() | ($float).hex()
        $strs[$small] | max($strs) | min($strs, key=len) | "".join(sorted($str)) | "".join(reversed($str)) | $str.split()[$small]
        format($complex, $fspec) | str($bytes, $codec) | $str.__class__.__name__ | ' '.join(map(str, $iter)) | $str.encode().decode()
        $str.format_map($dict) | format($obj, $sspec) | f"{$obj}" | f"{$any!r:>$digit}" | str($obj) | $bytes.hex('-', $small)
        $obj.name() | type($obj).__qualname__ | str(type($any)) | str.upper($str) | str.join($char, $strs)''',
    'bytes': '''
        $bytes + $bytes | (($bytes) * $small) | $bytes[$slice] | $str.encode() | $str.encode($codec, $onerror) | bytes($ints) | bytes($count)
        $bytes.upper() | $bytes.replace($bytes, b'z') | $bytes.strip() | $bytes.split()[$small] | b','.join([$bytes, $bytes])
        bytes.fromhex($hexes) | ($int).to_bytes($width, $order, signed=True) | $bytes.center($width) | $bytes.zfill($width)
        $bytes.title() | bytes($bytearray) | $bytes.lower() | $bytes.ljust($width, b'*') | $bytes.removeprefix($bytes) | b'%d-%s' % ($int, $bytes)
        $bytes.translate(None, $bytes) | $bytes.swapcase() | $bytes.expandtabs()''',
    'bytearray': '''bytearray($bytes) | bytearray($bytes) + $bytes | bytearray($count) | $bytearray[$slice] | bytearray($ints)
        $bytearray.upper() | $bytearray.copy() | $bytearray.replace($bytes, b'') | (($bytearray) * $small)''',
    'list': '''
        [$any, $any] | [$any, *$iter] | list($iter) | $list + $list | (($list) * $small) | $list[$slice] | sorted($ints) | $listcomp
        [] | $list.copy() | sorted($strs, key=len) | sorted($iter, key=repr, reverse=$bool) | $str.split($str) | $str.split() | $str.splitlines()
        $str.rsplit($str, $small) | list(map($function, $iter)) | list(filter(None, $iter)) | list(zip($iter, $iter)) | list(enumerate($iter, $int))
        list(reversed($list)) | list($dict) | list($dict.items()) | list($dict.values()) | ($list if $bool else $list) | $bytes.split($bytes)
        $ints | $strs | [*$iter, *$iter] | list($obj) | $str.splitlines(True) | $bytes.splitlines() | list(iter($iter)) | $list or $list
        list(zip(*[$ints, $ints])) | sorted($dict) | list(itertools.chain($iter, $iter)) | dir($int)[:$count]
        list(itertools.islice(itertools.count($int), $count)) | list(itertools.accumulate($ints)) | sorted($set, key=str)
        list(itertools.product($shortlist, $shortlist)) | list(map(lambda p, q: (q, p), $iter, $iter)) | list(dict.fromkeys($hashables))''',
    'ints': '''[$int, $int, $int] | [$int] | $intcomp | list($range) | [len(w) for w in $strs] | sorted($ints) | $ints[$slice] | list($bytes)
        $ints + $ints | list(map(int, $ints)) | [ord(c) for c in $str] | sorted($ints, reverse=True) | list(map(abs, $ints)) | $ints[::-1]
        sorted($ints, key=lambda q: (q % 3, q))''',
    'strs': '''[$str, $str] | [$str, $str, $str] | $str.split() | list($str) | [str(q) for q in $ints] | sorted($strs) | list(map(str.upper, $strs))
        $str.split($str) | $str.partition($str) | [] | list(map(repr, $iter)) | $strs[$slice]''',
    'tuple': '''
        ($any, $any) | ($any,) | () | tuple($iter) | $tuple + $tuple | $tuple[$slice] | divmod($int, $int) | $str.partition($str) | ($any, *$iter)
        (($tuple) * $small) | tuple(sorted($ints)) | $str.rpartition($str) | ($float).as_integer_ratio() | tuple($gencomp) | ($int, $str, $float)
        ($tuple if $bool else $tuple) | slice($int, $int, $small).indices($count) | math.frexp($float) | math.modf($float) | $bytes.partition($bytes)
        ($int).as_integer_ratio()''',
    'dict': '''
        {} | {$hashable: $any} | {$hashable: $any, $hashable: $any} | {**$dict, $hashable: $any} | dict($dict, k=$any) | dict(a=$any, b=$any)
        $dict | $dict | $dictcomp | dict(zip($hashables, $iter)) | dict.fromkeys($hashables, $any) | $dict.copy() | dict($dict.items())
        {**$dict, **$dict} | dict([($hashable, $any)]) | dict(enumerate($iter)) | vars($obj) | dict($obj.pairs())''',
    'set': '''
        set() | {$hashable, $hashable} | set($hashables) | $set | $set | $set & $set | $set - $set | $set ^ $set | $setcomp
        $set.union($hashables) | $set.intersection($hashables) | $set.difference($hashables) | {*$hashables, $int} | $set.copy()
        $dict.keys() & $set | $set.symmetric_difference($hashables)''',
    'fset': 'frozenset($hashables) | frozenset($set) | frozenset() | $fset | $fset | $fset - $set | frozenset($str)',
    'complex': '''
        $complex + $complex | $complex * $complex | $complex - $float | $complex / $complex | (($complex) ** $exponent) | -$complex
        $complex.conjugate() | complex($float, $float) | complex($int) | $int * $complex | ($complex if $bool else $complex)''',
    'range': '''range($count) | range($small, $count) | range($count, $small, -1) | range(-5, 9, 3) | $range[$slice] | range($count)[::-1]''',
    'iter': '''
        $list | $tuple | $range | $str | $ints | $strs | $dict | $set | $gencomp | iter($list) | reversed($list) | map($function, $ints)
        zip($iter, $iter) | enumerate($iter) | $dict.items() | $dict.keys() | $dict.values() | filter(None, $iter) | reversed($range)
        $bytes | reversed($dict) | $generator | itertools.chain($iter, $iter) | $obj | itertools.repeat($any, $count) | itertools.takewhile(bool, $iter)
        iter([$any, $any, $any]) | reversed($tuple) | itertools.zip_longest($iter, $iter) | zip($iter, $iter, strict=True)''',
    'seq': '$list | $tuple | $str | $range | $bytes | $ints | $strs | $bytearray',
    'hashable': '$int | $str | $float | $bool | $int | $str | ($int, $str) | $bytes | $fset | range(2, 9) | $complex | ($str,)',
    'hashables': '[$hashable, $hashable, $hashable] | $ints | $strs | $str | $range | $set | ($int, $str)',
    'any': '''
        $int | $float | $str | $bool | $list | $tuple | $dict | $set | $bytes | $complex | $none | $ints | $str | $int | $range | $obj
        $function | $slicevalue | $fset | $wrong | $class | $bytearray | type($any) | $generator | ($any if $bool else $any)
        $any or $any | $any and $any | getattr($any, $attr, $any) | $call | (zy := $any) | reduced($ints)''',
    # ill-typed on purpose: which exception, which message
    'wrong': '''
        $any + $any | $any - $any | $any < $any | $any & $any | $any[$any] | $any.$attrname | $any() | len($any) | $any / $any | -$any | ~$any
        int($any) | float($any) | [$list][$any] | $str + $any | $list + $any | $tuple + $any | $dict[$any] | {$any} | {$any: $int} | iter($any)
        next($any) | $any in $any | sum($any) | sorted($any) | max($any) | min($iter) | $str.join($any) | $str.index($any) | $any % $any | abs($any)
        $str.split('') | ord($str) | chr($int) | bytes($any_small) | $list.remove($any) | $dict.pop($any) | $list.pop($int) | range($any) | $any >= $any
        round($any) | divmod($any, $any) | $any // $any | complex($str) | $function($any, $any, $any) | $lambda(zq=$any) | $str % $any | $any($any)
        $str % ($any, $any, $any) | ($str).format($any) | format($any, $sspec) | format($any, $ispec) | $int < $str | isinstance($any, $any)
        $str.encode('ascii') | $bytes.decode('ascii') | bytes.fromhex($str) | float.fromhex($str) | int($str, $any_small) | $int.nope | $str.nope()
        $list.nope | $none.x | $obj.nope | setattr($any, 'x', 1) | getattr($any, $str) | hash($any_unhashable) | reversed($any) | len(set($any)) | dict($any)
        tuple($any) | enumerate($any) | zip($any) | map($any, $any) | $str[$any] | $list[$any] | $tuple[$any] | $bytes[$any] | $range[$any] | ($any)[1:$any]
        $any ^ $any | $str.center($str) | $str.replace($any, $any) | $bytes + $str | $str in $bytes | $any @ $any | $str.zfill($any_small)
        open($any_unhashable) | isinstance($int, $int) | issubclass($int, $class) | super().x | type($any, $any) | pow($int, -1, $int) | math.sqrt($any)
        ($int).to_bytes($small, 'big') | $str.translate($any) | $set.remove($hashable) | $fset.add($int) | [].pop() | {}.popitem() | set().pop()
        $function(*$any) | $lambda(**$any) | print(sep=$int) | math.factorial($any_small) | undefined_name | slice($int)[0] | $class.nope''',
    'any_small': '$str | $float | $none | $small | $list | $tuple | $dict | $complex',
    'any_unhashable': '$list | $dict | $set | [] | ($list,) | bytearray(b"x")',
    'call': '$function($any) | $function($any, $any) | $function(*$tuple) | $function($any, *$list) | $lambda(**{"k": $any}) | $lambda(a=$any) | $function()',
    'function': 'len | str | repr | abs | $lambda | $lambda | $lambda | bool | type | int | list | tuple | sorted | sum | max | str.upper | $str.join | print',
    'class': 'int | float | str | bytes | list | tuple | dict | set | bool | object | complex | range | type | frozenset | (int, str) | Exception | $exception',
    'exception': ' | '.join(EXCEPTIONS),
    'none': 'None | None | None | $list.append($any) | $list.sort() | print() | $dict.clear() | $set.add($hashable)',
    'slicevalue': 'slice($int, $int) | slice(None) | slice($small, $int, $small)',
    # bound __len__ and the like of builtin types are of another type in CPython (method-wrapper): not among these
    'attr': "'x' | 'real' | 'append' | 'nope' | 'keys' | '__name__'",
    'attrname': 'x | y | real | imag | keys | nope | append | upper | __name__ | sort | name | items | numerator | __class__ | start',
    'order': "'big' | 'little'",
    'base': '2 | 8 | 10 | 16 | 36 | 0 | 1 | 37',
    'codec': "'utf-8' | 'ascii' | 'latin-1' | 'utf-16-le' | 'utf-8'",
    'onerror': "'replace' | 'ignore' | 'strict' | 'backslashreplace'",
    'hexes': "'00ff' | 'a0 b1' | '0' | 'zz' | ''",
    'numeral': "'12' | '-3' | ' 7 ' | '1_000' | '1e3' | '0x10' | '' | '１２' | '3.5' | 'inf' | '+5' | '1__0' | '-0' | '1e400' | '٣' | '.5' | '5.'",
    'char': "'x' | 'é' | '*' | '日' | ' ' | '0' | '\\U0001F600' | 'A'",
    'exponent': '0 | 1 | 2 | 3 | 5', 'shift': '0 | 1 | 3 | 8 | 31 | 64', 'count': '0 | 1 | 2 | 3 | 5 | 7', 'width': '0 | 1 | 5 | 8 | 12',
    'digit': '1 | 4 | 9 | 14 | 30', 'small': ' | '.join(SMALL),
    'slice': '$cut:$cut | $cut:$cut:$step | :$cut | $cut: | ::$step | :', 'cut': ' | 0 | 1 | 2 | -1 | -3 | 100 | -100 | 3', 'step': '1 | 2 | -1 | -2 | 3 | 0',
    'strmethod': calls('capitalize casefold count encode endswith find format format_map index isalnum isalpha join lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper __add__ __contains__ __eq__ __format__ __ge__ __getitem__ __gt__ __le__ __lt__ __len__ __mod__ __ne__ __rmod__ __str__'),
    'bytesmethod': calls('capitalize count decode endswith find fromhex hex index isalnum join lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper __add__ __contains__ __eq__ __getitem__ __gt__ __le__ __lt__ __len__ __mod__ __ne__'),
    'listmethod': calls('append clear copy count extend index insert pop remove reverse sort __add__ __contains__ __delitem__ __eq__ __getitem__ __gt__ __iadd__ __le__ __len__ __lt__ __setitem__ __init__'),
    'dictmethod': calls('clear copy fromkeys get items keys pop popitem setdefault update values __contains__ __delitem__ __eq__ __getitem__ __ior__ __len__ __lt__ __or__ __ror__ __setitem__'),
    'setmethod': calls('add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset remove symmetric_difference symmetric_difference_update union update __and__ __contains__ __eq__ __iand__ __ge__ __gt__ __ior__ __le__ __len__ __lt__ __or__ __rand__ __sub__ __rsub__ __xor__'),
    'intmethod': calls('as_integer_ratio bit_count bit_length conjugate __abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __eq__ __float__ __floor__ __floordiv__ __format__ __ge__ __gt__ __index__ __int__ __invert__ __le__ __lt__ __mod__ __mul__ __ne__ __neg__ __or__ __pos__ __radd__ __rdivmod__ __rfloordiv__ __rmod__ __round__ __rshift__ __rsub__ __rtruediv__ __sub__ __truediv__ __trunc__ __xor__'),
    'floatmethod': calls('as_integer_ratio conjugate fromhex hex is_integer __abs__ __add__ __bool__ __ceil__ __divmod__ __eq__ __float__ __floor__ __floordiv__ __format__ __ge__ __gt__ __int__ __mod__ __mul__ __neg__ __radd__ __rdivmod__ __rmod__ __round__ __rsub__ __sub__ __truediv__ __trunc__'),
    'tuplemethod': calls('count index __add__ __contains__ __eq__ __getitem__ __gt__ __le__ __len__ __lt__ __ne__'),
    'rangemethod': calls('count index __contains__ __eq__ __getitem__ __len__ __bool__ __reversed__'),
    'complexmethod': calls('conjugate __abs__ __add__ __bool__ __eq__ __format__ __lt__ __mul__ __neg__ __radd__ __rsub__ __sub__ __truediv__ __rtruediv__ __complex__'),
    'anymethod': calls('append update split index count __len__ __iter__ __next__ __eq__ __lt__ __add__ __getitem__ __call__ __bool__ __int__ __index__ __contains__ __format__ __str__ __enter__ send copy'),
    'viewmethod': calls('isdisjoint __and__ __or__ __sub__ __xor__ __rand__ __rsub__ __contains__ __eq__ __le__ __lt__ __len__'),
    'mathfunction': ' | '.join('ceil floor trunc sqrt fabs isnan isinf isfinite gcd lcm isqrt copysign fmod modf frexp hypot fsum prod degrees radians'.split()),
    'operatorname': ' | '.join('add sub lt le eq ne contains getitem and_ or_ xor truediv floordiv mod concat countOf indexOf iadd isub index delitem matmul'.split()),
    'fill': "'*' | '0' | 'é'",
    'shortlist': '[$int, $str] | "ab" | range(2) | [$any]',
}
# Rows that the ordinary run does not use yet: `--wide`
MORE = {
    'int': '''
        functools.reduce(lambda p, q: p - q, $ints, $int) | functools.reduce(operator.xor, $ints) | math.gcd($int, $int) | math.lcm($int, $int)
        math.isqrt($int) | math.trunc($float) | math.floor($float) | math.comb($count, $count) | math.perm($count) | math.ceil($float)
        operator.itemgetter($small)($ints) | collections.Counter($hashables)[$hashable] | len(collections.deque($iter, $small))
        sum(q for q in $ints if q > $int) | $set.__len__() | int(format($int, "d")) | memoryview($bytes)[$small]''',
    'float': '''
        math.ldexp($float, $small) | math.trunc($float) / 2 | math.prod([$float, $int]) | math.log2($float) | math.degrees($float) | float(f"{$float:.3e}")
        float(repr($float))''',
    'bool': '''
        $set.issuperset($iter) | $fset <= $set | $dict.items() <= $dict.items() | $dict.keys() == $set | $dict.keys().isdisjoint($iter)
        ($any, $any) in $dict.items() | all(q in $list for q in $iter) | operator.lt($any, $any) | $str.startswith($str, $small, $small) | $int is $any and False
        $tuple == $list''',
    'str': '''
        f"{$int:{$width}}" | f"{$float:{$width}.{$count}f}" | f"{$str!r:*^{$width}}" | f"{$int:{$fill}>{$width}}|{$str:{$width}.{$count}}" | f"{$int=:>{$width}}"
        "{:{}}".format($str, $width) | "{0:{1}.{2}}".format($float, $width, $count) | "{0[0]}{0[1]}".format($tuple) | "%*d|%-*s" % ($width, $int, $width, $str)
        "%(a)s %(b)r" % {"a": $any, "b": $any} | operator.methodcaller("upper")($str) | "-".join(sorted($strs, reverse=True, key=str.lower))
        $str.join(f"<{q}>" for q in $iter) | str(collections.Counter($str).most_common($count)) | $str.translate({ord(q): None for q in $str})
        $str.encode($codec, $onerror).decode($codec, $onerror)''',
    'bytes': '''
        b'%s|%a' % ($bytes, $any) | b'%5d|%x' % ($int, $int) | b'%c%c' % ($small, $bytes) | b'%.2f' % $float | b'%b' % $any | bytes(memoryview($bytes)[$slice])
        $bytes.join([$bytes, $bytearray]) | bytes(reversed($bytes)) | $bytes.capitalize() | b"%(k)d" % {b"k": $int} | bytes(map(abs, $ints))
        memoryview($bytes).tobytes() | $bytes.rstrip($bytes) | $bytes.rjust($width, $bytes)''',
    'list': '''
        [(zx := q, zx) for q in (1, 2, 3)] | [q for q in range(4) if (zw := q % 2)] | [[p, q] for p in $shortlist for q in $shortlist if p != q]
        [*map(repr, $iter), *$tuple] | list(itertools.chain.from_iterable([$iter, $iter])) | list(itertools.compress($iter, $ints))
        list(itertools.dropwhile(bool, $iter)) | list(itertools.filterfalse(None, $iter))
        [(k, list(g)) for k, g in itertools.groupby($ints, key=lambda q: q % 2)] | list(itertools.pairwise($iter)) | list(itertools.permutations($shortlist))
        list(itertools.combinations($ints, 2)) | list(itertools.starmap(divmod, [($int, $int)])) | list(itertools.islice($iter, $small, $count))
        list(itertools.zip_longest($iter, $iter, fillvalue=$any)) | $bytes.rsplit($bytes, $small) | list(itertools.combinations_with_replacement($shortlist, 2))
        list(itertools.accumulate($ints, max, initial=$int)) | list(collections.deque($iter, $count)) | sorted($list, key=lambda q: (str(type(q)), repr(q)))
        sorted($ints, key=functools.cmp_to_key(lambda p, q: q - p)) | sorted($strs, key=lambda q: (len(q), q), reverse=$bool)
        list(collections.ChainMap($dict, $dict)) | collections.Counter($hashables).most_common($count) | list(collections.OrderedDict($dict).items())
        list(dict(zip($strs, $ints)).items()) | [lambda: q for q in $ints][:0] | memoryview($bytes).tolist() | sorted($tuple, key=id)[:0]''',
    'dict': '''
        dict(collections.Counter($hashables)) | dict(collections.defaultdict(list, $dict)) | dict(zip($strs, $iter)) | {q: p for p, q in enumerate($hashables)}
        dict(sorted($dict.items(), key=repr))''',
    'set': '''
        $dict.keys() ^ $set | $dict.keys() - $hashables | $set - $fset | $set & $fset | set($dict) ^ set($hashables) | {q for q in $hashables if q}
        $set.union($hashables, $set) | $set.intersection($set, $hashables) | $set.difference($set, $hashables) | set($dict.items()) & set()
        set(map(len, $strs))''',
    'iter': '''
        memoryview($bytes) | itertools.pairwise($iter) | itertools.starmap(divmod, [$tuple]) | collections.deque($iter, $count) | itertools.islice($iter, $count)
        reversed($dict.items()) | itertools.compress($iter, $iter) | map(lambda *q: q, $iter, $iter) | filter(lambda q: q, $iter) | enumerate($iter, $any)
        collections.Counter($hashables) | (q for q in $iter if q)''',
    'wrong': '''
        $str.$strmethod | $str.$strmethod | $bytes.$bytesmethod | $bytearray.$bytesmethod | $list.$listmethod | $dict.$dictmethod | $set.$setmethod
        $int.$intmethod | ($float).$floatmethod | $tuple.$tuplemethod | $range.$rangemethod | $complex.$complexmethod | $any.$anymethod | $fset.$setmethod
        $slicevalue.indices($any) | $dict.keys().$viewmethod | $dict.items().$viewmethod | math.$mathfunction($any) | math.$mathfunction($float)
        math.$mathfunction($any, $any) | operator.$operatorname($any, $any) | $any[$slice] | functools.reduce($any, $any) | $list[$slice][$any]
        int.from_bytes($any, $order) | str($any, $codec) | bytes($str, $codec) | bytearray($any, $codec) | complex($any, $any) | memoryview($any)
        memoryview($bytes)[$any] | round($any, $any) | slice($any)[1] | print($any, end=$any) | sorted($iter, key=$any) | max($iter, key=$any)
        min($iter, default=$any) | zip($iter, $any, strict=True) | enumerate($iter, $any) | isinstance($any, ($class, $any)) | collections.Counter($any)
        collections.deque($any, $any) | itertools.chain($any, $any) | list(itertools.islice($iter, $any)) | getattr($any, $any) | vars($any_small) | "".join($any)
        iter($any, $any) | f"{$any:{$any}}"''',
}
SPLIT = re.compile(r'\s+\|\s+|\n\s+')
HOLE = re.compile(r'\$([a-z_]+)')
# `a | b` is written with the separator of the table: these rows get it back
OR_ROWS = {'int': ['$int | $int'], 'set': ['$set | $set'], 'fset': ['$fset | $fset'], 'dict': ['$dict | $dict', '$dict | $dict'], 'wrong': ['$any | $any', '$int | $str']}
PLAIN = {name: [row for row in SPLIT.split(text.strip('\n ') if name != 'cut' else text)
                if (row or name == 'cut') and row not in ('$' + name,)] + OR_ROWS.get(name, [])
         for name, text in TABLE.items()}


def widen():
    """From now on programs use all there is."""
    for name, text in MORE.items():
        PLAIN[name] += [row for row in SPLIT.split(text.strip('\n ')) if row and row not in PLAIN[name]]


LITERALS = {'int': INTS, 'float': FLOATS, 'str': STRS, 'bytes': BYTES, 'complex': COMPLEX}
ATOMS = {'bool': ['True', 'False'], 'list': ['[]', "[1, 'a']", '[3, 1, 2]', "[[1], [2, 3]]", '[None, 0.5]'], 'ints': ['[3, 1, 2]', '[5]', '[-1, 0, 9]', '[]'],
         'strs': ["['b', 'a']", "['x', 'yy', 'z']", "['']"], 'tuple': ['()', '(1, 2)', "('a', None)", '(1.5,)'], 'dict': ['{}', "{'a': 1, 'b': 2}", "{1: 'x', (2, 3): []}"],
         'set': ['set()', '{1, 2, 3}', "{'a', 'b'}", '{0, 8, 16, 3}'], 'fset': ['frozenset()', 'frozenset({1, 2})'], 'range': ['range(3)', 'range(0)', 'range(5, 0, -2)'],
         'iter': ["'xyz'", '[1, 2]', 'range(3)', "{'k': 1}"], 'any': ['1', "'s'", 'None', '[1]', '2.5', '()'], 'wrong': ['None.x', '[][0]', "{}['k']", "1 + 'a'", '1 // 0'],
         'hashable': ['1', "'k'", '2.5', '(1, 2)', 'True'], 'hashables': ['[1, 2, 3]', "'abc'"], 'seq': ['[1, 2]', "'ab'", '(1,)'], 'function': ['len', 'str', 'repr', 'bool'],
         'bytearray': ["bytearray(b'ab')", 'bytearray(2)'], 'none': ['None'], 'call': ['len([])', 'str(1)'], 'slicevalue': ['slice(1, 2)'], 'any_small': ["'z'", 'None', '1.5'],
         'any_unhashable': ['[]', '{}'], 'shortlist': ['"ab"']}
LOOSE = re.compile(r'[ ~]|^[-+]|^not ')


class Expressions:
    """Grows expressions; the names that may stand in them come from `self.scopes`, dicts of name to type."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.scopes = [{}]
        self.count = 0

    def fresh(self, letter):
        self.count += 1
        return f'{letter}{self.count}'

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def names(self, kind):
        found = {}
        for scope in self.scopes:
            found.update(scope)
        return [name for name, of in found.items() if of == kind]

    def expr(self, kind, depth):
        known = self.names(kind)
        if known and self.chance(0.35 if depth > 0 else 0.6):
            return self.random.choice(known)
        if kind in SPECIAL:
            return SPECIAL[kind](self, depth)
        if depth <= 0:
            if kind in LITERALS:
                return self.random.choice(LITERALS[kind])
            if kind in ATOMS:
                return self.random.choice(ATOMS[kind])
        elif kind in LITERALS and self.chance(0.2):
            return self.random.choice(LITERALS[kind])
        row = self.random.choice(PLAIN[kind])
        text = self.fill(row, depth - 1)
        return text if 'f"{' not in row or is_expression(text) else '"f"'

    def fill(self, row, depth):
        def hole(match):
            text = self.expr(match[1], depth)
            before, after = row[:match.start()], row[match.end():]
            primary = after[:1] in ('.', '[', '(')
            # an operand of an operator: brackets mostly, sometimes none, so that precedence is tried
            beside = after[:1] == ' ' or before[-1:] in ' -+~'
            bare = LOOSE.search(text) and not (text[0] in '([{' and closes_at_end(text))
            if primary and (bare or text[:1].isdigit() or text[:1] == '-'):
                return f'({text})'
            if beside and bare and (self.chance(0.7) or unsafe(text)):
                return f'({text})'
            return text
        return HOLE.sub(hole, row)

    # ---- productions that need more than a text ----

    def comprehension(self, open_, close, kind, depth, pair=None):
        # := must not stand in what a comprehension iterates over
        source, name = self.expr('iter' if kind == 'any' else 'ints', depth - 1), self.fresh('v')
        if ':=' in source:
            source = '[1, 2]'
        self.scopes.append({name: kind})
        condition = f' if {self.expr("bool", depth - 1)}' if self.chance(0.4) else ''
        inner = ''
        if self.chance(0.2):
            other = self.fresh('v')
            inner = f' for {other} in {self.pick("(1, 2)", "range(2)", "(3,)")}'
            self.scopes[-1][other] = 'any'
        element = self.expr('hashable' if open_ == '{' else kind, depth - 1)
        if pair:
            element = f'{self.expr("hashable", depth - 1)}: {self.expr("any", depth - 1)}'
        self.scopes.pop()
        if LOOSE.search(source) and not source[0] in '([{':
            source = f'({source})'
        # the sources are small, and the product of two of them is cut by their own sizes
        return f'{open_}{element} for {name} in {source}{inner}{condition}{close}'

    def lambda_(self, depth):
        first, second = self.fresh('p'), self.fresh('p')
        form, scope = self.pick(
            (f'{first}', {first: 'any'}), (f'{first}, {second}=$int', {first: 'any', second: 'int'}),
            (f'*{first}', {first: 'tuple'}), (f'{first}, *, {second}=$str', {first: 'any', second: 'str'}), ('', {}),
            (f'**{first}', {first: 'dict'}), (f'{first}, /, *{second}', {first: 'any', second: 'tuple'}))
        form = self.fill(form, 0)
        self.scopes.append(scope)
        body = self.expr('any', depth - 1)
        self.scopes.pop()
        return f'(lambda {form}: {body})'.replace('lambda :', 'lambda:')

    def number_spec(self, types, precise):
        pick = self.pick
        spec = pick('', '', '<', '>', '^', '=', '*<', '0>', '=^', '_=', 'é^') + pick('', '', '', '+', '-', ' ')
        spec += pick('', '', '', '#') + pick('', '', '', '0') + pick('', '', '4', '10', '20', '1')
        spec += pick('', '', '', ',', '_')
        if precise:
            spec += pick('', '', '.0', '.1', '.3', '.10', '.20')
        return spec + self.random.choice(types)

    def spec(self, which):
        if which == 'ispec':
            return self.number_spec(['', '', 'd', 'x', 'X', 'b', 'o', 'n', 'c', 'e', 'f', 'g', '%', 's'], self.chance(0.2))
        if which == 'fspec':
            return self.number_spec(['', '', 'e', 'f', 'g', 'E', 'F', 'G', '%', 'n', 'd', 'r'], self.chance(0.7))
        pick = self.pick
        return pick('', '<', '>', '^', '*^', '=', '日>') + pick('', '0') + pick('', '3', '10', '17') + pick('', '', '.2', '.0', '.5') + pick('', '', 's', 'd')

    def quoted_spec(self, which):
        return repr(self.spec(which))

    def fstring(self, depth):
        parts = []
        for _ in range(self.random.randint(1, 3)):
            kind, which = self.pick(('int', 'ispec'), ('float', 'fspec'), ('str', 'sspec'), ('any', ''), ('any', ''), ('obj', 'sspec'))
            text = self.expr(kind, min(depth, 2) - 1)
            if '"' in text or '\\' in text or '#' in text or 'zz' in text or 'lambda' in text or text[0] == '{':
                text = self.pick('1', '2.5')
            if ':=' in text or '!=' in text or ' ' in text:
                text = f'({text})'
            tail = self.pick('', '', '!r', '!s', '!a', '=', ' = ', '=!r')
            if which and self.chance(0.6):
                spec = self.spec(which)
                if self.chance(0.2):
                    spec = self.pick('{3}', '>{4}', '{1 + 5}.{2}', '*^{"9"}'.replace('"', "'"))
                tail += ':' + spec
            parts.append(self.pick('', 'a', ' {{}} ', 'é', '%', "'") + '{' + text + tail + '}')
        body = ''.join(parts)
        return 'f"' + body + '"' if '"' not in body else '"f"'

    def percent(self, depth):
        forms, values = [], []
        for _ in range(self.random.randint(1, 3)):
            flag = self.pick('', '', '-', '+', ' ', '0', '#', '-+') + self.pick('', '', '5', '12') + self.pick('', '', '.0', '.3', '.12')
            letter, kind = self.pick(('d', 'int'), ('s', 'any'), ('r', 'any'), ('f', 'float'), ('e', 'float'), ('g', 'float'), ('x', 'int'), ('o', 'int'),
                                     ('c', 'char'), ('a', 'str'), ('i', 'float'), ('d', 'any'), ('X', 'int'), ('%', None), ('G', 'int'), ('s', 'str'), ('y', 'int'))
            forms.append(self.pick('', 'k=', ' ') + '%' + (flag if letter != '%' else '') + letter)
            if kind:
                values.append(self.expr(kind, depth - 2))
        text = repr(''.join(forms))
        if len(values) == 1 and self.chance(0.3):
            return f'({text} % ({values[0]}))'
        return f'({text} % ({"".join(value + ", " for value in values)}))'

    def formatted(self, depth):
        fields, values = [], []
        for index in range(self.random.randint(1, 3)):
            kind, which = self.pick(('int', 'ispec'), ('float', 'fspec'), ('str', 'sspec'), ('any', ''), ('list', ''), ('complex', 'fspec'))
            path = self.pick('', '', '', '[0]', '.real', '[k]') if kind in ('list', 'int', 'any') else ''
            spec = ':' + self.spec(which) if which and self.chance(0.7) else ''
            fields.append(self.pick('', 'a', '{{', '}}') + '{' + self.pick('', '', str(index), 'k') + path + self.pick('', '', '!r', '!s', '!a') + spec + '}')
            values.append(self.expr(kind, depth - 2))
        call = ', '.join(values + [f'k={self.expr("int", 0)}'])
        return f'{"".join(fields)!r}.format({call})'


def is_expression(text):
    """Quotes, backslashes and braces of what was put into an f-string may have ended it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            compile(text, 'text', 'eval')
        return True
    except (SyntaxError, ValueError):
        return False


def closes_at_end(text):
    level = 0
    for index, char in enumerate(text):
        level += (char in '([{') - (char in ')]}')
        if level == 0:
            return index == len(text) - 1
    return False


def unsafe(text):
    """Without its brackets it might become the right side of a power, a shift, or take a name apart."""
    return any(word in text for word in ('lambda', ' if ', ':=', '**', '<<', 'not ')) or text[0] in '-~'


SPECIAL = {
    'listcomp': lambda self, depth: self.comprehension('[', ']', 'any', depth),
    'intcomp': lambda self, depth: self.comprehension('[', ']', 'int', depth),
    'setcomp': lambda self, depth: self.comprehension('{', '}', 'int', depth),
    'gencomp': lambda self, depth: self.comprehension('(', ')', 'any', depth),
    'dictcomp': lambda self, depth: self.comprehension('{', '}', 'int', depth, pair=True),
    'lambda': Expressions.lambda_,
    'fstring': Expressions.fstring,
    'percent': Expressions.percent,
    'formatted': Expressions.formatted,
    'ispec': lambda self, depth: self.quoted_spec('ispec'),
    'fspec': lambda self, depth: self.quoted_spec('fspec'),
    'sspec': lambda self, depth: self.quoted_spec('sspec'),
    # where no name of the program has the kind, a value that does not fit
    'obj': lambda self, depth: self.expr('int', depth - 1) if self.chance(0.3) else 'Box(3)',
    'generator': lambda self, depth: f'count_up({self.pick("0", "2", "3")})',
}
