# Cutting, joining and searching text.
def work():
    line = 'the quick brown fox jumps over the lazy dog'
    total = 0
    for i in range(15000):
        words = line.split(' ')
        total += len('-'.join(words).replace('o', '0')) + line.find('lazy')
    return total
