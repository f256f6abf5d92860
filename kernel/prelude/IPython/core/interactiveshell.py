"""The rest of get_ipython(): what cells rarely ask of the session, put into its class when one of them first does.

The kernel calls before_cell, handle_error and after_cell around each cell from then on.
"""
import sys

import _shell
from _shell import InteractiveShell, UsageError

from IPython.core.events import ExecutionInfo, ExecutionResult
from IPython.core.magic import MagicsManager

_SHOWN = ('last_expr', 'all', 'none', 'last', 'last_expr_or_assign')  # in the order of lang_source.show
_LISTED = ('all', 'last', 'last_expr', 'none', 'last_expr_or_assign')


def _trait_error(message):
    try:
        from traitlets import TraitError
    except ImportError:
        return ValueError(message)
    return TraitError(message)


def _described(value):
    """A value as messages on traits name it."""
    kind = type(value).__name__
    return 'the %s %r' % (kind, value)


def _is_bool(value):
    return isinstance(value, bool)


def _choice(*choices, fold=False):
    def check(value):
        found = [each for each in choices if each == value or fold and isinstance(value, str) and each.lower() == value.lower()]
        return found[0] if found else None
    check.expected = 'any of %s' % (list(choices),)
    return check


def _of(kind, expected):
    def check(value):
        return value if isinstance(value, kind) and not (kind is int and isinstance(value, bool)) else None
    check.expected = expected
    return check


_TRUE_OR_FALSE = _of(bool, 'a boolean')
_NUMBER, _TEXT = _of(int, 'an int'), _of(str, 'a unicode string')


class Trait:
    """A setting with a check of what it is set to; `then` is called with the owner and the new value."""

    def __init__(self, default, check, doc, then=None):
        self.default, self.check, self.__doc__, self.then = default, check, doc, then

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        if owner is None:
            return self
        kept = owner.__dict__.get('_settings', {})
        return kept[self.name] if self.name in kept else self.default

    def __set__(self, owner, value):
        taken = self.validated(owner, value)
        owner.__dict__.setdefault('_settings', {})[self.name] = taken
        if self.then is not None:
            self.then(owner, taken)

    def validated(self, owner, value):
        """The value as it is kept; TraitError for one that is none."""
        taken = self.check(value)
        if taken is None:
            raise _trait_error("The '%s' trait of a%s %s instance expected %s, not %s." % (
                self.name, 'n' if type(owner).__name__[:1] in 'AEIOU' else '', type(owner).__name__, self.check.expected, _described(value)))
        return taken


class Fixed(Trait):
    """A setting that has one value here: another is refused."""

    def validated(self, owner, value):
        """The value, which must be the one there is."""
        taken = super().validated(owner, value)
        if taken != self.default:
            raise NotImplementedError('%s.%s = %r is not supported' % (type(owner).__name__, self.name, taken))
        return taken


class Settings:
    """Objects whose settings are traits."""

    def trait_names(self, **metadata):
        """The names of the settings."""
        return [name for cls in type(self).__mro__ for name, each in vars(cls).items() if isinstance(each, Trait)]

    def has_trait(self, name):
        """Whether there is a setting of that name."""
        return name in self.trait_names() or name in ('automagic', 'xmode')


def _set_colours(shell, theme):
    _shell.setting('plain_reports', theme.lower() == 'nocolor')


def _set_await(shell, wanted):
    _shell.setting('no_await', not wanted)


class IPCompleter(Settings):
    """Settings of completion: what is completed and how is the kernel's."""

    use_jedi = Fixed(False, _TRUE_OR_FALSE, 'Whether Jedi is asked: there is none here.')
    greedy = Fixed(False, _TRUE_OR_FALSE, 'Whether more than names is evaluated.')
    evaluation = Fixed('limited', _choice('forbidden', 'minimal', 'limited', 'unsafe', 'dangerous'), 'What completion may evaluate.')
    omit__names = Fixed(2, _choice(0, 1, 2), 'Which names with underscores are left out.')
    merge_completions = Fixed(True, _TRUE_OR_FALSE, 'Whether all sources are asked.')
    debug = Fixed(False, _TRUE_OR_FALSE, 'Whether completion is debugged.')

    def __init__(self, shell):
        self.shell = shell
        self.custom_completers = []

    def complete(self, text=None, line_buffer=None, cursor_pos=None):
        """The word and what completes it."""
        line = line_buffer if line_buffer is not None else text or ''
        cursor = len(line) if cursor_pos is None else cursor_pos
        names, start = _shell.complete(line, cursor)
        return line[start:cursor], names

    def all_completions(self, text):
        """What completes the text."""
        return self.complete(text)[1]


class InputTransformers:
    """How the text of a cell becomes a program."""

    def __init__(self, shell):
        self.shell = shell
        self.cleanup_transforms, self.line_transforms, self.token_transformers = shell.input_transformers_cleanup, [], []

    def transform_cell(self, cell):
        """The program of a cell."""
        return self.shell.transform_cell(cell)

    def check_complete(self, cell):
        """Whether more input could follow, and the blanks that the next line begins with."""
        state, indent = _shell.check_complete(cell)
        return state, indent if state == 'incomplete' else None


class DisplayPublisher:
    """Sends what is displayed."""

    def publish(self, data, metadata=None, *, transient=None, update=False, **kwargs):
        """Sends a dict of mime types."""
        from IPython.display import publish_display_data
        publish_display_data(data, metadata, transient=transient or {}, update=update)

    def clear_output(self, wait=False):
        """Clears the output of the cell."""
        from IPython.display import clear_output
        clear_output(wait)


class DisplayHook:
    """What shows the value of a cell."""

    def __init__(self, shell):
        self.shell = shell

    @property
    def prompt_count(self):
        """The number of the cell."""
        return self.shell.execution_count - 1

    def __call__(self, result=None):
        sys.displayhook(result)


class PayloadManager:
    """What a reply carries besides: pages and next inputs."""

    def __init__(self, shell):
        self.shell = shell

    def write_payload(self, data, single=True):
        """Adds an object; pages and next inputs are known."""
        if not isinstance(data, dict):
            raise TypeError('Each payload write must be a dict, got: %r' % data)
        if data.get('source') == 'page':
            _shell.page(data['data']['text/plain'], data.get('start', 0))
        elif data.get('source') == 'set_next_input':
            self.shell.set_next_input(data['text'], data.get('replace', False))
        else:
            raise NotImplementedError('payload of the source %r' % data.get('source'))


class Tracebacks:
    """The layout of exceptions: get_ipython().InteractiveTB."""

    def __init__(self, shell):
        self.shell = shell

    @property
    def mode(self):
        """Context or Minimal."""
        return self.shell.xmode

    def structured_traceback(self, etype=None, evalue=None, tb=None, tb_offset=None, context=5):
        """The entries of the report of an exception."""
        if evalue is None:
            evalue = sys.exc_info()[1]
        return _shell.report(evalue)[2]

    def stb2text(self, stb):
        """Entries as one text."""
        return '\n'.join(stb)

    def text(self, etype, value, tb, tb_offset=None, context=5):
        """The report of an exception as one text."""
        return self.stb2text(self.structured_traceback(etype, value, tb))

    def set_mode(self, mode=None):
        """Changes %xmode."""
        self.shell.run_line_magic('xmode', mode or '')


class ExtensionManager:
    """Modules that add to the session: %load_ext."""

    def __init__(self, shell):
        self.shell = shell

    @property
    def loaded(self):
        """The names of those that are loaded."""
        return set(_shell.extensions())

    def load_extension(self, module_str):
        """Loads one; "already loaded" or "no load function" where nothing is done."""
        if module_str in self.loaded:
            return 'already loaded'
        with _quiet() as captured:
            self.shell.run_line_magic('load_ext', module_str)
        if 'is not an IPython extension' in captured.stdout:
            return 'no load function'
        captured.show()

    def unload_extension(self, module_str):
        """Unloads one."""
        if module_str not in self.loaded:
            return 'not loaded'
        with _quiet() as captured:
            self.shell.run_line_magic('unload_ext', module_str)
        if "doesn't define how to unload it" in captured.stdout:
            return 'no unload function'

    def reload_extension(self, module_str):
        """Loads one again."""
        self.shell.run_line_magic('reload_ext', module_str)


def _quiet():
    from IPython.utils.capture import capture_output
    return capture_output(stderr=False, display=False)


def _made(factory, doc):
    """An attribute that is made when it is first asked for."""
    def get(self):
        made = self.__dict__.setdefault('_parts', {})
        if doc not in made:
            made[doc] = factory(self)
        return made[doc]
    return property(get, doc=doc)


def _part(module, name):
    def make(self):
        return getattr(__import__(module, fromlist=[name]), name)(self)
    return make


class _Session(Settings):
    """The attributes that are copied into InteractiveShell."""

    ast_node_interactivity = Trait('last_expr', _choice(*_LISTED), 'Which values of a cell are shown.')
    autoawait = Trait(True, _TRUE_OR_FALSE, 'Whether a cell may await.', _set_await)
    autocall = Trait(0, _choice(0, 1, 2), 'Whether calls may be written without parentheses.')
    autoindent = Fixed(True, _TRUE_OR_FALSE, 'Whether a terminal indents.')
    cache_size = Fixed(1000, _NUMBER, 'How many values Out keeps.')
    colors = Trait('neutral', _choice('neutral', 'nocolor', fold=True), 'The colours of reports.', _set_colours)
    debug = Fixed(False, _TRUE_OR_FALSE, 'Whether the session debugs itself.')
    history_length = Fixed(10000, _NUMBER, 'How many inputs are kept.')
    logappend = Fixed('', _TEXT, 'A log that is continued.')
    logfile = Fixed('', _TEXT, 'The name of the log.')
    logstart = Fixed(False, _TRUE_OR_FALSE, 'Whether a log is begun at the start.')
    pdb = Trait(False, _TRUE_OR_FALSE, 'Whether the debugger opens after an exception.')
    quiet = Fixed(False, _TRUE_OR_FALSE, 'Whether nothing is shown.')
    show_rewritten_input = Trait(True, _TRUE_OR_FALSE, 'Whether changed input is shown.')
    sphinxify_docstring = Fixed(False, _TRUE_OR_FALSE, 'Whether doc strings are set by Sphinx.')
    wildcards_case_sensitive = Fixed(True, _TRUE_OR_FALSE, 'Whether patterns of names respect case.')

    # ---- parts ----

    magics_manager = _made(MagicsManager, 'All magics.')
    Completer = _made(IPCompleter, 'Settings of completion.')
    display_formatter = _made(_part('IPython.core.formatters', 'DisplayFormatter'), 'The forms in which values are shown.')
    history_manager = _made(_part('IPython.core.history', 'HistoryManager'), 'The inputs of the session.')
    alias_manager = _made(_part('IPython.core.alias', 'AliasManager'), 'Shell commands that are magics.')
    logger = _made(_part('IPython.core.logger', 'Logger'), 'The log of inputs.')
    db = _made(_part('IPython.core.storage', 'Database'), 'What %store keeps.')
    extension_manager = _made(ExtensionManager, 'Modules that add to the session.')
    input_transformers_cleanup = _made(lambda self: [], 'Functions of the lines of a cell, called before all else.')
    input_transformers_post = _made(lambda self: [], 'Functions of the lines of a cell, called after all else.')
    ast_transformers = _made(lambda self: [], 'Objects that change the tree of a cell.')
    input_transformer_manager = _made(InputTransformers, 'How the text of a cell becomes a program.')
    display_pub = _made(lambda self: DisplayPublisher(), 'Sends what is displayed.')
    displayhook = _made(DisplayHook, 'Shows the value of a cell.')
    payload_manager = _made(PayloadManager, 'What a reply carries besides.')
    InteractiveTB = _made(Tracebacks, 'The layout of exceptions.')
    configurables = _made(lambda self: [self], 'Objects with settings.')
    user_ns_hidden = _made(lambda self: dict(_shell.hidden()), 'Names that %who leaves out.')
    meta = _made(lambda self: {}, 'A dict for extensions.')
    hooks = _made(lambda self: {}, 'Functions that were set with set_hook.')
    dir_stack = _made(lambda self: [], 'Folders of %pushd.')
    custom_exceptions = ()
    last_execution_result = None
    last_execution_succeeded = True
    profile = 'default'

    @property
    def user_global_ns(self):
        """The names of the cells."""
        return self.user_ns

    @property
    def user_module(self):
        """The module of the cells."""
        return sys.modules['__main__']

    @property
    def automagic(self):
        """Whether a line magic is found without its percent sign."""
        return self.magics_manager.auto_magic

    @automagic.setter
    def automagic(self, value):
        self.magics_manager.auto_magic = value

    @property
    def xmode(self):
        """The layout of reports."""
        return _shell.report_mode()

    @xmode.setter
    def xmode(self, value):
        with _quiet():
            self.run_line_magic('xmode', value)

    @property
    def call_pdb(self):
        """Whether the debugger opens after an exception."""
        return self.pdb

    @call_pdb.setter
    def call_pdb(self, value):
        if value not in (0, 1, False, True):
            raise ValueError('new call_pdb value must be boolean')
        self.pdb = bool(value)

    @property
    def home_dir(self):
        """The user's folder."""
        import os
        return os.path.expanduser('~')

    @property
    def ipython_dir(self):
        """Where IPython keeps its files."""
        import os
        return os.environ.get('IPYTHONDIR') or os.path.join(self.home_dir, '.ipython')

    @property
    def parent_header(self):
        """The header of the request that is answered."""
        return self.get_parent().get('header', {})

    def get_parent(self):
        """The request that is answered."""
        return self.kernel.get_parent()

    # ---- running ----

    def run_cell(self, raw_cell, store_history=False, silent=False, shell_futures=True, cell_id=None):
        """Runs a text as a cell and shows what a cell shows. The result says what came of it."""
        info = ExecutionInfo(raw_cell, store_history, silent, shell_futures, cell_id)
        count = self.execution_count
        value, error = _shell.run_cell(raw_cell, store_history, silent)
        before = isinstance(error, (SyntaxError, UsageError)) and not getattr(error, '__traceback__', None)
        result = ExecutionResult(info, count, error, value)
        if before and isinstance(error, SyntaxError):
            result.error_before_exec, result.error_in_exec = error, None
        self.last_execution_result, self.last_execution_succeeded = result, result.success
        return result

    def run_code(self, code_obj, result=None, *, async_=False):
        """Runs a code object in the names of the cells; True when it has failed."""
        try:
            exec(code_obj, self.user_ns)
        except BaseException as e:
            if result is not None:
                result.error_in_exec = e
            _shell.tell(e)
            return True
        return False

    runcode = run_code

    def should_run_async(self, raw_cell, *, transformed_cell=None, preprocessing_exc_tuple=None):
        """Whether a cell awaits at its top."""
        try:
            compile(transformed_cell or self.transform_cell(raw_cell), '<cell>', 'exec')
        except SyntaxError as e:
            return 'outside' in str(e) and ('await' in str(e) or 'async' in str(e))
        return False

    def ev(self, expr):
        """The value of an expression in the names of the cells."""
        return eval(expr, self.user_ns)

    def ex(self, cmd):
        """Runs statements in the names of the cells."""
        exec(cmd, self.user_ns)

    def user_expressions(self, expressions):
        """The values of expressions as the reply to a cell carries them."""
        return {name: self._expression(text) for name, text in expressions.items()}

    def _expression(self, text):
        try:
            data, metadata = _shell.format(self.ev(text))
        except Exception as e:
            name, value, lines = _shell.report(e)
            return {'status': 'error', 'ename': name, 'evalue': value, 'traceback': lines}
        return {'status': 'ok', 'data': data, 'metadata': metadata}

    def transform_cell(self, raw_cell):
        """The program of a cell: escapes translated, input transformers applied."""
        if not raw_cell.endswith('\n'):
            raw_cell += '\n'
        lines = _apply(self.input_transformers_cleanup, raw_cell.splitlines(keepends=True))
        text = _shell.translate(''.join(lines))
        return ''.join(_apply(self.input_transformers_post, text.splitlines(keepends=True)))

    def check_complete(self, code):
        """Whether a cell is complete, and what its next line begins with."""
        state, indent = _shell.check_complete(code)
        return state, ' ' * indent

    def safe_execfile(self, fname, *where, exit_ignore=False, raise_exceptions=False, shell_futures=False):
        """Runs a file in given names; errors are shown."""
        from IPython.core.magics.execution import run_file
        names = where[0] if where else self.user_ns
        import os
        path = os.path.abspath(os.path.expanduser(fname))
        if not os.path.isfile(path):
            from warnings import warn
            warn('Could not open file <%s> for safe execution.' % path)
            return
        error = run_file(fname, names)
        if error is None or exit_ignore and isinstance(error, SystemExit):
            return
        if raise_exceptions:
            raise error
        _shell.tell(error)

    def safe_execfile_ipy(self, fname, shell_futures=False, raise_exceptions=False):
        """Runs a file of cells: .ipy or .ipynb."""
        from IPython.core.magics.execution import cells_of
        for cell in cells_of(fname):
            result = self.run_cell(cell, silent=True, shell_futures=shell_futures)
            if raise_exceptions:
                result.raise_error()
            elif not result.success:
                break

    def safe_run_module(self, mod_name, where):
        """Runs a module as a program and keeps its names in `where`."""
        from IPython.core.magics.execution import run_module
        error = run_module(mod_name, where)
        if error is not None:
            _shell.tell(error)

    # ---- names ----

    def push(self, variables, interactive=True):
        """Gives the cells names: a dict, or names of variables of the caller as a list or a text."""
        if isinstance(variables, dict):
            given = variables
        elif isinstance(variables, (str, list, tuple)):
            names = variables.split() if isinstance(variables, str) else variables
            frame, given = sys._getframe(1), {}
            for name in names:
                try:
                    given[name] = eval(name, frame.f_globals, frame.f_locals)
                except Exception:
                    print('Could not get variable %s from %s' % (name, frame.f_code.co_name))
        else:
            raise ValueError('variables must be a dict/str/list/tuple')
        self.user_ns.update(given)
        hidden = _shell.hidden()
        for name, value in given.items():
            if interactive:
                hidden.pop(name, None)
            else:
                hidden[name] = value

    def drop_by_id(self, variables):
        """Takes names away that still have the values given."""
        for name, value in variables.items():
            if name in self.user_ns and self.user_ns[name] is value:
                del self.user_ns[name]
                _shell.hidden().pop(name, None)

    def del_var(self, varname, by_name=False):
        """Deletes a name, and what else refers to its object."""
        if varname in ('__builtin__', '__builtins__'):
            raise ValueError('Refusing to delete %s' % varname)
        if by_name:
            self.user_ns.pop(varname, None)
            return
        if varname not in self.user_ns:
            raise NameError("name '%s' is not defined" % varname)
        value = self.user_ns[varname]
        for name in [name for name, each in self.user_ns.items() if each is value]:
            del self.user_ns[name]
        for number in [number for number, each in self.user_ns.get('Out', {}).items() if each is value]:
            del self.user_ns['Out'][number]

    def reset(self, new_session=True, aggressive=False):
        """Removes the user's names."""
        self.run_line_magic('reset', '-f' + (' --aggressive' if aggressive else ''))

    def reset_selective(self, regex=None):
        """Removes the user's names that a pattern matches."""
        if regex is not None:
            self.run_line_magic('reset_selective', '-f ' + regex)

    def get_local_scope(self, stack_depth):
        """The names of a function that calls."""
        return sys._getframe(stack_depth + 1).f_locals

    def var_expand(self, cmd, depth=0, formatter=None):
        """The text with {expression} and $name replaced."""
        return _shell.expand(cmd)

    @property
    def all_ns_refs(self):
        """The dicts of names."""
        return [self.user_ns, _shell.hidden()]

    @property
    def ns_table(self):
        """The dicts of names, by their names."""
        import builtins
        return {'user_global': self.user_ns, 'user_local': self.user_ns, 'builtin': builtins.__dict__}

    # ---- magics ----

    def find_line_magic(self, magic_name):
        """The function of a line magic, or None."""
        return self.find_magic(magic_name, 'line')

    def find_cell_magic(self, magic_name):
        """The function of a cell magic, or None."""
        return self.find_magic(magic_name, 'cell')

    def find_magic(self, magic_name, magic_kind='line'):
        """The function of a magic of a kind, or None."""
        from IPython.core.magic import builtin_magic
        found = _shell.registered(magic_kind).get(magic_name)
        if found is None and (magic_name, magic_kind == 'cell') in _shell.magics():
            found = builtin_magic(magic_kind, magic_name)
        return found

    def register_magic_function(self, func, magic_kind='line', magic_name=None):
        """Makes a function a magic."""
        self.magics_manager.register_function(func, magic_kind, magic_name)

    def register_magics(self, *magic_objects):
        """Registers the magics of classes or instances of Magics."""
        self.magics_manager.register(*magic_objects)

    def define_macro(self, name, themacro):
        """Keeps a macro, or a text as one, under a name."""
        from IPython.core.macro import Macro
        if isinstance(themacro, str):
            themacro = Macro(themacro)
        if not isinstance(themacro, Macro):
            raise ValueError('A macro must be a string or a Macro instance.')
        self.user_ns[name] = themacro

    # ---- history ----

    def extract_input_lines(self, range_str, raw=False):
        """The inputs of ranges of cells as one text."""
        from IPython.core.history import extract
        return extract(range_str, raw, strict=False)

    def find_user_code(self, target, raw=True, py_only=False, skip_encoding_cookie=True, search_ns=False):
        """The text that a word means: inputs, a file, a URL or a variable."""
        from IPython.core.magics.code import find_code
        return find_code(target, raw, py_only, search_ns)

    # ---- exceptions ----

    def set_custom_exc(self, exc_tuple, handler):
        """Calls handler(shell, type, value, traceback, tb_offset=None) for exceptions of given classes."""
        if not isinstance(exc_tuple, tuple):
            raise TypeError('The custom exceptions must be given as a tuple.')
        self.custom_exceptions, self._handler = exc_tuple, handler or _say_custom

    def CustomTB(self, etype, value, tb, tb_offset=None):
        """Calls the handler of set_custom_exc."""
        return _checked(self._handler(self, etype, value, tb, tb_offset=tb_offset))

    def get_exception_only(self, exc_tuple=None):
        """The last line of the report of an exception."""
        error = sys.exc_info()[1] if exc_tuple is None else exc_tuple[1]
        return '%s: %s\n' % (type(error).__name__, error)

    def showsyntaxerror(self, filename=None, running_compiled_code=False):
        """Shows the syntax error that is being handled."""
        error = sys.exc_info()[1]
        if filename and isinstance(error, SyntaxError):
            error.filename = filename
        _shell.tell(error)

    def show_usage_error(self, exc):
        """Shows the error of a magic."""
        print('UsageError: %s' % exc, file=sys.stderr)

    def excepthook(self, etype, value, tb):
        """Shows an exception."""
        _shell.tell(value)

    def debugger(self, force=False):
        """Opens the debugger on the exception that was shown last."""
        if force or self.call_pdb:
            from IPython.core.magics.execution import debug
            debug('')

    # ---- the rest ----

    def complete(self, text, line=None, cursor_pos=None):
        """The word at the cursor and what completes it."""
        return self.Completer.complete(text, line, cursor_pos)

    def set_custom_completer(self, completer, pos=0):
        """Completion is the kernel's: others cannot be put in its place."""
        raise NotImplementedError('completers of your own are not supported')

    def set_hook(self, name, hook, priority=50, str_key=None, re_key=None):
        """Keeps a function under the name of a hook."""
        self.hooks.setdefault(name, []).append((priority, hook))

    def system_piped(self, cmd):
        """Runs a shell command."""
        self.system(cmd)

    system_raw = system_piped

    def ask_yes_no(self, prompt, default=None, interrupt=None):
        """Asks until the answer is yes or no."""
        from IPython.utils.io import ask_yes_no
        return ask_yes_no(prompt, default, interrupt)

    def auto_rewrite_input(self, cmd):
        """Shows input that was changed."""
        if self.show_rewritten_input:
            print('------> ' + cmd)

    def mktempfile(self, data=None, prefix='ipython_edit_'):
        """A new temporary file, with a text in it."""
        import tempfile
        import os
        handle, path = tempfile.mkstemp('.py', prefix, tempfile.mkdtemp(prefix=prefix))
        os.close(handle)
        if data:
            with open(path, 'w') as file:
                file.write(data)
        return path

    def enable_gui(self, gui=None):
        """Event loops of windows: there are none here."""
        if gui not in (None, 'inline', ''):
            raise UsageError('event loop %s is not supported' % gui)

    def enable_matplotlib(self, gui=None):
        """%matplotlib."""
        self.run_line_magic('matplotlib', gui or '')
        return gui, gui

    def enable_pylab(self, gui=None, import_all=True, welcome_message=False):
        """%pylab."""
        self.run_line_magic('pylab', ('' if import_all else '--no-import-all ') + (gui or ''))

    def object_inspect(self, oname, detail_level=0):
        """What there is to say of a name, as a dict."""
        text = _shell.inspect(oname, detail_level)
        return {'name': oname, 'found': text is not None, 'text': text}

    def object_inspect_text(self, oname, detail_level=0):
        """What there is to say of a name."""
        return self.object_inspect_mime(oname, detail_level)['text/plain']

    def object_inspect_mime(self, oname, detail_level=0, omit_sections=()):
        """What there is to say of a name, by mime types."""
        text = _shell.inspect(oname, detail_level)
        if text is None:
            raise KeyError(oname)
        return {'text/plain': text}

    def switch_doctest_mode(self, mode):
        """%doctest_mode."""

    def get_ipython(self):
        """Itself."""
        return self


def _say_custom(self, etype, value, tb, tb_offset=None):
    print('*** Simple custom exception handler ***')
    print('Exception type :', etype)
    print('Exception value:', value)
    print('Traceback      :', tb)


def _checked(lines):
    """What a handler returns: nothing, a text, or a list of them."""
    if lines is None:
        return []
    if isinstance(lines, str):
        return [lines]
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise TypeError('CustomTB must return list of strings, not %r' % (lines,))
    return lines


def _apply(functions, lines):
    for function in functions:
        lines = function(lines)
    return lines


# ---- what the kernel calls around a cell ----

def before_cell(raw):
    """The changed text of a cell or None, and which of its values are shown."""
    shell, text = get_ipython(), None
    word = raw.strip()
    if '\n' not in word and _is_macro(shell, word):
        text = raw = shell.user_ns[_first_name(word)].value
    if shell.input_transformers_cleanup or shell.input_transformers_post:
        text = shell.transform_cell(raw)
    if shell.autocall:
        text = _call_of(shell, text if text is not None else raw) or text
    if shell.ast_transformers:
        text = _transform_tree(shell, text if text is not None else shell.transform_cell(raw), text)
    shown = shell.ast_node_interactivity
    logger = shell.__dict__.get('_parts', {}).get('The log of inputs.')
    if logger is not None:
        logger.note(raw)
    return text, _SHOWN.index(shown) if shown in _SHOWN else 0


def _call_of(shell, text):
    """The call that %autocall makes of a cell of one line, or None. It is shown twice, as ipykernel looks at each cell twice."""
    if len(text.strip('\n').splitlines()) != 1:
        return None
    from IPython.core.prefilter import rewritten
    call = rewritten(shell, shell.transform_cell(text))
    for _ in range(2 if call else 0):
        shell.auto_rewrite_input(call)
    return call


def _first_name(line):
    end = 0
    while end < len(line) and (line[end].isalnum() or line[end] == '_'):
        end += 1
    return line[:end]


def _is_macro(shell, line):
    """Whether a line begins with the name of a macro and does not assign to it."""
    name = _first_name(line)
    kept = shell.user_ns.get(name) if name else None
    return type(kept).__name__ == 'Macro' and not line[len(name):].lstrip().startswith(('=', ',', '.', '(', '['))


def _transform_tree(shell, program, text):
    """The program that the user's transformers of its tree make of it. Trees are those of Python's own ast."""
    import ast
    from IPython.core.error import InputRejected
    try:
        tree = ast.parse(program)
    except SyntaxError:
        return text
    before = ast.unparse(tree)
    for transformer in list(shell.ast_transformers):
        try:
            tree = transformer.visit(tree)
        except InputRejected:
            raise
        except Exception as e:
            from warnings import warn
            warn('AST transformer %r threw an error. It will be unregistered. %s' % (transformer, e))
            shell.ast_transformers.remove(transformer)
    after = ast.unparse(ast.fix_missing_locations(tree))
    return text if after == before else after + (';' if program.rstrip().endswith(';') else '')


def _is_end_of_debugger(error):
    """Whether a program ends because the user has left the debugger."""
    bdb = sys.modules.get('bdb')
    return bdb is not None and isinstance(error, bdb.BdbQuit)


def handle_error(error):
    """Whether a handler of the user's has dealt with an exception."""
    shell = get_ipython()
    if _is_end_of_debugger(error):
        return True
    if not shell.custom_exceptions or not isinstance(error, shell.custom_exceptions):
        return False
    try:
        shell.CustomTB(type(error), error, error.__traceback__)
    except Exception as e:
        shell.custom_exceptions = ()
        print('Custom TB Handler failed, unregistering', file=sys.stderr)
        e.__context__ = error
        print('\n'.join(_shell.report(e)[2]))
        print('The original exception:')
    return True


def after_cell(error, value):
    """A cell has ended."""
    shell = get_ipython()
    if error is not None and shell.call_pdb and not isinstance(error, (SyntaxError, UsageError, SystemExit, KeyboardInterrupt)) \
            and not _is_end_of_debugger(error):
        shell.debugger()
    logger = shell.__dict__.get('_parts', {}).get('The log of inputs.')
    if logger is not None and value is not None:
        logger.note_output(value)


def restyle(mode, error, lines):
    """The entries of a report in another layout than Context."""
    from IPython.core.ultratb import restyle
    return restyle(mode, error, lines)


_own = ('__module__', '__doc__', '__dict__', '__weakref__', '__qualname__')
for _name, _value in list(vars(Settings).items()) + list(vars(_Session).items()):
    if _name not in _own:
        setattr(InteractiveShell, _name, _value)
