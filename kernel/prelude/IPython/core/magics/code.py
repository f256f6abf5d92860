"""%load, %loadpy, %save, %edit, %pastebin: texts of inputs, files and variables."""
import os

from _shell import UsageError

from IPython.core.history import extract
from IPython.core.macro import Macro
from IPython.core.magics import options


def find_code(target, raw=True, py_only=False, search_ns=False):
    """The text that a word means: inputs, a URL, a file, or a text or macro in a variable."""
    shell = get_ipython()
    found = extract(target, raw)
    if found:
        return found
    try:
        if target.startswith(('http://', 'https://')):
            return _download(target)
    except Exception:
        if not py_only:
            raise ValueError("'%s' seem to be unreadable." % target) from None
    for path in [target] + [target + end for end in ('.py', '.ipynb') if search_ns or not target.endswith(end)][:2]:
        path = os.path.expanduser(path)
        if os.path.isfile(path):
            return read_source(path)
        if os.path.isdir(path):
            raise ValueError("'%s' is a directory, not a regular file." % target)
    if search_ns:
        found = _source_of(target)
        if found:
            return found
    try:
        value = eval(target, shell.user_ns)
    except Exception as e:
        raise ValueError("'%s' was not found in history, as a file, url, nor in the user namespace." % target) from e
    if isinstance(value, str):
        return value
    if isinstance(value, Macro):
        return value.value
    raise TypeError('%s is neither a string nor a macro.' % target, value)


def read_source(path):
    """The text of a file; of a notebook, its cells one after another."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    if not path.endswith('.ipynb'):
        return _without_encoding(text)
    import json
    cells = [''.join(cell['source']) for cell in json.loads(text).get('cells', ()) if cell['cell_type'] == 'code']
    return '\n\n'.join(cells)


def _without_encoding(text):
    """A text without the comment that names its encoding, which is one of the first two lines."""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines[:2]):
        comment = line.lstrip()
        if comment.startswith('#') and any('coding' + mark in comment for mark in ':='):
            return ''.join(lines[:at] + lines[at + 1:])
    return text


def _download(url):
    from urllib.request import urlopen
    with urlopen(url) as answer:
        return answer.read().decode()


def _source_of(name):
    """The source of what a name means, or None."""
    import inspect
    try:
        return inspect.getsource(eval(name, get_ipython().user_ns))
    except Exception:
        return None


def _blocks(text):
    """Name and lines of each definition at the left margin."""
    lines, blocks, start, name = text.splitlines(keepends=True), [], None, None
    for at, line in enumerate(lines + ['end\n']):
        outside = line[:1] not in (' ', '\t', '\n', '\r', '#', ')', ']', '}', '')
        if outside and name is not None:
            end = at
            while end > start and not lines[end - 1].strip():
                end -= 1
            blocks.append((name, ''.join(lines[start:end])))
            start = name = None
        if outside and line.startswith('@'):
            start = at if start is None else start
            continue
        words = line.replace('async def', 'def').split(None, 1)
        if outside and words and words[0] in ('def', 'class') and len(words) > 1:
            start = at if start is None else start
            name = words[1].split('(')[0].split(':')[0].strip()
        elif outside:
            start = name = None
    return blocks


def _symbols(text, wanted):
    blocks = dict(_blocks(text))
    return [blocks[name] for name in wanted if name in blocks], [name for name in wanted if name not in blocks]


def _line_ranges(text):
    """slice objects of "5-10", "3", ":7" and the like."""
    for word in text.split(','):
        first, separator, last = word.partition('-' if '-' in word else ':')
        if not (first or '1').strip().isdigit() or not (last or '1').strip().isdigit():
            raise ValueError('Impossible to find range %s' % word)
        begin = int(first) - 1 if first else 0
        if not separator:
            yield slice(begin, begin + 1)
        elif separator == '-':
            yield slice(begin, int(last) if last else None)
        else:
            yield slice(begin, int(last) - 1 if last else None)


def load(line):
    """%load [-r LINES] [-s NAMES] [-n] [-y] WHAT: puts a file, a URL, inputs or a text into this cell."""
    opts, rest = options(line, 'yns:r:', words=False)
    shell = get_ipython()
    text = shell.find_user_code(rest, search_ns='n' in opts)
    if 's' in opts:
        found, missing = _symbols(text, opts['s'].split(','))
        if missing:
            from warnings import warn
            if len(missing) == 1:
                warn('The symbol `%s` was not found' % missing[0])
            else:
                warn('The symbols %s were not found' % ', '.join('`%s`' % each for each in missing))
        text = '\n'.join(found)
    if 'r' in opts:
        lines = text.split('\n')
        text = '\n'.join('\n'.join(lines[part]) for part in _line_ranges(opts['r'].replace(' ', '')))
    if len(text) > 200000 and 'y' not in opts:
        from IPython.utils.io import ask_yes_no
        if not ask_yes_no("The text you're trying to load seems pretty big (%d characters). Continue (y/[N]) ?" % len(text), default='n'):
            print('Operation cancelled.')
            return
    shell.set_next_input('# %load ' + line + '\n' + text, replace=True)


def loadpy(line):
    """%loadpy: %load under its first name."""
    load(line)


def save(line):
    """%save [-f] [-a] [-r] FILE [RANGES]: writes inputs into a file; -f asks nothing, -a appends, -r as they were typed."""
    opts, words = options(line, 'fra')
    if not words:
        raise UsageError('Missing filename.')
    raw, append, name = 'r' in opts, 'a' in opts, words[0]
    ending = '.ipy' if raw else '.py'
    if not name.endswith(('.py', '.ipy')):
        name += ending
    path = os.path.expanduser(name)
    exists = os.path.isfile(path)
    shell = get_ipython()
    if exists and not append and 'f' not in opts:
        from IPython.utils.io import ask_yes_no
        try:
            if not ask_yes_no('File `%s` exists. Overwrite (y/[N])? ' % name, default='n'):
                print('Operation cancelled.')
                return
        except Exception:
            print("Sorry, %save can't ask: use -f to overwrite the file.")
            return
    try:
        text = shell.find_user_code(' '.join(words[1:]), raw)
    except (TypeError, ValueError) as e:
        print(e.args[0])
        return
    with open(path, 'a' if append else 'w', encoding='utf-8') as file:
        if not exists or not append:
            file.write('# coding: utf-8\n')
        file.write(text if text.endswith('\n') else text + '\n')
    print('The following commands were written to file `%s`:' % name)
    print(text)


def edit(line):
    """%edit: a front end edits its cells itself."""
    raise UsageError('%edit is not supported: edit the cell')


ed = edit


def pastebin(line):
    """%pastebin: nothing is sent anywhere."""
    raise UsageError('%pastebin is not supported')
