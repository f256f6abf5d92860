"""Settings of the session and what it says of itself: %precision, %tb, %alias_magic, %automagic and their like."""
import sys

import _shell
from _shell import UsageError

from IPython.core.magics import options

_OFF, _ON = ('0', 'off', 'false'), ('1', 'on', 'true')


def _arguments(line, flags=(), values=(), least=(), most=0):
    """A line as argparse reads it: the flags that are there, the values of options, and the other words."""
    from IPython.core.magic import arg_split
    given, rest, unknown = {}, [], []
    words = [word[1:-1] if len(word) > 1 and word[0] in '"\'' and word[-1] == word[0] else word for word in arg_split(line)]
    while words:
        word = words.pop(0)
        name = next((names[-1] for names in flags + values if word in names), None)
        if name is None:
            (unknown if word.startswith('-') and len(word) > 1 or len(rest) == most else rest).append(word)
        elif any(word in names for names in flags):
            given[name] = True
        elif words:
            given[name] = words.pop(0)
        else:
            raise UsageError('argument %s: expected one argument' % '/'.join(next(names for names in values if word in names)))
    if len(rest) < len(least):
        raise UsageError('the following arguments are required: ' + ', '.join(least[len(rest):]))
    if unknown:
        raise UsageError('unrecognized arguments: ' + ' '.join(unknown))
    return given, rest


# ---- how values are shown ----

def precision(line):
    """%precision [DIGITS or FORMAT]: how floats are written; numpy's as well once it is imported."""
    formatter = get_ipython().display_formatter.formatters['text/plain']
    formatter.float_precision = line
    return formatter.float_format


def pprint(line):
    """%pprint: turns the layout of values on and off."""
    formatter = get_ipython().display_formatter.formatters['text/plain']
    formatter.pprint = not formatter.pprint
    print('Pretty printing has been turned', 'ON' if formatter.pprint else 'OFF')


def doctest_mode(line):
    """%doctest_mode: reports and values as the plain interpreter shows them, and back."""
    shell = get_ipython()
    kept = shell.meta.setdefault('doctest_mode', {})
    formatter = shell.display_formatter.formatters['text/plain']
    if not kept:
        kept.update(pprint=formatter.pprint, xmode=shell.xmode)
        formatter.pprint = False
        shell.run_line_magic('xmode', 'Plain')
    else:
        formatter.pprint = kept['pprint']
        shell.run_line_magic('xmode', kept['xmode'])
        kept.clear()
    print('Doctest mode is:', 'ON' if kept else 'OFF')


def page(line):
    """%page [-r] [NAME]: shows a value as the pager does, laid out or with -r as str() writes it."""
    opts, rest = options(line, 'r', words=False)
    raw, name = 'r' in opts, rest or '_'
    try:
        value = eval(name, get_ipython().user_ns)
    except Exception:
        print('Object `%s` not found' % name)
        return
    from IPython.core.magics.execution import laid_out
    _shell.page(str(value) if raw else laid_out(value))


# ---- exceptions ----

def tb(line):
    """%tb [MODE]: the report of the last exception again, in another mode if one is named."""
    error = _shell.last_error()
    if error is None:
        print('No traceback available to show.', file=sys.stderr)
        return
    if not line:
        _shell.tell(error)
        return
    shell = get_ipython()
    before = _shell.report_mode()
    with _silenced() as said:
        shell.run_line_magic('xmode', line)
    if said.stderr:
        print(said.stderr, end='', file=sys.stderr)
        return
    try:
        _shell.tell(error)
    finally:
        with _silenced():
            shell.run_line_magic('xmode', before)


def _silenced():
    from IPython.utils.capture import capture_output
    return capture_output()


# ---- magics ----

def alias_magic(line):
    """%alias_magic [-l] [-c] NAME TARGET [-p WORDS]: another name of a magic, as a line magic, a cell magic or both."""
    given, words = _arguments(line, flags=(('-l', '--line'), ('-c', '--cell')), values=(('-p', '--params'),),
                              least=('name', 'target'), most=2)
    shell = get_ipython()
    name, target = (word.lstrip('%') for word in words)
    params = given.get('--params')
    found = {kind: shell.find_magic(target, kind) is not None for kind in ('line', 'cell')}
    if not found['line'] and not found['cell']:
        raise UsageError('No line or cell magic with name `%s` found.' % target)
    wanted = {kind: given.get('--' + kind, False) for kind in found}
    if not any(wanted.values()):
        wanted = found
    for kind, mark in (('line', '%'), ('cell', '%%')):
        if wanted[kind] and not found[kind]:
            raise UsageError('No line or cell magic with name `%s` found.' % target)
        if wanted[kind]:
            shell.magics_manager.register_alias(name, target, kind, params)
            print('Created `%s%s` as an alias for `%s%s`.' % (mark, name, mark, target + (' ' + params if params else '')))


def automagic(line):
    """%automagic [on or off]: whether a line magic is found without its percent sign."""
    manager = get_ipython().magics_manager
    word = line.lower()
    manager.auto_magic = word in ('on', '1', 'true') if line else not manager.auto_magic
    print('\n' + _automagic_text())


def _automagic_text():
    if get_ipython().magics_manager.auto_magic:
        return 'Automagic is ON, % prefix IS NOT needed for line magics.'
    return 'Automagic is OFF, % prefix IS needed for line magics.'


def autocall(line):
    """%autocall [0, 1 or 2]: whether a cell of one line may call without parentheses: never, with arguments, always; without a number,
    on or off. `/f a` does that in any mode."""
    shell, kept = get_ipython(), get_ipython().meta.setdefault('autocall', [1])
    if line:
        try:
            wanted = int(line)
            assert wanted in (0, 1, 2)
        except (ValueError, AssertionError):
            print('ERROR:root:Valid modes: 0->Off, 1->Smart, 2->Full', file=sys.stderr)
            return
    elif shell.autocall:
        kept[0], wanted = shell.autocall, 0
    else:
        wanted = kept[0] or 1
    shell.autocall = wanted
    print('Automatic calling is:', ('Off', 'Smart', 'Full')[wanted])


def autoawait(line):
    """%autoawait [on, off or asyncio]: whether a cell may await at its top; the event loop is asyncio's."""
    shell, word = get_ipython(), line.strip()
    if not word:
        print('IPython autoawait is `%s`, and set to use `asyncio`' % ('on' if shell.autoawait else 'off'))
    elif word.lower() in ('true', 'false', 'on', 'off'):
        shell.autoawait = word.lower() in ('true', 'on')
    elif word == 'asyncio':
        shell.autoawait = True
    elif word in ('trio', 'curio', 'sync'):
        raise UsageError('%autoawait ' + word + ' is not supported: cells await with asyncio')
    else:
        import importlib
        importlib.import_module(word.partition('.')[0])
        raise UsageError('%autoawait ' + word + ' is not supported: cells await with asyncio')


def code_wrap(line, cell=None):
    """%%code_wrap [--remove] [--list] [--list-all] NAME: a text with __code__ in it that every cell is put into from now on."""
    given, words = _arguments(line, flags=(('--remove',), ('--list',), ('--list-all',)), most=1)
    transformers = get_ipython().ast_transformers
    if '--list-all' in given:
        for each in transformers:
            print(each)
        return
    if '--list' in given:
        for each in transformers:
            if isinstance(each, _wrapper()):
                print(each.tag)
        return
    if cell is None and '--remove' not in given:
        return
    name = words[0] if words else None
    for each in [each for each in transformers if isinstance(each, _wrapper()) and each.tag == name]:
        transformers.remove(each)
    if cell is not None and '--remove' not in given:
        transformers.append(_wrapper()(name, cell))


_wrappers = []


def _wrapper():
    """The class of templates; it needs Python's ast."""
    if not _wrappers:
        import ast

        class ReplaceCodeTransformer:
            """Puts the statements of a cell into a template, and its last value after it."""

            def __init__(self, tag, text):
                self.tag, self.text = tag, text

            def visit(self, tree):
                template = ast.parse(self.text)
                body, last = list(tree.body), None
                if body and isinstance(body[-1], ast.Expr):
                    last = body.pop()
                    body.append(ast.parse('__ret__ = (%s)' % ast.unparse(last.value)).body[0])
                statements = '\n'.join(ast.unparse(each) for each in body) or 'pass'
                lines = []
                for line in ast.unparse(template).splitlines():
                    indent = line[:len(line) - len(line.lstrip())]
                    if line.strip() == '__code__':
                        lines += [indent + each for each in statements.splitlines()]
                    else:
                        lines.append(line if last is not None or line.strip() != '__ret__' else indent + 'None')
                return ast.parse('\n'.join(lines))
        _wrappers.append(ReplaceCodeTransformer)
    return _wrappers[0]


# ---- texts ----

def magic(line):
    """%magic [-brief]: what magics are, and one line on each."""
    brief = '-brief' in line
    docs = get_ipython().magics_manager.lsmagic_docs(brief=True, missing='a magic of this kernel')
    text = '' if brief else 'Magics are commands of the notebook: %name works on its line, %%name on the whole cell.\n%name? says more.\n\n'
    for kind, mark in (('line', '%'), ('cell', '%%')):
        for name in sorted(docs[kind], key=str.lower):
            text += '%s%s:\n    %s\n' % (mark, name, docs[kind][name])
    _shell.page(text)


def quickref(line):
    """%quickref: the notation of cells on a page."""
    text = ('obj?, obj??      what an object is, and its source\n'
            'name*?           names that match\n'
            '%magic, %%magic  magics of a line and of a cell; %lsmagic lists them\n'
            '!cmd, x = !cmd   a shell command, and what it prints as a list\n'
            '_, __, _3        results; _i, _i3, In[3] inputs; Out[3]\n'
            ',f a b  ;f a b  /f a    calls: f("a", "b"), f("a b"), f(a)\n\n')
    _shell.page(text + '\n'.join('%s%s' % ('%%' if cell else '%', name) for name, cell in _shell.magics()))


def autosave(line):
    """%autosave SECONDS: tells the classic notebook how often it saves; 0: never."""
    try:
        interval = int(line)
    except ValueError:
        raise UsageError('%%autosave requires an integer, got %r' % line) from None
    from IPython.display import publish_display_data
    publish_display_data({'application/javascript': 'IPython.notebook.set_autosave_interval(%d)' % (interval * 1000)})
    print('Autosaving every %d seconds' % interval if interval else 'Autosave disabled')


def clear(line):
    """%clear: the sequence by which a terminal clears its screen."""
    print('\x1b[H\x1b[2J', end='')


def qtconsole(line):
    """%qtconsole: opens a console on this kernel, where one is installed."""
    import subprocess
    import sys
    subprocess.Popen([sys.executable, '-m', 'jupyter', 'qtconsole', '--existing', _shell.connection_file() or ''] + line.split(),
                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def connect_info(line):
    """%connect_info: how another front end finds this kernel."""
    import json
    import os
    info = _shell.connection_file()
    if info is None:
        raise UsageError('there is no connection file')
    with open(info) as file:
        print(json.dumps(json.load(file), indent=2), end='\n\n')
    newest, short = _connection_files(info)
    print('Paste the above JSON into a file, and connect with:\n    $> jupyter <app> --existing <file>\n'
          'or, if you are local, you can connect with just:\n    $> jupyter <app> --existing %s' % short)
    if newest:
        print('or even just:\n    $> jupyter <app> --existing\nif this is the most recent Jupyter kernel you have started.')


def _connection_files(path):
    """Whether the file is the newest of the folder of connection files, or in none, and how a front end is told of it."""
    import os
    folder = os.environ.get('JUPYTER_RUNTIME_DIR') or os.path.join(
        os.environ.get('JUPYTER_DATA_DIR') or os.path.expanduser('~/.local/share/jupyter'), 'runtime')
    if os.path.realpath(os.path.dirname(path)) != os.path.realpath(folder):
        return True, path
    times = {name: os.path.getmtime(os.path.join(folder, name)) for name in os.listdir(folder)
             if name.startswith('kernel-') and name.endswith('.json')}
    name = os.path.basename(path)
    return max(times, key=times.get, default=name) == name, name


def subshell(line):
    """%subshell: which subshell runs the cell, if one does, and all of them."""
    import os
    import threading
    from _shell import subshells
    own, known = subshells()
    now, main = threading.current_thread().ident, threading.main_thread().ident
    print('subshell id: %s\nthread id: %d\nmain thread id: %d\npid: %d\nthread count: %d\nsubshell list: %r' % (
        own, now, main, os.getpid(), threading.active_count(), known))


# ---- plots and windows ----

def gui(line):
    """%gui: event loops of windows; there are none beside inline."""
    given, words = _arguments(line, most=1)
    if words and words[0] not in ('inline', 'asyncio', 'none'):
        raise UsageError('event loop %s is not supported' % words[0])


def pylab(line):
    """%pylab [--no-import-all] [BACKEND]: %matplotlib, and the names of numpy and matplotlib.pyplot."""
    given, words = _arguments(line, flags=(('--no-import-all',),), most=1)
    shell = get_ipython()
    from IPython.utils.capture import capture_output
    with capture_output() as said:
        shell.run_line_magic('matplotlib', words[0] if words else '')
    backend = words[0] if words else 'inline'
    print('%%pylab is deprecated, use %%matplotlib %s and import the required libraries.' % backend)
    import matplotlib
    import numpy
    from matplotlib import mlab, pyplot, pylab as everything
    names = {'numpy': numpy, 'np': numpy, 'matplotlib': matplotlib, 'pylab': everything, 'mlab': mlab, 'pyplot': pyplot, 'plt': pyplot}
    if '--no-import-all' not in given:
        for module in (everything, numpy):
            for name in getattr(module, '__all__', None) or dir(module):
                if not name.startswith('_'):
                    names[name] = getattr(module, name)
    clobbered = [name for name in names if name in shell.user_ns and shell.user_ns[name] is not names[name] and _shell.is_users(name, shell.user_ns[name])]
    print('Populating the interactive namespace from numpy and matplotlib')
    if clobbered and '--no-import-all' not in given:
        from warnings import warn
        warn('pylab import has clobbered these variables: %s\n`%%matplotlib` prevents importing * from pylab and numpy' % clobbered)
    shell.push(names, interactive=False)
