# Hashes and comparison with reals.
print(hash(1 + 0j) == hash(1), hash(2.5 + 0j) == hash(2.5), hash(1 + 2j), hash(-1j), hash(0.5 - 0.25j))
print(1 + 0j == 1, 1 + 0j == 1.0, 1 + 0j == True, 1j == 'a', 1j != None, (2**53 + 1) == complex(2**53), 1j == 1j)
print({1 + 0j: 'a'}[1], 1j in [1j], (1 + 1j).__eq__(1), (1j).__eq__('a'), (1j).__lt__(1j))
