# needs: code
"""An exception is on its way while the last reference to an object of Python goes, whose end runs code of the session."""
import code
seen = []


def ours():
    try: {}['nothing']
    except KeyError as error: seen.append(str(error))


there = code.InteractiveInterpreter({'ours': ours})
there.runsource('''
class Ends:
    def __iter__(self): return self
    def __next__(self): raise ValueError('kept')
    def __await__(self): return self
    def __del__(self): ours()
''', 'x', 'exec')
Ends = there.locals['Ends']


def generator():
    yield from Ends()


async def coroutine():
    await Ends()


def fails():
    held = Ends()
    raise IndexError('of a function')


for run in (lambda: list(generator()), lambda: coroutine().send(None), fails, lambda: [x for x in Ends()], lambda: max(Ends())):
    try:
        run()
    except Exception as error:
        print(type(error).__name__, error)
    error = None
    print(len(seen))
