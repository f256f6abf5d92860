# Where coroutines are made: cr_origin, and the warning about those that were never awaited.
import asyncio
import sys
import warnings


async def work():
    pass


def one():
    return work()


def two():
    return one()


def shown(origin):
    return origin and [(file == __file__, line, name) for file, line, name in origin]


print(sys.get_coroutine_origin_tracking_depth(), work().cr_origin if warnings.simplefilter('ignore') else two().cr_origin)
for depth in 1, 2, 50, 0:
    sys.set_coroutine_origin_tracking_depth(depth)
    made = two()
    print(depth, sys.get_coroutine_origin_tracking_depth(), shown(made.cr_origin))
    made.close()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        two()
    kept = [bytearray(100) for _ in range(100)]  # where a coroutine that was freed would lie
    for each in told:
        print(each.source.__name__, each.source.cr_running)
        print(each.category.__name__, str(each.message).replace(__file__, 'FILE'))
for wrong in -1, 'a':
    try:
        sys.set_coroutine_origin_tracking_depth(wrong)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
made = two()
try:
    made.cr_origin = None
except AttributeError as error:
    print(type(error).__name__)
made.close()

# the function of warnings fails, or is not there
kept = warnings._warn_unawaited_coroutine
for change in lambda: setattr(warnings, '_warn_unawaited_coroutine', lambda coro: 1 / 0), lambda: delattr(warnings, '_warn_unawaited_coroutine'):
    change()
    sys.unraisablehook = lambda about: print(about.exc_type.__name__, about.object.__name__)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        two()
    print([str(each.message) for each in told])
warnings._warn_unawaited_coroutine = kept
sys.unraisablehook = sys.__unraisablehook__


async def depth():
    return sys.get_coroutine_origin_tracking_depth()


async def switched():
    asyncio.get_running_loop().set_debug(True)
    await asyncio.sleep(0.01)
    return await depth()


print(asyncio.run(depth()), asyncio.run(depth(), debug=True), asyncio.run(switched()), sys.get_coroutine_origin_tracking_depth())
