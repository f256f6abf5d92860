# Iterators of texts.
it = iter('aä')
print(type(it).__name__, type(iter('abc')).__name__, next(it), it.__length_hint__(), next(it), next(it, 'end'), iter(it) is it)
print(list('a\U0001F600b'), tuple(''), [*'ab'], dict(zip('ab', 'cd')), list(reversed('abc')), list(enumerate('ab', 5)), set('aab') == {'a', 'b'})
a, *b, c = 'hello'
print(a, b, c)
