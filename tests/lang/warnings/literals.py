# Comparing by identity with a literal, and other things that are hardly meant.
a = b = 1
tests = ['a is 1', 'a is not 1', '1 is a', 'a is b is 1', 'a is None', 'a is True', 'a is ...', 'a is ()', 'a is (1, 2)', 'a is -1', 'a is "s"',
         'a is b"s"', 'a is []', 'a is f"{a}"', 'a == 1', '1 is 1 is 1', 'assert (a, b)', 'assert ()', 'assert (a), b', 'assert (a,)',
         'assert [a]', '(1)(2)', '"a"("b")', '1.5()', 'None()', '[]()', '{}()', '{1}()', '(a, b)()', 'f"{a}"()', '(lambda: 1)()', '[x for x in a]()',
         '(x for x in a)()', '1[0]', 'None[0]', '{1}[0]', '(lambda: 1)[0]', '[1]["a"]', '[1][1.5]', '[1][a]', '[1][True]', '[1][1:2]', '[1][(1, 2)]',
         '"abc"[None]', '(1, 2)["x"]', 'b"a"[1.0]', '{1: 2}["a"]', '[1][[2]]', '[1][f"{a}"]', 'f"{a}"["x"]', 'True[1]', '...[0]']
for text in tests:
    print(text, flush=True)
    compile(text, 'from ' + text.split()[0], 'exec')
