# Order by code points.
print('a' < 'b', 'a' < 'B', 'Z' < 'a', 'abc' < 'abd', 'ab' < 'abc', '' < 'a', 'é' > 'z', '\uffff' < '\U00010000', 'a' == 'a', 'a' != 'b', 'ß' == 'ss')
print(sorted(['b', 'A', 'a', 'ä', '', 'aa', 'Z', '中', '\U0001F600']), max('hello'), min('hello'))
for text in ("'a' < 1", "'a' >= b'a'", "'a' < None"):
    try:
        eval(text)
    except TypeError as e:
        print(e)
print('a' == b'a', 'a' == 97, 'a' != None)
