# format_map asks the mapping for every name.
class Default(dict):
    def __missing__(self, key):
        return f'<{key}>'
print('{a} {b} {c:>4}'.format_map(Default(a=1, c=2)))
for mapping in ({}, None, [], 5):
    try:
        print('{a}'.format_map(mapping))
    except Exception as e:
        print(type(e).__name__, e)
try:
    print('{}'.format_map({'': 1}))
except Exception as e:
    print(type(e).__name__, e)
try:
    '{a}'.format_map()
except TypeError as e:
    print(e)
