"""What front ends ask of objects of Python: signatures, attributes, keys, and the description that `?` shows, as IPython words it. Run at
the first such question."""
import importlib.machinery
import inspect
import io
import itertools
import keyword
import os
import pkgutil
import sys
import tokenize
import types

_COLOURS = {'keyword': ('\x1b[38;5;28;01m', '\x1b[39;00m'), tokenize.STRING: ('\x1b[33m', '\x1b[39m'), tokenize.NUMBER: ('\x1b[32m', '\x1b[39m'),
            tokenize.COMMENT: ('\x1b[38;5;66;03m', '\x1b[39;00m')}
_LONGEST = 75  # of a signature on one line
_SUBCLASSES = 10
_ROUTINES = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType,
             types.MethodWrapperType, types.ClassMethodDescriptorType)


# ---- text -----------------------------------------------------------------------------------------------------------

def _painted(text, kind):
    on, off = _COLOURS[kind]
    return '\n'.join(on + line + off if line else '' for line in text.split('\n'))


def colour(source):
    """Source with IPython's colours; as it is where it cannot be read."""
    rows, out, at = source.split('\n'), [], (1, 0)

    def between(start, end):
        first, last = start[0] - 1, end[0] - 1
        if first >= len(rows):
            return ''
        if first == last:
            return rows[first][start[1]:end[1]]
        return '\n'.join([rows[first][start[1]:], *rows[first + 1:last], rows[last][:end[1]] if last < len(rows) else ''])
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            kind = 'keyword' if token.type == tokenize.NAME and keyword.iskeyword(token.string) else token.type
            if kind in _COLOURS:
                out += [between(at, token.start), _painted(token.string, kind)]
                at = token.end
    except (tokenize.TokenError, SyntaxError):
        return source
    return ''.join(out) + between(at, (len(rows), len(rows[-1])))


def _signature(obj):
    try:
        return inspect.signature(obj)
    except Exception:
        return None


def signature(obj):
    """'(a, b=1)'; None where there is none to show."""
    found = _signature(obj)
    return None if found is None else str(found)


def _call(name, found):
    """A call as it is written, a parameter on each line where it is long."""
    rows, star = [], False
    parameters = list(found.parameters.values())
    for i, each in enumerate(parameters):
        if each.kind is each.VAR_POSITIONAL:
            star = True
        elif each.kind is each.KEYWORD_ONLY and not star:
            rows.append('*')
            star = True
        rows.append(str(each))
        if each.kind is each.POSITIONAL_ONLY and (i + 1 == len(parameters) or parameters[i + 1].kind is not each.POSITIONAL_ONLY):
            rows.append('/')
    if len(name) + sum(len(row) + 2 for row in rows) > _LONGEST:
        text = '%s(\n%s)' % (name, ''.join('    %s,\n' % row for row in rows))
    else:
        text = '%s(%s)' % (name, ', '.join(rows))
    if found.return_annotation is not inspect.Signature.empty:
        text += ' -> ' + inspect.formatannotation(found.return_annotation)
    return text


# ---- completion -----------------------------------------------------------------------------------------------------

def _kind(value):
    if isinstance(value, types.ModuleType):
        return 'module'
    if isinstance(value, type):
        return 'class'
    return 'function' if inspect.isroutine(value) else 'instance'


def _close(parameters):
    """Parameters as completions write them: without blanks around the defaults, and without what is returned."""
    rows, star, positional = [], False, False
    for each in parameters:
        if positional and each.kind is not each.POSITIONAL_ONLY:
            rows.append('/')
        positional = each.kind is each.POSITIONAL_ONLY
        if each.kind is each.KEYWORD_ONLY and not star:
            rows.append('*')
        star = star or each.kind in (each.VAR_POSITIONAL, each.KEYWORD_ONLY)
        rows.append(str(each.replace(default=each.empty)) + ('' if each.default is each.empty else '=%r' % (each.default,)))
    return '(%s)' % ', '.join(rows + ['/'] * positional)


def members(obj, prefix):
    """The attributes that begin so: for each its name, its kind and its signature. Nothing that runs code of the object's is asked for."""
    found = []
    for name in dir(obj):
        if not isinstance(name, str) or not name.startswith(prefix) or (not prefix and name.startswith('_')):
            continue
        try:
            value = inspect.getattr_static(obj, name)
        except Exception:
            found.append((name, 'instance', ''))
            continue
        bound = not isinstance(obj, (type, types.ModuleType)) and inspect.isroutine(value) and not isinstance(value, staticmethod)
        if isinstance(value, (staticmethod, classmethod)):
            bound, value = bound or isinstance(value, classmethod), value.__func__
        kind, text = _kind(value), ''
        if kind == 'function':
            sig = _signature(value)
            if sig is not None:
                parameters = list(sig.parameters.values())
                text = _close(parameters[1:] if bound and parameters and parameters[0].kind <= 1 else parameters)
        found.append((name, kind, text))
    return found


def _folders(package):
    """Where the modules of a package are, found without running it; [] where it is none."""
    loaded = sys.modules.get(package)
    if loaded is not None:
        return list(getattr(loaded, '__path__', ()))
    path = None
    for name in package.split('.'):
        found = importlib.machinery.PathFinder.find_spec(name, path)
        path = list(found.submodule_search_locations or ()) if found is not None else []
        if not path:
            break
    return path


def modules(_, prefix):
    """The names of modules that begin so, with the package that the prefix names."""
    package, dot, start = prefix.rpartition('.')
    found = {each.name for each in pkgutil.iter_modules(_folders(package) if dot else None)}
    if not dot:
        found.update(sys.builtin_module_names)
    return sorted(package + dot + name for name in found if name.startswith(start) and (start or not name.startswith('_')))


def importable(_, module, prefix):
    """What `from module import` finds that begins so, as members() says it: of a module that has not been imported its own modules only."""
    loaded = sys.modules.get(module)
    found = [] if loaded is None else members(loaded, prefix)
    known = {row[0] for row in found}
    inside = [name.rpartition('.')[2] for name in modules(None, module + '.' + prefix)]
    return found + [(name, 'module', '') for name in inside if name not in known]


def names(obj):
    """dir(obj)."""
    return dir(obj)


def keys(obj):
    """What stands in brackets behind the object: text and numbers."""
    listed = getattr(type(obj), '_ipython_key_completions_', None)
    try:
        if listed is not None:
            return [key for key in listed(obj) if isinstance(key, (str, int, float))]
        if isinstance(obj, dict):
            return [key for key in obj if isinstance(key, (str, int, float))]
        if type(obj).__module__.startswith('pandas.') and type(obj).__name__ == '_LocIndexer':
            obj = obj.obj
        if type(obj).__module__.partition('.')[0] == 'pandas' and hasattr(obj, 'columns'):
            return [key for key in obj.columns if isinstance(key, str)]
        names = getattr(getattr(obj, 'dtype', None), 'names', None)
        return list(names or ())
    except Exception:
        return []


# ---- description ----------------------------------------------------------------------------------------------------

def _source(obj):
    try:
        return inspect.getsource(obj).rstrip('\n')
    except Exception:
        return None


def _file(obj):
    """The file that an object or its class is written in; None: in none, or in one of no name."""
    for each in (obj, type(obj)):
        try:
            path = inspect.getfile(inspect.unwrap(each) if callable(each) else each)
        except Exception:
            continue
        home = os.path.expanduser('~')
        return None if path.startswith('<') else '~' + path[len(home):] if path.startswith(home + os.sep) else path
    return None


def _doc(obj):
    try:
        return inspect.getdoc(obj)
    except Exception:
        return None


def _shortened(text):
    lines = text.split('\n')
    if len(lines) == 1 and len(text) > 200:
        return text[:97] + ' <...> ' + text[-97:]
    return text


def _of_class(cls, name, source):
    rows = []
    found = _signature(cls)
    if found is not None:
        rows.append(('Init signature', colour(_call(name, found))))
    if source:
        rows.append(('Source', colour(source)))
    else:
        rows.append(('Docstring', _doc(cls) or '<no docstring>'))
        own = cls.__dict__.get('__init__')
        text = _doc(own) if own is not None and inspect.isfunction(own) else None
        if text and text != _doc(object.__init__):
            rows.append(('Init docstring', text))
    rows += [('File', _file(cls)), ('Type', type(cls).__name__)]
    subclasses = [each.__name__ for each in type.__subclasses__(cls)]
    rows.append(('Subclasses', ', '.join(subclasses[:_SUBCLASSES] + ['...'] * (len(subclasses) > _SUBCLASSES))))
    return rows


def _of_routine(obj, name, source):
    rows = []
    found = _signature(obj)
    if found is not None:
        rows.append(('Signature', colour(_call(name, found))))
    if not source or not obj.__doc__:
        rows.append(('Docstring', _doc(obj) or '<no docstring>'))
    if source:
        rows.append(('Source', colour(source)))
    return rows + [('File', _file(obj)), ('Type', type(obj).__name__)]


def _of_instance(obj, name, source):
    cls, rows = type(obj), []
    found = _signature(obj) if callable(obj) else None
    if found is not None:
        rows.append(('Signature', colour(_call(name, found))))
        call = _signature(cls.__call__) if '__call__' in dir(cls) else None
        if call is not None:
            parameters = list(call.parameters.values())[1:]
            if str(call.replace(parameters=parameters)) != str(found):
                rows.append(('Call signature', colour(_call(name, call.replace(parameters=parameters)))))
    rows += [('Type', cls.__name__), ('String form', _shortened(str(obj)))]
    try:
        rows.append(('Length', str(len(obj))))
    except Exception:
        pass
    rows.append(('File', _file(obj)))
    if source:
        return rows + [('Source', colour(source))]
    doc, of_class = _doc(obj), _doc(cls)
    rows.append(('Docstring', doc or '<no docstring>'))
    if of_class and of_class != doc:
        rows.append(('Class docstring', of_class))
    return rows


def help_text(obj):
    """What help() prints."""
    import pydoc
    return pydoc.plain(pydoc.render_doc(obj, 'Help on %s:')) + '\n'


def position(entry):
    """Where the expression stands that an entry of a traceback was at: first and last line, first and last column."""
    code = entry.tb_frame.f_code
    if not hasattr(code, 'co_positions'):
        return None
    line, last, begin, end = next(itertools.islice(code.co_positions(), entry.tb_lasti // 2, None), (None,) * 4)
    return None if begin is None else (line, last, begin, end)


def describe(obj, name, detail):
    """The lines of `name?`, and with detail those of `name??`: titles and texts."""
    if isinstance(obj, type):
        rows = _of_class(obj, name, _source(obj) if detail else None)
    elif isinstance(obj, _ROUTINES):
        rows = _of_routine(obj, name, _source(obj) if detail else None)
    else:
        source = _source(obj if isinstance(obj, types.ModuleType) else type(obj)) if detail else None
        rows = _of_instance(obj, name, source)
    return [(title, text) for title, text in rows if text is not None]
