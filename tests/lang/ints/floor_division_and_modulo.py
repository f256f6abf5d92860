# Signs of // and %, for small and big.
for a in (7, -7, 0, 2**63, -2**63, 10**25):
    for b in (2, -2, 3, -10**20, 2**64):
        q, r = divmod(a, b)
        print(a, b, q, r, q * b + r == a, a // b == q, a % b == r)
for text in ('1 // 0', '1 % 0', 'divmod(1, 0)', '10**30 // 0', '1 / 0', '10**30 % 0', '0 ** -1', '10**400 / 3', '1 // 0.0', '1 % 0.0'):
    try:
        print(eval(text))
    except ArithmeticError as e:
        print(text, type(e).__name__, e)
