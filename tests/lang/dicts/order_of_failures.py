# In a display of a few pairs all is evaluated before the first pair is put in; in a long one pair after pair


def say(what):
    print(what, end=' ')
    return what


def attempt(make):
    try:
        print(len(make()))
    except Exception as error:
        print(type(error).__name__, error)


class Key:
    def __hash__(self):
        print('hash', end=' ')
        return 1

    def __eq__(self, other):
        print('eq', end=' ')
        return True


attempt(lambda: {[]: 1, say(2): undefined})
attempt(lambda: {[]: say(1), say(2): say(3)})
attempt(lambda: {[]: say(1)})
attempt(lambda: {Key(): say(1), Key(): say(2), Key(): say(3)})
attempt(lambda: {**{1: 2}, Key(): say(1), Key(): say(2), **{4: 5}, say(3): say(4)})
attempt(lambda: {**{1: 2}, Key(): say(1), **say(5), say(3): say(4)})
attempt(lambda: {[], say(2), undefined})
attempt(lambda: {Key(), say(2), Key()})
for count in (2, 3, 14, 15, 16, 17, 18, 19, 31, 32, 33, 34, 35, 36):
    pairs = ', '.join(f'{n}: {n}' for n in range(count - 2))
    for text in (f'{{[]: 1, {pairs}, 2: say(3)}}', f'{{Key(): 1, {pairs}, Key(): say(3)}}', f'{{{pairs}, []: 1, 2: say(3)}}',
                 f'{{**{{}}, {pairs}, []: 1, 2: say(3)}}', f'{{{pairs}, []: 1, **say({{}}), 2: say(3)}}'):
        print(count, text[:4], end=' ')
        attempt(lambda: eval(text.replace(', ,', ',').replace('{,', '{')))
print({}, {**{}}, {1: 2, **{}}, {**{1: 2}, 3: 4}, {n: n * n for n in range(3)})
