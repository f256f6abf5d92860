# Bytes out of numbers, parts and texts, and back.
numbers, parts = list(range(256)), [b'ab', b'cde', b'f'] * 20
def work():
    n = 0
    for i in range(4000):
        n += len(bytes(numbers)) + len(b','.join(parts)) + len(bytes((1, 2, i & 255))) + len(bytearray(numbers[:20]))
        n += len(b'key=value'.upper()) + len(b'a b c'.title()) + len(bytes.fromhex('deadbeef')) + len(b'abc'.hex(':')) + sum(b'abc')
    big = bytes(numbers) * 400
    for i in range(20):
        n += len(big.hex()) + len(big.replace(b'ab', b'xyz')) + len(big.translate(None, b'aeiou')) + big.count(b'a') + len(list(big)) + len(big[::-1])
    return n
