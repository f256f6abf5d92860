"""Magics of the user's: decorators, the class Magics, and the object that keeps them."""
import _shell

MAGIC_NO_VAR_EXPAND_ATTR = '_ipython_magic_no_var_expand'
MAGIC_OUTPUT_CAN_BE_SILENCED = '_ipython_magic_output_can_be_silenced'
magic_kinds = ('line', 'cell')
magic_spec = ('line', 'cell', 'line_cell')


def _shell_now():
    return get_ipython()


def _check_kind(kind):
    if kind not in magic_spec:
        raise ValueError('magic_kind must be one of %s, %s given' % magic_kinds, kind)


def record_magic(table, kind, name, function):
    """Notes a function under its kind, or under both, in a table of two dicts."""
    for each in magic_kinds if kind == 'line_cell' else (kind,):
        table[each][name] = function


def _marks(attribute, doc):
    def mark(function):
        setattr(function, attribute, True)
        return function
    mark.__doc__ = doc
    return mark


needs_local_scope = _marks('needs_local_scope', 'The magic gets the names of the function that calls it, as local_ns.')
no_var_expand = _marks(MAGIC_NO_VAR_EXPAND_ATTR, 'Braces and dollar signs in the line of the magic are left alone.')
output_can_be_silenced = _marks(MAGIC_OUTPUT_CAN_BE_SILENCED, 'A semicolon at the end of the line hides the value of the magic.')
needs_local_scope.__name__, no_var_expand.__name__ = 'needs_local_scope', 'no_var_expand'


def _decorator(kind, take):
    """@kind and @kind('name'): take(function, name) is what becomes of a function."""
    def decorate(argument):
        if callable(argument):
            return take(argument, argument.__name__)
        if isinstance(argument, str):
            return lambda function: take(function, argument)
        raise TypeError('Decorator can only be called with string or function')
    decorate.__name__ = kind
    decorate.__doc__ = 'Makes a function a %s magic, under its name or under one that is given.' % kind.replace('_', ' or ')
    return decorate


def _in_class(kind):
    """Methods are noted by a mark; magics_class gathers them."""
    def take(function, name):
        function.__dict__.setdefault('_magic_as', []).append((kind, name))
        return function
    return _decorator(kind + '_magic', take)


def _at_once(kind):
    """Functions are registered with the running session."""
    def take(function, name):
        shell = _shell_now()
        if shell is None:
            raise NameError('Decorator can only run in context where `get_ipython` exists')
        shell.register_magic_function(function, kind, name)
        return function
    return _decorator('register_%s_magic' % kind, take)


line_magic, cell_magic, line_cell_magic = map(_in_class, magic_spec)
register_line_magic, register_cell_magic, register_line_cell_magic = map(_at_once, magic_spec)


def magics_class(cls):
    """A class whose methods are magics: they are registered with an instance of it."""
    cls.registered = True
    cls.magics = {kind: {} for kind in magic_kinds}
    for name in dir(cls):
        value = getattr(cls, name, None)
        for kind, magic in getattr(value, '_magic_as', ()) if callable(value) else ():
            record_magic(cls.magics, kind, magic, name)
    return cls


def on_off(tag):
    """A word for a truth value."""
    return 'ON' if tag else 'OFF'


class Magics:
    """Magics that share an object. `shell` is the session, `magics` the bound methods by kind and name."""

    registered = False
    options_table = {}
    magics = None

    def __init__(self, shell=None, **traits):
        if not self.__class__.registered:
            raise ValueError('Magics subclass without registration - did you forget to apply @magics_class?')
        if shell is not None:
            shell_configurables = getattr(shell, 'configurables', None)
            if shell_configurables is not None:
                shell_configurables.append(self)
        self.shell = shell
        for name, value in traits.items():
            setattr(self, name, value)
        bound = {kind: {} for kind in magic_kinds}
        for kind, names in type(self).magics.items():
            for magic, method in names.items():
                bound[kind][magic] = getattr(self, method) if isinstance(method, str) else method
        self.magics = bound
        self.options_table = {}

    def arg_err(self, func):
        """Prints how a magic is to be called."""
        print('Error in arguments:')
        print(func.__doc__)

    def format_latex(self, strng):
        """The text with what LaTeX would take for its own escaped."""
        for mark in '%_$#&~':
            strng = strng.replace(mark, '\\' + mark)
        return strng

    def default_option(self, fn, optstr):
        """Options that a magic has besides those on its line."""
        if fn not in _shell_now().magics_manager.magics['line']:
            raise ValueError('%s is not a magic function' % fn)
        self.options_table[fn] = optstr

    def parse_options(self, arg_str, opt_str, *long_opts, **kw):
        """Options of a line as getopt knows them: an object with an attribute for each, and the rest of the line.

        mode='list' gives the rest as words; list_all=True lists the values of every option; posix and preserve_non_opts
        say how the line is split.
        """
        import getopt
        mode, list_all = kw.get('mode', 'string'), kw.get('list_all', False)
        if mode not in ('string', 'list'):
            raise ValueError('incorrect mode given: %s' % mode)
        words = arg_split(arg_str, kw.get('posix', False), kw.get('strict', True))
        options, rest = {}, words
        if len(words) >= 1 or self.options_table:
            try:
                found, rest = getopt.getopt(words, opt_str, list(long_opts))
            except getopt.GetoptError as e:
                raise _shell.UsageError('%s (allowed: "%s"%s)' % (
                    e.msg, opt_str, ''.join(' ' + each for each in long_opts))) from None
            for name, value in found:
                name = name.lstrip('-')
                if name in options and not isinstance(options[name], list):
                    options[name] = [options[name]]
                if name in options:
                    options[name].append(value)
                else:
                    options[name] = [value] if list_all else value
        if mode == 'string':
            rest = ' '.join(rest)
        return Options(options), rest


class Options(dict):
    """A dict whose keys are attributes as well; those that are missing are None."""

    def __getattr__(self, name):
        return self.get(name)

    def __setattr__(self, name, value):
        self[name] = value


def arg_split(text, posix=False, strict=True):
    """A line in words, as a shell would split it; quotes stay unless posix is true."""
    words, word, quote, started = [], '', '', False
    for c in text:
        if quote:
            if c == quote:
                quote = ''
                word += '' if posix else c
            else:
                word += c
        elif c in '"\'':
            quote, started = c, True
            word += '' if posix else c
        elif c.isspace():
            if word or started:
                words.append(word)
            word, started = '', False
        else:
            word += c
    if quote and strict:
        raise ValueError('No closing quotation')
    if word or started:
        words.append(word)
    return words


class MagicAlias:
    """A second name of a magic, with words that stand before those of the line."""

    def __init__(self, shell, magic_name, magic_kind, magic_params=None):
        self.shell, self.magic_name, self.magic_kind, self.magic_params = shell, magic_name, magic_kind, magic_params
        self._in_call = False
        mark = '%' if magic_kind == 'line' else '%%'
        self.__doc__ = 'Alias for `%s%s%s`.' % (mark, magic_name, ' ' + magic_params if magic_params else '')

    @property
    def pretty_target(self):
        """The name with its percent signs."""
        return ('%' if self.magic_kind == 'line' else '%%') + self.magic_name

    def __call__(self, *args, **kwargs):
        if self._in_call:
            raise _shell.UsageError('Infinite recursion detected; magic aliases cannot call themselves.')
        self._in_call = True
        try:
            if self.magic_params:
                args = (self.magic_params + ' ' + args[0],) + args[1:]
            call = self.shell.run_line_magic if self.magic_kind == 'line' else self.shell.run_cell_magic
            return call(self.magic_name, *args)
        finally:
            self._in_call = False


class MagicsManager:
    """All magics: the session's own, and those that were registered."""

    def __init__(self, shell):
        self.shell = shell
        self.registry = {}
        self.lazy_magics = {}

    @property
    def auto_magic(self):
        """Whether a line magic is found without its percent sign."""
        return not _shell.setting('no_automagic')

    @auto_magic.setter
    def auto_magic(self, value):
        _shell.setting('no_automagic', not value)

    @property
    def magics(self):
        """Functions by kind and name."""
        return {kind: self._functions(kind) for kind in magic_kinds}

    def _functions(self, kind):
        names = [name for name, cell in _shell.magics() if cell == (kind == 'cell')]
        registered = _shell.registered(kind)
        return {name: registered[name] if name in registered else builtin_magic(kind, name) for name in names}

    def lsmagic(self):
        """Names by kind."""
        return self.magics

    def lsmagic_docs(self, brief=False, missing=''):
        """Doc strings by kind and name."""
        docs = {}
        for kind, functions in self.magics.items():
            docs[kind] = {}
            for name, function in functions.items():
                doc = getattr(function, '__doc__', None) or missing
                docs[kind][name] = doc.split('\n', 1)[0] if brief and doc else doc.rstrip()
        return docs

    def register(self, *magic_objects):
        """Registers the magics of classes or instances of Magics."""
        for each in magic_objects:
            if not getattr(each, 'registered', False):
                raise ValueError('Class of magics %r was constructed without the @register_magics class decorator' % each)
            if isinstance(each, type):
                each = each(self.shell)
            self.registry[each.__class__.__name__] = each
            for kind in magic_kinds:
                for name, function in each.magics[kind].items():
                    _shell.register(kind, name, function)

    def register_function(self, func, magic_kind='line', magic_name=None):
        """Registers a function under a name, its own if none is given."""
        _check_kind(magic_kind)
        name = func.__name__ if magic_name is None else magic_name
        for kind in magic_kinds if magic_kind == 'line_cell' else (magic_kind,):
            setattr(self.user_magics, name, func)
            _shell.register(kind, name, func)

    @property
    def user_magics(self):
        """Where registered functions can be found as attributes."""
        if 'UserMagics' not in self.registry:
            self.registry['UserMagics'] = UserMagics(self.shell)
        return self.registry['UserMagics']

    def register_lazy(self, name, fully_qualified_name):
        """A magic whose extension is loaded when it is first called."""
        self.lazy_magics[name] = fully_qualified_name

    def register_alias(self, alias_name, magic_name, magic_kind='line', magic_params=None):
        """Gives a magic another name."""
        if magic_kind not in magic_kinds:
            raise ValueError('magic_kind must be one of %s, %s given' % (magic_kinds, magic_kind))
        alias = MagicAlias(self.shell, magic_name, magic_kind, magic_params)
        _shell.register(magic_kind, alias_name, alias)


def builtin_magic(kind, name):
    """A function that calls a magic of the session's own."""
    if kind == 'line':
        def call(line=''):
            return get_ipython().run_line_magic(name, line)
    else:
        def call(line, cell):
            return get_ipython().run_cell_magic(name, line, cell)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = library_doc(name)
    return call


def about(name, source, doc):
    """The page that `%name?` shows, with source the one of `%name??`. doc: what a magic of the kernel itself says."""
    function = next((found[name] for found in map(_shell.registered, magic_kinds) if name in found), None)
    rows = {'Docstring': doc or library_doc(name) or '<no docstring>'} if function is None else _facts(function, source)
    width = max(map(len, rows)) + 1
    return '\n'.join(_field(title, text, width) for title, text in rows.items())


def _field(title, text, width):
    head = '\x1b[31m%s:\x1b[39m' % title
    return head + '\n' + text if '\n' in text else head + ' ' * (width - len(title)) + text


def _facts(function, source):
    """What there is to say of a function of the user's."""
    import inspect
    function = inspect.unwrap(function)
    rows = {}
    if source:
        try:
            rows['Source'] = _shell.colour(inspect.getsource(function).rstrip('\n'))
        except (OSError, TypeError):
            pass
    if not rows:
        rows['Docstring'] = inspect.getdoc(function) or '<no docstring>'
    code = getattr(function, '__code__', None)
    if code is not None:
        rows['File'] = code.co_filename
    return rows


def library_doc(name):
    """What the function of a magic that is written in the language says of itself, or None."""
    from IPython.core.magics import find
    function = find(name)
    return getattr(function, '__doc__', None)


@magics_class
class UserMagics(Magics):
    """Functions that were registered one by one."""
