# Equal numbers of all types hash alike.
for n in (0, 1, -1, -2, 2**61 - 1, 2**61, -2**61, 2**63, 10**40, -10**40):
    print(n, hash(n), hash(float(n)) == hash(n) if float(n) == n else '-', n == float(n), n == complex(n))
print(1 == True, 1 == 1.0, 1 == 1 + 0j, 2**53 == 2.0**53, 2**53 + 1 == 2.0**53, 10**400 > 1e308, 10**400 < float('inf'))
print(len({1, 1.0, True, 1 + 0j}), {1: 'a', 1.0: 'b', True: 'c'})
