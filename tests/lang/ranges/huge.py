# Ranges beyond 64 bits.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


big = 10**30
for text in ("range(big)", "range(big)[5]", "range(big)[-1]", "range(big)[big // 2]", "range(0, big, big // 4)", "list(range(0, big, big // 4))", "len(range(big))", "big - 1 in range(big)", "range(big).index(big - 1)", "range(-big, big)[0]", "list(range(big, big + 3))", "list(reversed(range(big, big + 3)))", "range(big) == range(0, big)", "next(iter(range(big, big * 2)))", "range(2**63 - 2, 2**63 + 2)[3]", "list(range(2**63 - 2, 2**63 + 1))", "len(range(2**63 - 1))", "len(range(-1, 2**63 - 1))", "range(big).count(5)", "bool(range(big))"):
    attempt(text)
