# Every iterator ends for good.
its = [iter([1]), iter((1,)), iter('a'), iter(b'a'), iter({1: 2}), iter({1}), iter(range(1)), iter({1: 2}.values()), iter({1: 2}.items()), reversed([1]), enumerate([1]), zip([1]), map(int, [1]), filter(None, [1]), (x for x in [1]), iter(bytearray(b'a')), reversed('a'), reversed({1: 2})]
for it in its:
    print(type(it).__name__, next(it), next(it, 'end'), next(it, 'end'), list(it), iter(it) is it)
