# Texts character by character: loops, tables, codes, turning round.
def work():
    n, text = 0, 'the quick brown fox jumps'
    for i in range(1500):
        seen = {}
        for c in text:
            seen[c] = seen.get(c, 0) + 1
        n += len(seen) + len(''.join([chr(ord(c) + 1) for c in text])) + len(list(text)) + len(set(text)) + len(''.join(reversed(text)))
        n += (text == text[::-1]) + len(text.title()) + len(text.capitalize()) + len(text.translate({97: 'x', 111: None}))
    return n
