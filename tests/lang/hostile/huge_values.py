# Values too large for any memory end in an exception, and what the program had is still there.
kept = {'a': [1, 2, 3]}


def attempt(function):
    try:
        function()
    except (MemoryError, OverflowError) as error:
        print(type(error).__name__)
    else:
        print('made')


attempt(lambda: 'a' * 10**15)
attempt(lambda: b'a' * 10**15)
attempt(lambda: bytearray(10**15))
attempt(lambda: [None] * 10**15)
attempt(lambda: (1, 2) * 10**15)
attempt(lambda: 'ab' * 10**30)
attempt(lambda: [1] * 10**30)
attempt(lambda: bytes(10**30))
attempt(lambda: ' '.center(10**15))
attempt(lambda: 'x'.ljust(10**15))
attempt(lambda: 'x'.zfill(10**15))
attempt(lambda: b'x'.rjust(10**15))
attempt(lambda: '\t'.expandtabs(10**15))
attempt(lambda: '%1000000000000000d' % 5)
attempt(lambda: format(5, '1000000000000000'))
attempt(lambda: f'{"x":>1000000000000000}')
attempt(lambda: 1 << 10**18)
attempt(lambda: 1 << 10**30)
attempt(lambda: (1).to_bytes(10**15, 'big'))
attempt(lambda: len(range(10**30)))
attempt(lambda: range(10**30)[10**29] // 10**28)
attempt(lambda: list('ab') * (2**62))
for widest in (2**62, 2**63 - 1):
    attempt(lambda: 'x'.zfill(widest))
    attempt(lambda: 'x'.center(widest))
    attempt(lambda: '{0:>{1}}'.format(1, widest))
    attempt(lambda: f'{1.5:<{widest}}')
print(kept)
