# from M import * gives what the module is for, and nothing of what it is made of.
def shown(name, inside):
    space = {}
    exec('from %s import *' % name, space)
    hidden = [n for n in ('sys', 'posix', 'functools', 'abc', 'builtins', '_abc', 'WarningMessage', 'error') if n in space]
    print(name, hidden, [n in space for n in inside])


shown('contextlib', ['contextmanager', 'suppress', 'ExitStack'])
shown('copy', ['copy', 'deepcopy'])
shown('copyreg', ['pickle', 'constructor'])
shown('os.path', ['join', 'exists'])
shown('warnings', ['warn', 'catch_warnings'])
shown('collections', ['OrderedDict', 'deque'])
shown('functools', ['partial', 'reduce'])
