# A list inside itself prints as [...].
l = [1]
l.append(l)
d = {'l': l}
l.append(d)
t = (l,)
l.append(t)
print(l, d, t)
print([[], [[]], ['a', "it's", None, 1.5, b'x', (1,), {1}, {}]])
s = []
s.extend([s, s])
print(s, str(s), f'{s}', '%s' % s, s == s)
