# Filters of warnings: their texts are regular expressions, and each option of a filter counts.
import warnings


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


def passed(message, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        warnings.filterwarnings('ignore', message, **options)
        warnings.warn('abc Def (x) 12', UserWarning)
        return len(caught)


for text in ('', 'abc', 'ABC', '.*def', 'def', 'a.c', 'abc.*x', 'abc$', '.*12$', '[a]bc', '[^a]bc', '[a-c]+ d', 'abc|xyz', 'xyz|abc', '(abc)',
             '(?:abc|q) D', r'abc Def \(x\)', 'a+bc', 'ab?c', 'ab*?c', '^abc', r'\w+\s\w+', r'\d', r'.*\d\d', r'\W', '(a|b)*c', 'a.*?f', '[]a]',
             r'.*\)\s\d{0}'[:-3]):
    print(repr(text), passed(text))
for module in ('', '__main__', 'main', '.*', '__.*__', '__main'):
    print(repr(module), passed('', module=module))
print(passed('', category=DeprecationWarning), passed('', lineno=1), passed('', append=True))
for arguments in (('foo',), ('ignore', 5), ('ignore', '', 5), ('ignore', '', int), ('ignore', '', Warning, 5), ('ignore', '', Warning, '', -1)):
    attempt(lambda: warnings.filterwarnings(*arguments))
attempt(lambda: warnings.simplefilter('foo'))
attempt(lambda: warnings.simplefilter('ignore', lineno='x'))


def counted(action):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter(action)
        for _ in range(2):
            warnings.warn('same ' + action)
        warnings.warn('same ' + action)
        return len(caught)


print([counted(action) for action in ('once', 'module', 'default', 'always', 'ignore')])


def within(**options):
    with warnings.catch_warnings(record=True, **options) as caught:
        for _ in range(2):
            warnings.warn('within', UserWarning)
        return len(caught)


attempt(lambda: within(action='ignore'))
attempt(lambda: within(action='always'))
attempt(lambda: within(action='error'))
attempt(lambda: within(action='foo'))
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    attempt(lambda: within(action='error', append=True))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    warnings.warn('with a source', source=caught)
    print(caught[0].source is caught)
