# Texts beyond ASCII to bytes and back.
text = 'Hällo Wörld ж ' * 500
data, latin = text.encode(), ('Hällo ' * 1000).encode()
def work():
    n = 0
    for _ in range(50):
        n += len(text.encode()) + len(data.decode()) + len(latin.decode()) + len(text.encode('utf-16').decode('utf-16'))
        n += len(text.upper()) + text.count('ж') + len(text.split())
    for _ in range(5000):
        n += len('Wörld'.encode()) + len('Wörld'.replace('ö', 'oe')) + len('Wörldж'[1:4]) + len('ä' + 'ж')
    return n
