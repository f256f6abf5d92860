# Searching, cutting, replacing, comparing and mapping texts of every width, put together at random: sums over the results.
state = 7


def rnd(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % n


def checksum(total, text):
    for c in text:
        total = (total * 31 + ord(c)) % 0xffffffffffc5
    return total


POOLS = ('ab', 'abc \n', 'aä', 'aäж', 'жук', 'ж\n\x85\u2028\r', '字a', '😀a', '😀ж', 'a\u0161\u0261', 'ab😀\U0001f601', 'ßaſİŉ Σσ ǅ', 'Abc Def\u2029', 'ΑΣ Σ.', 'A\tb')
LENGTHS = (0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 300)


def text(n):
    p = POOLS[rnd(len(POOLS))]
    q = POOLS[rnd(len(POOLS))] if rnd(3) == 0 else p
    weight = (1, 2, 8, 40)[rnd(4)]
    parts = [p if rnd(weight) else q for _ in range(n)]
    return ''.join([part[rnd(len(part))] for part in parts])


for group in range(20):
    total = 0
    for _ in range(20):
        s = text(LENGTHS[rnd(len(LENGTHS))])
        at = rnd(len(s) + 1)
        part = s[at:at + 1 + rnd(4)] if rnd(3) else text(1 + rnd(70))
        new, most, start, end = text(rnd(4)), rnd(5) - 1, rnd(len(s) + 3) - 1, rnd(len(s) + 3) - 1
        out = [s.find(part), s.rfind(part), s.count(part), s.find(part, start, end), s.rfind(part, start, end), s.count(part, start, end), part in s,
               s.replace(part, new), s.replace(part, new, most), s.splitlines(), s.splitlines(True), s[::-1], s[start:end:2], s < part, s + new > s,
               s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold(), s.expandtabs(3), s.center(20, '字'), s.ljust(at + 9, 'é'), s + 'a' < s + 'b']
        if part:
            out += [s.split(part), s.split(part, most), s.rsplit(part, most), s.partition(part), s.rpartition(part)]
        b, c = s.encode(), part.encode()
        out += [b.find(c), b.rfind(c), b.count(c), b.replace(c, b'xy'), b.split(c) if c else None]
        total = checksum(total, repr(out))
    print(group, total)

# Many vain beginnings, both ways.
for kind in 'b', 'é', 'ж', '😀':
    hay, needle = (kind + 'a' * 40) * 300, 'a' * 41
    print(hay.find(needle), hay.rfind(needle), hay.count(needle), hay.count('a' * 40), len(hay.replace('a' * 40, 'x')), len(hay.split('a' * 39)),
          (hay + needle).find(needle), (needle + hay).rfind(needle))
    print((kind * 1000).count(kind * 2), (kind * 1001).count(kind * 3), (kind * 64).replace(kind, 'é') == 'é' * 64, (kind * 65).replace(kind, '漢字') == '漢字' * 65,
          len((kind * 129).split(kind)), ('漢' + kind).replace('漢', ''), (kind + 'ж' * 200).replace('ж', '') == kind)
