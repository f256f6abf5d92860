"""Runs a file of calls in the kernel: tensor-kernel run hostile_program.py FOLDER OBJECTS calls START, or lists what there is to
call: ... inventory. Before each call its number is written."""
import gc
import sys
import types

FOLDER, OBJECTS, WHAT = sys.argv[1:4]
with open(OBJECTS) as file:
    BASE = {'__name__': '__main__'}
    exec(compile(file.read(), 'hostile_objects.py', 'exec'), BASE)
torch = BASE['torch']
settings = [(torch.set_grad_enabled, True), (torch.set_default_dtype, torch.float32), (sys.setrecursionlimit, 1000), (torch.use_deterministic_algorithms, False),
            (torch.set_autocast_enabled, 'cpu', False), (torch.set_num_threads, 1), (torch.manual_seed, 0), (BASE['random'].seed, 0), (gc.enable,)]


def run(text):
    for setting, *values in settings:
        setting(*values)
    space = dict(BASE)
    try:
        exec(compile(text, '<call>', 'exec'), space)
    except BaseException as error:
        str(error), repr(error)
    finally:
        space.clear()


def calls(progress, texts, number):
    sys.stdout = open('/dev/null', 'w')
    BASE['warnings'].simplefilter('ignore')
    gc.freeze()
    while number < len(texts):
        try:
            while number < len(texts):
                number += 1
                progress.write(f'{number}\n')
                progress.flush()
                run(texts[number - 1])
                if number % 64 == 0:
                    gc.collect()
        except BaseException:  # of the call itself, or an interrupt that came late
            pass
    gc.collect()
    progress.write('end\n')
    progress.flush()


def parameters(function):
    code = getattr(function, '__code__', None) or getattr(getattr(function, '__init__', None), '__code__', None)
    if not isinstance(code, types.CodeType):
        return None
    count = code.co_argcount
    return [code.co_varnames[:count], code.co_varnames[count:count + code.co_kwonlyargcount]]


def described(thing):
    if isinstance(thing, types.ModuleType):
        return 'module', None
    if isinstance(thing, type):
        return ('exception' if issubclass(thing, BaseException) else 'type'), parameters(thing)
    return ('function' if callable(thing) else 'value'), parameters(thing) if callable(thing) else None


def members(thing):
    found = {}
    for name in dir(thing):
        try:
            found[name] = described(getattr(thing, name))
        except Exception:
            found[name] = ('value', None)
    return found


if WHAT == 'inventory':
    with open(FOLDER + '/expressions') as file:
        expressions = file.read().split('\n')
    found = {}
    for expression in expressions:
        try:
            found[expression] = members(eval(expression, dict(BASE)))
        except Exception as error:
            found[expression] = str(error)
    with open(FOLDER + '/inventory', 'w') as file:
        file.write(repr(found))
else:
    with open(FOLDER + '/calls', errors='surrogateescape') as file:
        TEXTS = file.read().split('\x1e')
    calls(sys.stdout, TEXTS, int(sys.argv[4]))
