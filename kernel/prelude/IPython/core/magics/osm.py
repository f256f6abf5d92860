"""Folders, bookmarks, aliases, shell commands and files: %alias, %bookmark, %dhist, %dirs, %popd, %pushd, %pycat, %rehashx, %sc."""
import os

import _shell
from _shell import UsageError

from IPython.core.magics import options


# ---- aliases ----

def alias(line):
    """%alias [NAME COMMAND]: makes a shell command a line magic, or lists what there is. %s takes a word, %l the line."""
    shell, words = get_ipython(), line.strip()
    if not words:
        aliases = sorted(shell.alias_manager.aliases)
        print('Total number of aliases:', len(aliases))
        return aliases
    name, command = words.split(None, 1)
    if command and name not in shell.alias_manager._mine and shell.find_line_magic(name) is not None and not shell.alias_manager.is_alias(name):
        print("The name %s can't be aliased because it is another magic command." % name)
        return None
    shell.alias_manager.soft_define_alias(name, command)
    return None


def unalias(line):
    """%unalias NAME: takes an alias away, also the one that was stored."""
    shell, name = get_ipython(), line.strip()
    try:
        shell.alias_manager.undefine_alias(name)
    except ValueError as e:
        print(e)
        return
    stored = shell.db.get('stored_aliases', {})
    if name in stored:
        print('Removing %stored alias', name)
        del stored[name]
        shell.db['stored_aliases'] = stored


def rehashx(line):
    """%rehashx: makes every program on PATH an alias of its name."""
    shell = get_ipython()
    manager = shell.alias_manager
    taken = {name for name, cell in _shell.magics() if not cell}
    for folder in os.environ.get('PATH', '').split(os.pathsep):
        if not os.path.isdir(folder):
            continue
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.access(path, os.X_OK) and name not in taken:
                taken.add(name)
                manager.soft_define_alias(name, name)


# ---- folders ----

def _bookmarks():
    return get_ipython().db.get('bookmarks', {})


def bookmark(line):
    """%bookmark NAME [FOLDER], -l lists them, -d NAME removes one, -r all of them. %cd -b NAME goes there."""
    opts, words = options(line, 'drl')
    shell, marks = get_ipython(), _bookmarks()
    if len(words) > 2:
        raise UsageError('%bookmark: too many arguments')
    if 'd' in opts:
        if not words:
            raise UsageError('%bookmark -d: must provide a bookmark to delete')
        if words[0] not in marks:
            raise UsageError("%%bookmark -d: Can't delete bookmark '%s'" % words[0])
        del marks[words[0]]
    elif 'r' in opts:
        marks = {}
    elif 'l' in opts:
        width = max(map(len, marks), default=0)
        print('Current bookmarks:')
        for name in sorted(marks):
            print('%-*s -> %s' % (width, name, marks[name]))
    elif not words:
        raise UsageError('%bookmark: You must specify the bookmark name')
    else:
        marks[words[0]] = words[1] if len(words) == 2 else os.getcwd()
    shell.db['bookmarks'] = marks


def cd_bookmark(name):
    """The folder of a bookmark, which it tells: what %cd asks where there is no folder of the name. None: no bookmark."""
    folder = _bookmarks().get(name)
    if folder is not None:
        print('(bookmark:%s) -> %s' % (name, folder))
    return folder


def cd_named(line):
    """The folder of `-b NAME`, or of `--TEXT`, the last that was visited and has the text in its name."""
    if line.startswith('--'):
        for folder in reversed(get_ipython().user_ns['_dh']):
            if line[2:] in folder:
                return folder
        print('No matching directory in history.')
        return None
    name = line[2:].strip()
    folder = cd_bookmark(name)
    if folder is None:
        raise UsageError("Bookmark '%s' not found.  Use '%%bookmark -l' to see your bookmarks." % name)
    return folder


def dhist(line):
    """%dhist [N] or [FIRST LAST]: the folders that were visited."""
    folders, words = get_ipython().user_ns['_dh'], line.split()
    first, last = 0, len(folders)
    if words:
        try:
            numbers = [int(word) for word in words]
        except ValueError:
            print('Format:\n%dhist -> print the directory history\n%dhist n -> the last n of it\n%dhist n1 n2 -> those from n1 to n2 - 1')
            return
        first, last = (max(len(folders) - numbers[0], 0), last) if len(numbers) == 1 else numbers[:2]
    print('Directory history (kept in _dh)')
    for number in range(first, min(last, len(folders))):
        print('%d: %s' % (number, folders[number]))


def dirs(line):
    """%dirs: the folders that %pushd has put away."""
    return get_ipython().dir_stack


def pushd(line):
    """%pushd [FOLDER]: puts this folder away and goes to another."""
    shell = get_ipython()
    stack, here = shell.dir_stack, os.getcwd().replace(shell.home_dir, '~')
    if line:
        shell.run_line_magic('cd', line)
    stack.insert(0, here)
    return stack


def popd(line):
    """%popd: goes back to the folder that was put away last."""
    stack = get_ipython().dir_stack
    if not stack:
        raise UsageError('%popd on empty stack')
    top = stack.pop(0)
    get_ipython().run_line_magic('cd', top)
    print('popd ->', top)


# ---- files and commands ----

def pycat(line):
    """%pycat WHAT: shows a file, inputs, a URL or a macro as the pager does."""
    try:
        text = get_ipython().find_user_code(line, raw=True)
    except (ValueError, OSError):
        print('Error: no such file, variable, URL, history range or macro')
        return
    _shell.page(_shell.colour(text))


def less(line):
    """%less FILE: shows a file as the pager does."""
    if not line:
        raise UsageError('Missing filename.')
    if line.endswith('.py'):
        with open(line, encoding='utf-8') as file:
            _shell.page(_shell.colour(file.read()))
        return
    with open(line) as file:
        _shell.page(file.read())


more = less


def man(line):
    """%man NAME: shows a page of the system's manual."""
    output = get_ipython().getoutput('man %s | col -b' % line)
    _shell.page(''.join(each + '\n' for each in output))


def sc(line):
    """%sc [-l] [-v] [NAME=]COMMAND: keeps what a command prints, as a text or with -l as a list."""
    from IPython.utils.text import LSString
    opts, rest = options(line, 'lv', words=False)
    name, equals, command = rest.partition('=')
    name, command = (name.strip(), command.strip()) if equals else ('', '')
    shell = get_ipython()
    output = shell.getoutput(command) if command else []
    value = output if 'l' in opts else LSString(''.join(each + '\n' for each in output))
    if 'v' in opts:
        print('%s ==\n%s' % (name, _shell.pretty(value)))
    if not name:
        return value
    shell.user_ns[name] = value
    return None
