# Searching, cutting, changing and showing texts beyond ASCII.
text = 'Grüße, Жук und Käfer ' * 1000
def work():
    n = 0
    for i in range(4):
        n += text.count('Жук') + text.find('zebra') + len(text.lower()) + len(text.upper()) + len(text[::-1]) + len(text[3:-3])
        n += len(text.replace('ü', 'ue')) + len(text.replace('ü', 'u')) + len(repr(text)) + len(set(text)) + len(list(text)) + len(text.split('Ж'))
    for i in range(5000):
        n += len('Größe'.upper()) + ('Ж' in 'Жук') + len('Жук und Käfer'.split()) + len(repr('Жук')) + len(ascii('é'))
    return n
