# Lengths near the largest there is: no memory, or no such length
class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def attempt(name, make):
    try:
        print(name, make())
    except Exception as error:
        print(name, type(error).__name__, error)


for text in ('2**63 - 1', '2**63 - 33', '2**63 - 34', '2**63 - 35', '2**62', '2**63', '-1', '-2**63', '2**70'):
    for n in (eval(text), Index(eval(text))):
        print(text)
        attempt('bytes', lambda: bytes(n))
        for value in (b'a', 'a', [1], (1,), b'ab', 'ab', [1, 2], (1, 2), '日本'):
            attempt(value, lambda: value * n)
