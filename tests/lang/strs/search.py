# Searching in texts of every width, long ones too.
import random

random.seed(7)
alphabets = ['ab', 'abé', 'ab日', 'ab😀', 'aé日😀']
for alphabet in alphabets:
    for trial in range(60):
        s = ''.join(random.choice(alphabet) for _ in range(random.randrange(0, 60)))
        n = ''.join(random.choice(alphabet) for _ in range(random.randrange(0, 4)))
        a, b = random.randrange(-70, 70), random.randrange(-70, 70)
        r = [s.find(n), s.rfind(n), s.find(n, a, b), s.rfind(n, a, b), s.count(n), s.count(n, a, b), n in s, s.startswith(n, a), s.endswith(n, a, b), s.replace(n, '_', 3)]
        if n:
            r += [s.split(n, 2), s.rsplit(n, 2), s.partition(n), s.rpartition(n)]
        print(ascii(r))
big = 'x' * 100000 + 'needle' + 'y' * 100000
print(big.find('needle'), big.rfind('needle'), big.count('x'), big.find('nope'), len(big.replace('x', 'zz')), len(big.split('x')), big.index('y'))
wide = 'é日' * 50000 + '本語' + 'ab' * 1000
print(wide.find('本語'), wide.rfind('日'), wide.count('é'), wide.find('ab'), wide.find('本a'), len(wide.replace('日', '')), wide.count('é日é'))
print(('a' * 1000 + 'b').find('a' * 500 + 'b'), ('ab' * 1000).rfind('ba'), ('a' * 5000).count('aa'))

# Parts of a text counted beyond ASCII: over each other, at the ends, nearly there.
for text in 'один два три два один', 'äbäbäb' * 9, 'жжжж' * 20, '\U0001f600a\U0001f600a' * 5, 'ĀāĀā' * 8, 'абабаб':
    for part in 'два', 'жж', 'äb', 'bä', 'a\U0001f600', 'Āā', 'āĀā', 'аба', 'один', text, text[1:], text[:-1], text + 'x':
        print(text.count(part), text.count(part, 1), text.count(part, 0, -1), (text * 40).count(part), end=' ')
    print()
