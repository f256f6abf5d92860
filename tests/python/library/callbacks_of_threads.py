# needs: threading re
"""Functions of the language that several threads of Python call at once."""
import re
import threading
out = []


def add(match):
    return str(int(match.group()) + 1)


def work(n):
    for _ in range(200):
        out.append(re.sub(r'\d+', add, '1 2 3'))


threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(out), set(out))


def deep(n, seen):
    return n if n == 0 else int(re.sub('x', lambda m: str(deep(n - 1, seen)), 'x')) + 1


results = {}
threads = [threading.Thread(target=lambda k=k: results.setdefault(k, deep(20 + k, None))) for k in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(sorted(results.items()))
errors = []


def fails(match):
    raise ValueError(match.group())


def catch(k):
    for _ in range(50):
        try:
            re.sub('a', fails, 'a')
        except ValueError as error:
            errors.append((k, str(error)))


threads = [threading.Thread(target=catch, args=(k,)) for k in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(errors), sorted(set(errors)))
