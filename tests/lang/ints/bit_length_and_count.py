# bit_length and bit_count of small, negative and big integers.
for n in (0, 1, -1, 2, 255, -256, 2**31, -2**31, 2**63 - 1, -2**63, 2**64, 10**30, -10**30, True):
    print(n, n.bit_length(), n.bit_count())
print((2**1000).bit_length(), (2**1000 - 1).bit_count())
for bad in ((1,), (None,)):
    try:
        (5).bit_length(*bad)
    except TypeError as e:
        print(e)
