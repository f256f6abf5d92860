# | & - ^ and comparison need sets.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


a, b = {1, 2, 3}, frozenset([2, 3, 4])
for text in ("a | b", "b | a", "a & b", "a - b", "b - a", "a ^ b", "type(a | b).__name__", "type(b | a).__name__", "a < b", "a <= a", "a > {1}", "a >= {1, 2, 3}", "a == frozenset(a)", "a != b", "{1} < {1, 2}", "{1} < {2, 3}", "a | [1]", "a & 'x'", "a - None", "a ^ {5: 1}", "a < [1]", "a == [1, 2, 3]", "a + b", "a * 2", "-a", "a | {5: 1}.keys()", "{5: 1}.keys() | a", "set() <= set()", "a[0]"):
    attempt(text)
