# HtmlDiff: lines side by side, context, wrapped lines, tabs, references of characters; the functions beside it.
import difflib
import random
import zlib

print(difflib.HtmlDiff().make_table(['same', 'b<&\n', 'c d  e', '\tq'], ['same', 'b<>\n', 'c  d e', 'x', '        q'], 'old', 'new'))
print(difflib.HtmlDiff(wrapcolumn=5).make_table(['one line of words'], ['one more line of words'], context=True, numlines=0))
page = difflib.HtmlDiff().make_file(['ı'], ['ü'], charset='us-ascii')
print(page.count('&#305;'), 'charset=us-ascii' in page, page.count('Legends'), zlib.crc32(page.encode()))
for table in difflib.HtmlDiff().make_table([], []), difflib.HtmlDiff().make_table(['a'], ['a'], context=True):
    print([line for line in table.splitlines() if 'nbsp' in line])

random.seed(5)
words = ['ab c', 'ab  c', 'x', 'xyz', 'long line of words here', 'long line of word here', '\tq', 'q\n', '', '<&>']
total = 0
for number in range(60):
    old = [random.choice(words) + random.choice(['', '!', '1']) for _ in range(random.randrange(12))]
    new = [line if random.random() < .5 else random.choice(words) for line in old if random.random() < .8]
    for _ in range(random.randrange(3)):
        new.insert(random.randrange(len(new) + 1), random.choice(words))
    maker = difflib.HtmlDiff(tabsize=random.choice([2, 8]), wrapcolumn=random.choice([None, 3, 7]))
    table = maker.make_table(old, new, random.choice(['', 'f']), '', random.choice([True, False]), random.choice([0, 1, 2, 5]))
    total = zlib.crc32(table.encode(), total)
print(total)
