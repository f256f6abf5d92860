# Methods that give new bytearrays.
a = bytearray(b'Hello, World')
for r in (a.upper(), a.lower(), a.split(b','), a.replace(b'l', b'L'), a.strip(b'Hd'), a.partition(b', '), a.title(), a[1:3], a + b'!', a * 2, a.center(20, b'*'), a.zfill(14), a.translate(None, b'l'), a.swapcase(), a.removeprefix(b'Hello'), a.rsplit(None, 1), a.splitlines(), a.expandtabs(), bytearray(b',').join([b'a', b'b']), a.rpartition(b'o')):
    print(r)
print(a.decode(), a.find(b'o'), a.count(108), a.hex(), a.index(b'W'), a.startswith(b'He'), a.isalpha(), list(a[:3]), a[0], bytes(a), a.__contains__(72), a.__len__())
