"""Lines of source files, kept after the first look."""
import os
import sys

__all__ = ['getline', 'clearcache', 'checkcache', 'lazycache']
cache = {}


def clearcache():
    """Clear the cache entirely."""
    cache.clear()


def getline(filename, lineno, module_globals=None):
    """Get a line for a Python source file from the cache, with its newline; '' where there is none."""
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def getlines(filename, module_globals=None):
    """Get the lines for a Python source file from the cache."""
    entry = cache.get(filename)
    if entry is not None and len(entry) != 1:
        return entry[2]
    try:
        return updatecache(filename, module_globals)
    except MemoryError:
        clearcache()
        return []


def checkcache(filename=None):
    """Forget what has changed on disk since it was read."""
    for name in list(cache) if filename is None else [filename]:
        entry = cache.get(name)
        if entry is None or len(entry) == 1 or entry[1] is None:
            continue
        try:
            now = os.stat(entry[3])
        except OSError:
            cache.pop(name, None)
            continue
        if (entry[0], entry[1]) != (now.st_size, now.st_mtime):
            cache.pop(name, None)


def _from_loader(filename, module_globals):
    if not lazycache(filename, module_globals):
        return None
    try:
        text = cache[filename][0]()
    except (ImportError, OSError):
        return None
    if text is None:
        return []
    lines = [line + '\n' for line in text.splitlines()]
    cache[filename] = len(text), None, lines, filename
    return lines


def updatecache(filename, module_globals=None):
    """Read the file anew; its lines, or [] where that fails."""
    entry = cache.get(filename)
    if entry is not None and len(entry) != 1:
        cache.pop(filename, None)
    if not filename or filename.startswith('<') and filename.endswith('>'):
        return []
    text = sys._cell_text(filename) if filename.startswith('/tmp/ipykernel_') else None
    if text is not None:
        lines = (text if text.endswith('\n') else text + '\n').splitlines(keepends=True)
        cache[filename] = len(text), None, lines, filename
        return lines
    full = filename
    if not os.path.exists(full):
        lines = _from_loader(filename, module_globals)
        if lines is not None:
            return lines
        if os.path.isabs(filename):
            return []
        for folder in sys.path:
            try:
                full = os.path.join(folder, filename)
            except (TypeError, AttributeError):
                continue
            if os.path.exists(full):
                break
        else:
            return []
    try:
        with open(full, 'rb') as file:
            lines = _text(file.read()).splitlines(keepends=True)
        about = os.stat(full)
    except (OSError, UnicodeDecodeError, LookupError):
        return []
    if lines and not lines[-1].endswith('\n'):
        lines[-1] += '\n'
    cache[filename] = about.st_size, about.st_mtime, lines, full
    return lines


def _text(data):
    """The text of a source file, in the encoding that it names."""
    encoding = 'utf-8-sig'
    for line in data.split(b'\n', 2)[:2]:
        found = line.partition(b'coding')[2]
        if line.lstrip().startswith(b'#') and found[:1] in (b':', b'='):
            words = found[1:].decode('latin1').split()
            encoding = words[0] if words and words[0].lower() not in ('utf-8', 'utf8') else encoding
            break
    return data.decode(encoding).replace('\r\n', '\n').replace('\r', '\n')


def lazycache(filename, module_globals):
    """Notes how a module's loader gives its source, for later; whether there is a way."""
    if filename in cache:
        return len(cache[filename]) == 1
    if not filename or filename.startswith('<') and filename.endswith('>') or not module_globals:
        return False
    spec = module_globals.get('__spec__')
    name = getattr(spec, 'name', None) or module_globals.get('__name__')
    loader = getattr(spec, 'loader', None) or module_globals.get('__loader__')
    get_source = getattr(loader, 'get_source', None)
    if not (name and get_source):
        return False
    cache[filename] = (lambda: get_source(name),)
    return True
