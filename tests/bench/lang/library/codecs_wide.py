# UTF-16, UTF-32, ASCII and Latin-1, whole and with what does not fit.
plain, mixed, pairs = 'plain text ' * 2000, 'Hällo ж ' * 2000, 'a\U0001f600b' * 2000
def work():
    n = 0
    for text in plain, mixed, pairs:
        for name in 'utf-8', 'utf-16', 'utf-16-be', 'utf-32':
            data = text.encode(name)
            n += len(data) + (data.decode(name) == text)
    for i in range(3000):
        n += len('caf\xe9'.encode('latin-1').decode('latin-1')) + len('abc'.encode('ascii').decode('ascii')) + len('a\u0436'.encode('ascii', 'replace'))
    return n
