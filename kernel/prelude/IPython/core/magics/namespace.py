"""%pdef, %pdoc, %pfile, %psource: single facts about an object."""
import _shell

_NOTHING = object()


def _object(name):
    """What a name means: a variable or an attribute of one; _NOTHING, with a message, where it means nothing."""
    shell = get_ipython()
    if not all(part.isidentifier() for part in name.split('.')):
        print('Object `%s` not found.' % name)
        return _NOTHING
    try:
        return eval(name, shell.user_ns)
    except Exception:
        print('Object `%s` not found.' % name)
        return _NOTHING


def pdef(line):
    """%pdef NAME: how an object is called."""
    value = _object(line)
    if value is _NOTHING:
        return
    if not callable(value):
        print('Object is not callable.')
        return
    signature = _shell.signature(value)
    if signature is None:
        print('No definition header found for', line)
        return
    print('%s %s' % ('Class constructor information:\n' if isinstance(value, type) else '', _laid_out(line, value, signature)))


def _laid_out(name, value, signature):
    """The signature in one line, or with a parameter in each where it would be longer than 75 characters."""
    if len(name) + len(signature) - 2 <= 75:
        return name + signature
    import inspect
    returned = signature.rpartition(') -> ')
    end = ')' + (' -> ' + returned[2] if returned[1] else '')
    return name + '(\n' + ''.join('    %s,\n' % text for text in _parameters(inspect.signature(value))) + end


def _parameters(signature):
    texts, star = [], False
    for each in signature.parameters.values():
        if each.kind == each.VAR_POSITIONAL:
            star = True
        elif each.kind == each.KEYWORD_ONLY and not star:
            texts.append('*')
            star = True
        texts.append(str(each))
    return texts


def pdoc(line):
    """%pdoc NAME: the doc strings of an object."""
    value = _object(line)
    if value is _NOTHING:
        return
    import inspect
    parts = []
    doc = inspect.getdoc(value)
    call = None
    if isinstance(value, type):
        init = inspect.getdoc(value.__init__)
        parts = [('Class docstring', doc), ('Init docstring', init)]
    else:
        call = getattr(type(value), '__call__', None)
        parts = [('Class docstring', doc), ('Call docstring', inspect.getdoc(call) if call is not None else None)]
    found = [_titled(title) + ''.join('    %s\n' % text for text in body.split('\n')) for title, body in parts if body]
    if not found:
        print('No documentation found for', line)
        return
    _shell.page(''.join(found).rstrip('\n'))


def _titled(title):
    text = title + ':'
    return (text if get_ipython().colors == 'nocolor' else '\x1b[31m%s\x1b[39m' % text) + '\n'


def psource(line):
    """%psource NAME: the source of an object."""
    value = _object(line)
    if value is _NOTHING:
        return
    text = _source(value)
    if text is None:
        print('No source found for', line)
    else:
        _shell.page(_shell.colour(text))


def _source(value):
    import inspect
    try:
        return inspect.getsource(value)
    except (OSError, TypeError):
        return None


def pfile(line):
    """%pfile NAME: the file in which an object is defined."""
    value = _object(line)
    if value is _NOTHING:
        print('File `%r` not found.' % line)
        return
    import inspect
    try:
        path = inspect.getsourcefile(value)
        start = inspect.getsourcelines(value)[1] - 1
    except (OSError, TypeError):
        path = None
    if not path:
        print('No file found for', line)
        return
    try:
        with open(path, encoding='utf-8') as file:
            text = file.read()
    except OSError:
        print('File %r does not exist, not printing.' % path)
        return
    _shell.page(text, start)
