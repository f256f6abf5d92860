# Filters, the default action and the registry that a program sets, spoils or deletes.
import warnings


def told(text, category=UserWarning):
    seen.clear()
    try:
        warnings.warn_explicit(text, category, 'file', 1)
    except (TypeError, RuntimeError, UserWarning) as error:
        return type(error).__name__, str(error)
    return seen[:]


seen = []
warnings.showwarning = lambda message, *rest: seen.append(str(message))
warnings.resetwarnings()
print(told('plain'))
kept = warnings.defaultaction
warnings.defaultaction = 'ignore'
print(told('ignored'))
del warnings.defaultaction
print(told('as before'))
warnings.defaultaction = None
print(told('none'))
warnings.defaultaction = kept
with warnings.catch_warnings():
    warnings.filterwarnings('error')
    print(told('raised'))
    del warnings.filters
    print(told('raised still'))
    warnings.filters = [(None, None, Warning, None, 0)]
    print(told('no action'))
    warnings.filters = [('once', None, Warning, None, 0)]
    registry, warnings.onceregistry = warnings.onceregistry, None
    print(told('no registry'))
    warnings.onceregistry = registry
    print(told('once'), told('once'))
