"""Command lines: arguments are declared, texts are read into a Namespace, help and errors are written."""
import os
import re
import sys

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER', 'REMAINDER', 'SUPPRESS',
           'ZERO_OR_MORE']

SUPPRESS = '==SUPPRESS=='
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = '?', '*', '+', 'A...', '...'
_UNRECOGNIZED_ARGS_ATTR = '_unrecognized_args'

# How many arguments each nargs takes, as a pattern over A (argument), O (option), - (the mark --); what is said where
# they are not there; and how they are shown.
_COUNTS = {
    None: ('-*A-*', 'expected one argument'),
    OPTIONAL: ('-*A?-*', 'expected at most one argument'),
    ZERO_OR_MORE: ('-*[A-]*', None),
    ONE_OR_MORE: ('-*A[A-]*', 'expected at least one argument'),
    REMAINDER: ('[-AO]*', None),
    PARSER: ('-*A[-AO]*', None),
    SUPPRESS: ('-*-*', None),
}


class _AttributeHolder:
    """Shows itself as a call with its arguments."""

    def _get_args(self):
        return []

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def __repr__(self):
        shown, odd = [repr(value) for value in self._get_args()], {}
        for name, value in self._get_kwargs():
            if name.isidentifier():
                shown.append(f'{name}={value!r}')
            else:
                odd[name] = value
        if odd:
            shown.append(f'**{odd!r}')
        return f"{type(self).__name__}({', '.join(shown)})"


class Namespace(_AttributeHolder):
    """The attributes that a command line gives; equal where their attributes are."""

    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__


def _get_action_name(argument):
    """What errors call an argument: its options, its metavar or its name."""
    if argument is None:
        return None
    if argument.option_strings:
        return '/'.join(argument.option_strings)
    for name in argument.metavar, argument.dest:
        if name not in (None, SUPPRESS):
            return name
    return '{' + ','.join(argument.choices) + '}' if argument.choices else None


class ArgumentError(Exception):
    """A wrong argument of a command line: the argument's name and what is wrong."""

    def __init__(self, argument, message):
        self.argument_name, self.message = _get_action_name(argument), message

    def __str__(self):
        return self.message if self.argument_name is None else f'argument {self.argument_name}: {self.message}'


class ArgumentTypeError(Exception):
    """What a function given as type= raises with a text of its own."""


# ---- help

class _Heading:
    """A section of the help: its heading and what stands under it, as functions with their arguments."""

    def __init__(self, formatter, parent, heading=None):
        self.formatter, self.parent, self.heading, self.items = formatter, parent, heading, []

    def format_help(self):
        nested = self.parent is not None
        formatter = self.formatter
        if nested:
            formatter._indent()
        body = ''.join(text for text in [write(*arguments) for write, arguments in self.items] if text)
        if nested:
            formatter._dedent()
        if not body:
            return ''
        head = ''
        if self.heading is not SUPPRESS and self.heading is not None:
            head = f"{' ' * formatter._current_indent}{self.heading}:\n"
        return f'\n{head}{body}\n'


class HelpFormatter:
    """Writes usage and help. Its constructor is public: prog, indent_increment, max_help_position, width."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            import shutil
            width = shutil.get_terminal_size().columns - 2
        self._prog, self._width = prog, width
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._current_indent = self._level = self._action_max_length = 0
        self._root_section = self._current_section = _Heading(self, None)
        self._whitespace_matcher = re.compile(r'\s+', re.ASCII)
        self._long_break_matcher = re.compile(r'\n\n\n+')

    def _indent(self):
        self._level += 1
        self._current_indent += self._indent_increment

    def _dedent(self):
        self._level -= 1
        self._current_indent -= self._indent_increment
        assert self._current_indent >= 0, 'Indent decreased below 0.'

    def _add_item(self, func, args):
        self._current_section.items.append((func, args))

    def start_section(self, heading):
        """Opens a section under the current one."""
        self._indent()
        section = _Heading(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        """Closes the section that was opened last."""
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        """A paragraph."""
        if text is not None and text is not SUPPRESS:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        """The line of usage."""
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        """The row of an argument, and rows of those under it."""
        if action.help is SUPPRESS:
            return
        lengths = [len(self._format_action_invocation(action)) + self._current_indent]
        for below in self._iter_indented_subactions(action):
            lengths.append(len(self._format_action_invocation(below)) + self._current_indent)
        self._action_max_length = max(self._action_max_length, *lengths)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        """Rows of arguments."""
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        """The whole text."""
        text = self._root_section.format_help()
        if text:
            text = self._long_break_matcher.sub('\n\n', text).strip('\n') + '\n'
        return text

    def _join_parts(self, part_strings):
        return ''.join(part for part in part_strings if part and part is not SUPPRESS)

    # usage

    def _format_usage(self, usage, actions, groups, prefix):
        prefix = 'usage: ' if prefix is None else prefix
        if usage is not None:
            return f'{prefix}{usage % dict(prog=self._prog)}\n\n'
        program = str(self._prog)
        if actions:
            kinds = [[action for action in actions if bool(action.option_strings) is wanted] for wanted in (True, False)]
            line = ' '.join(word for word in (program, self._format_actions_usage(kinds[0] + kinds[1], groups)) if word)
            if len(prefix) + len(line) > self._text_width():
                line = self._wrapped_usage(prefix, program, *([*self._usage_words(kind, groups)] for kind in kinds))
            program = line
        return f'{prefix}{program}\n\n'

    def _text_width(self):
        return max(self._width - self._current_indent, 11)

    def _usage_words(self, actions, groups):
        return re.findall(r'\(.*?\)+(?=\s|$)|\[.*?\]+(?=\s|$)|\S+', self._format_actions_usage(actions, groups))

    def _wrapped_usage(self, prefix, program, options, positionals):
        """Usage of several lines: indented by the program's name where that is short, else below it."""
        width = self._text_width()

        def lines_of(words, indent, used):
            lines, line, length = [], [], used - 1
            for word in words:
                if line and length + 1 + len(word) > width:
                    lines.append(' ' * indent + ' '.join(line))
                    line, length = [], indent - 1
                line.append(word)
                length += 1 + len(word)
            return lines + [' ' * indent + ' '.join(line)] if line else lines

        start = len(prefix)
        if start + len(program) <= 0.75 * width:
            indent = start + len(program) + 1
            head, rest = (options, positionals) if options else (positionals, [])
            lines = lines_of([program] + head, indent, start) + lines_of(rest, indent, indent)
            lines[0] = lines[0][indent:]
            return '\n'.join(lines)
        lines = lines_of(options + positionals, start, start)
        if len(lines) > 1:
            lines = lines_of(options, start, start) + lines_of(positionals, start, start)
        return '\n'.join([program] + lines)

    def _format_actions_usage(self, actions, groups):
        actions = list(actions)
        runs = {}                                           # where groups begin -> them and where they end, the widest first
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f'empty group {group}')
            begin = actions.index(members[0]) if members[0] in actions else len(actions)
            end = begin + len(members)
            if actions[begin:end] == members and not all(member.help is SUPPRESS for member in members):
                runs.setdefault(begin, []).append((group, end))
                runs[begin].sort(key=lambda run: -run[1])
        return ' '.join(self._usage_of_run(actions, 0, len(actions), runs, 0, False)).strip()

    def _usage_of_run(self, actions, i, end, runs, depth, grouped):
        """The words of some arguments; a group, with the groups in it (depth of those that begin here), is one word."""
        words = []
        while i < end:
            begun = runs.get(i, [])[depth:]
            depth_here, depth = depth, 0
            if not begun:
                words.append(actions[i]._in_usage(self, grouped))
                i += 1
                continue
            group, stop = begun[0]
            shown = self._usage_of_run(actions, i, stop, runs, depth_here + 1, True)
            text = ' | '.join(shown)
            words.append(f'[{text}]' if not group.required else f'({text})' if len(shown) > 1 else text)
            i = stop
        return [word for word in words if word]

    # rows and paragraphs

    def _format_text(self, text):
        if '%(prog)' in text:
            text = text % dict(prog=self._prog)
        return self._fill_text(text, self._text_width(), ' ' * self._current_indent) + '\n\n'

    def _format_action(self, action):
        column = min(self._action_max_length + 2, self._max_help_position)
        room = column - self._current_indent - 2
        margin, name = ' ' * self._current_indent, self._format_action_invocation(action)
        described = bool(action.help and action.help.strip())
        lines = self._split_lines(self._expand_help(action), max(self._width - column, 11)) if described else []
        parts = []
        if not action.help:
            parts.append(f'{margin}{name}\n')
        elif len(name) <= room:
            first = lines.pop(0) if lines else None
            parts.append(f'{margin}{name:<{room}}  ' + ('\n' if first is None else f'{first}\n'))
        else:
            parts.append(f'{margin}{name}\n')
        parts += [f"{' ' * column}{line}\n" for line in lines]
        parts += [self._format_action(below) for below in self._iter_indented_subactions(action)]
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return ' '.join(self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1))
        if action.nargs == 0:
            return ', '.join(action.option_strings)
        values = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ', '.join(f'{option} {values}' for option in action.option_strings)

    def _metavar_formatter(self, action, default_metavar):
        shown = default_metavar
        if action.metavar is not None:
            shown = action.metavar
        elif action.choices is not None:
            shown = '{' + ','.join(str(choice) for choice in action.choices) + '}'
        return lambda count: shown if isinstance(shown, tuple) else (shown,) * count

    def _format_args(self, action, default_metavar):
        names, count = self._metavar_formatter(action, default_metavar), action.nargs
        if count is None:
            return '%s' % names(1)
        if count == ZERO_OR_MORE:
            shown = names(1)
            return ('[%s [%s ...]]' if len(shown) == 2 else '[%s ...]') % shown
        fixed = {OPTIONAL: ('[%s]', 1), ONE_OR_MORE: ('%s [%s ...]', 2), PARSER: ('%s ...', 1), REMAINDER: ('...', 0),
                 SUPPRESS: ('', 0)}
        if isinstance(count, str) and count in fixed:
            form, number = fixed[count]
            return form % names(number) if number else form
        try:
            form = ['%s'] * count
        except TypeError:
            raise ValueError('invalid nargs value') from None
        return ' '.join(form) % names(count)

    def _expand_help(self, action):
        values = {'prog': self._prog}
        for name, value in vars(action).items():
            if value is not SUPPRESS:
                values[name] = getattr(value, '__name__', value)
        if values.get('choices') is not None:
            values['choices'] = ', '.join(str(choice) for choice in values['choices'])
        values.setdefault('prog', self._prog)
        return self._get_help_string(action) % values

    def _iter_indented_subactions(self, action):
        below = getattr(action, '_get_subactions', None)
        if below is not None:
            self._indent()
            yield from below()
            self._dedent()

    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(self._whitespace_matcher.sub(' ', text).strip(), width)

    def _fill_text(self, text, width, indent):
        import textwrap
        return textwrap.fill(self._whitespace_matcher.sub(' ', text).strip(), width, initial_indent=indent,
                             subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Leaves descriptions as they are written."""

    def _fill_text(self, text, width, indent):
        return ''.join(map(indent.__add__, text.splitlines(keepends=True)))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Leaves the help of arguments as it is written, too."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds default values to the help of arguments."""

    def _get_help_string(self, action):
        text = '' if action.help is None else action.help
        has_default = action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE)
        if has_default and '%(default)' not in text and action.default is not SUPPRESS:
            text += ' (default: %(default)s)'
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Shows the names of types in the place of names of arguments."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


# ---- actions

_FIELDS = ('option_strings', 'dest', 'nargs', 'const', 'default', 'type', 'choices', 'required', 'help', 'metavar')


class Action(_AttributeHolder):
    """An argument and what is done when it is found: action(parser, namespace, values, option_string)."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        given = option_strings, dest, nargs, const, default, type, choices, required, help, metavar
        for name, value in zip(_FIELDS, given):
            setattr(self, name, value)

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in _FIELDS]

    def format_usage(self):
        """How usage shows it without values."""
        return self.option_strings[0]

    def _in_usage(self, formatter, grouped):
        """How usage shows it with its values; in a group without brackets of its own."""
        if self.help is SUPPRESS:
            return None
        if self.option_strings:
            text = self.format_usage()
            if self.nargs != 0:
                values = formatter._format_args(self, formatter._get_default_metavar_for_optional(self))
                text = f'{self.option_strings[0]} {values}'
            return text if self.required or grouped else f'[{text}]'
        text = formatter._format_args(self, formatter._get_default_metavar_for_positional(self))
        return text[1:-1] if grouped and text[:1] == '[' and text[-1:] == ']' else text

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')


class BooleanOptionalAction(Action):
    """--name stores True, --no-name False."""

    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        pairs = [[option, f'--no-{option[2:]}'] if option[:2] == '--' else [option] for option in option_strings]
        Action.__init__(self, sum(pairs, []), dest, 0, None, default, type, choices, required, help, metavar)

    def format_usage(self):
        return ' | '.join(self.option_strings)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, option_string[:5] != '--no-')


class _StoreAction(Action):
    _word = 'store'

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        if nargs == 0:
            constant, advice = {'store': ('true or store const', 'if you have nothing to store, actions such as store '),
                                'append': ('the append const action', 'if arg strings are not supplying the value to append, ')
                                }[self._word]
            advice += f'{constant} may be more appropriate'
            raise ValueError(f"nargs for {self._word} actions must be != 0; {advice}")
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f'nargs must be {OPTIONAL!r} to supply const')
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


def _items_of(namespace, dest):
    """A copy of the list that an appending action goes on with."""
    items = getattr(namespace, dest, None)
    if items is None:
        return []
    if type(items) is list:
        return items[:]
    import copy
    return copy.copy(items)


class _AppendAction(_StoreAction):
    _word = 'append'

    def __call__(self, parser, namespace, values, option_string=None):
        items = _items_of(namespace, self.dest)
        items.append(values)
        setattr(namespace, self.dest, items)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _items_of(namespace, self.dest)
        items.extend(values)
        setattr(namespace, self.dest, items)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _items_of(namespace, self.dest)
        items.append(self.const)
        setattr(namespace, self.dest, items)


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, 0, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, 0, default=default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings, dest, 0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        formatter = parser._get_formatter()
        formatter.add_text(parser.version if self.version is None else self.version)
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    """Commands: the first argument names a parser, which reads the rest."""

    class _ChoicesPseudoAction(Action):
        def __init__(self, name, aliases, help):
            shown = f"{name} ({', '.join(aliases)})" if aliases else name
            super().__init__([], shown, help=help, metavar=shown)
            self.dest = name

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class = prog, parser_class
        self._name_parser_map, self._choices_actions = {}, []
        super().__init__(option_strings, dest, PARSER, choices=self._name_parser_map, required=required, help=help,
                         metavar=metavar)

    def add_parser(self, name, *, help=SUPPRESS, aliases=(), **kwargs):
        """A command and the parser of its arguments; keywords are those of ArgumentParser, and help= and aliases=."""
        if kwargs.get('prog') is None:
            kwargs['prog'] = f'{self._prog_prefix} {name}'
        for word, what in [(name, 'subparser')] + [(alias, 'subparser alias') for alias in aliases]:
            if word in self._name_parser_map:
                raise ArgumentError(self, f'conflicting {what}: {word}')
        if help is not SUPPRESS:
            self._choices_actions.append(self._ChoicesPseudoAction(name, aliases, help))
        parser = self._parser_class(**kwargs)
        self._name_parser_map.update(dict.fromkeys([name, *aliases], parser))
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, rest = values[0], values[1:]
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        if name not in self._name_parser_map:
            choices = ', '.join(self._name_parser_map)
            raise ArgumentError(self, f'unknown parser {name!r} (choices: {choices})')
        found, unknown = self._name_parser_map[name].parse_known_args(rest, None)
        for key, value in vars(found).items():
            setattr(namespace, key, value)
        if unknown:
            vars(namespace).setdefault(_UNRECOGNIZED_ARGS_ATTR, [])
            getattr(namespace, _UNRECOGNIZED_ARGS_ATTR).extend(unknown)


class FileType:
    """A type= that opens files; '-' is the standard stream of the mode."""

    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __call__(self, string):
        if string == '-':
            for letters, stream in ('r', sys.stdin), ('wax', sys.stdout):
                if any(letter in self._mode for letter in letters):
                    return stream.buffer if 'b' in self._mode else stream
            raise ValueError(f'argument "-" with mode {self._mode!r}')
        try:
            return open(string, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as error:
            raise ArgumentTypeError(f"can't open '{string}': {error}") from None

    def __repr__(self):
        words = [repr(value) for value in (self._mode, self._bufsize) if value != -1]
        words += [f'{name}={value!r}' for name, value in (('encoding', self._encoding), ('errors', self._errors))
                  if value is not None]
        return f"{type(self).__name__}({', '.join(words)})"


# ---- containers of arguments

_ACTIONS = {None: _StoreAction, 'store': _StoreAction, 'store_const': _StoreConstAction, 'store_true': _StoreTrueAction,
            'store_false': _StoreFalseAction, 'append': _AppendAction, 'append_const': _AppendConstAction,
            'count': _CountAction, 'help': _HelpAction, 'version': _VersionAction, 'parsers': _SubParsersAction,
            'extend': _ExtendAction}


class _ActionsContainer:
    """What holds arguments: a parser, or a group that hands them on to its parser."""

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.prefix_chars = description, prefix_chars
        self.argument_default, self.conflict_handler = argument_default, conflict_handler
        self._registries = {'action': dict(_ACTIONS)}
        self._get_handler()
        self._actions, self._option_string_actions = [], {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        self._defaults = {}
        self._negative_number_matcher = re.compile(r'^-\d+$|^-\d*\.\d+$')
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        """Gives an action or a type a name."""
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default_value=None):
        return self._registries[registry_name].get(value, default_value)

    def set_defaults(self, **kwargs):
        """Values of names that have no argument, or whose argument is not given."""
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        """The default value of a name."""
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def add_argument(self, *args, **kwargs):
        """Declares an argument: names or options, and action= nargs= const= default= type= choices= required= help=
        metavar= dest=."""
        kwargs = self._declared(args, kwargs)
        make = self._pop_action_class(kwargs)
        if not callable(make):
            raise ValueError(f'unknown action "{make}"')
        action = make(**kwargs)
        self._check_declared(action)
        return self._add_action(action)

    def _declared(self, args, kwargs):
        """The keywords of an action, with its name, its options and its default value."""
        if args and (len(args) > 1 or args[0][0] in self.prefix_chars):
            found = self._get_optional_kwargs(*args, **kwargs)
        elif args and 'dest' in kwargs:
            raise ValueError('dest supplied twice for positional argument')
        else:
            found = self._get_positional_kwargs(*args, **kwargs)
        general = self._defaults.get(found['dest'], self.argument_default)
        if general is not None or found['dest'] in self._defaults:
            found.setdefault('default', general)
        return found

    def _check_declared(self, action):
        """Types must be callable, and there must be as many names of values as values."""
        convert = self._registry_get('type', action.type, action.type)
        if convert is FileType:
            raise ValueError(f'{convert!r} is a FileType class object, instance of it must be passed')
        if not callable(convert):
            raise ValueError(f'{convert!r} is not callable')
        formatter = getattr(self, '_get_formatter', None)
        try:
            formatter and formatter()._format_args(action, None)
        except TypeError:
            raise ValueError('length of metavar tuple does not match nargs') from None

    def add_argument_group(self, *args, **kwargs):
        """A group with a heading of its own in the help: title, description."""
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        """A group of arguments of which one may be given, or must be (required=)."""
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if self._negative_number_matcher.match(option) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        """Takes over the arguments and groups of a parent parser."""
        titled = {}
        for group in self._action_groups:
            if group.title in titled:
                raise ValueError(f'cannot merge actions - two groups are named {group.title!r}')
            titled[group.title] = group
        place = {}
        for group in container._action_groups:
            if group.title not in titled:
                titled[group.title] = self.add_argument_group(title=group.title, description=group.description,
                                                              conflict_handler=group.conflict_handler)
            place.update(dict.fromkeys(group._group_actions, titled[group.title]))
        for group in container._mutually_exclusive_groups:
            place.update(dict.fromkeys(group._group_actions, self.add_mutually_exclusive_group(required=group.required)))
        for action in container._actions:
            place.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if 'required' in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        count = kwargs.get('nargs')
        needed = count not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS) or (count == ZERO_OR_MORE and
                                                                               'default' not in kwargs)
        if needed:
            kwargs['required'] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        for option in args:
            if option[0] not in self.prefix_chars:
                raise ValueError(f'invalid option string {option!r}: must start with a character {self.prefix_chars!r}')
        dest = kwargs.pop('dest', None)
        if dest is None:
            long = [option for option in args if len(option) > 1 and option[1] in self.prefix_chars]
            first = long[0] if long else args[0]
            dest = first.lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f'dest= is required for options like {first!r}')
            dest = dest.replace('-', '_')
        return dict(kwargs, dest=dest, option_strings=list(args))

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop('action', default)
        return self._registry_get('action', action, action)

    def _get_handler(self):
        handler = getattr(self, f'_handle_conflict_{self.conflict_handler}', None)
        if handler is None:
            raise ValueError(f'invalid conflict_resolution value: {self.conflict_handler!r}')
        return handler

    def _check_conflict(self, action):
        taken = [(option, self._option_string_actions[option]) for option in action.option_strings
                 if option in self._option_string_actions]
        if taken:
            self._get_handler()(action, taken)

    def _handle_conflict_error(self, action, conflicting_actions):
        options = ', '.join(option for option, _ in conflicting_actions)
        raise ArgumentError(action, f"conflicting option string{'s' * (len(conflicting_actions) != 1)}: {options}")

    def _handle_conflict_resolve(self, action, conflicting_actions):
        for option, other in conflicting_actions:
            other.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **kwargs):
        kwargs = {'conflict_handler': container.conflict_handler, 'prefix_chars': container.prefix_chars,
                  'argument_default': container.argument_default, **kwargs}
        super().__init__(description=description, **kwargs)
        self.title, self._group_actions = title, []
        for name in ('_registries', '_actions', '_option_string_actions', '_defaults', '_has_negative_number_optionals',
                     '_mutually_exclusive_groups'):
            setattr(self, name, getattr(container, name))

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)

    def _deprecated(self, what):
        import warnings
        warnings.warn(f'Nesting {what} is deprecated.', DeprecationWarning, stacklevel=3)

    def add_argument_group(self, *args, **kwargs):
        self._deprecated('argument groups')
        return super().add_argument_group(*args, **kwargs)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    """Its arguments stand in the container, too, which shows and reads them."""

    def __init__(self, container, required=False):
        _ArgumentGroup.__init__(self, container)
        self._container, self.required = container, required

    def add_mutually_exclusive_group(self, *args, **kwargs):
        self._deprecated('mutually exclusive groups')
        return _ActionsContainer.add_mutually_exclusive_group(self, *args, **kwargs)

    def _remove_action(self, action):
        for holder in self._container._remove_action, self._group_actions.remove:
            holder(action)

    def _add_action(self, action):
        if action.required:
            raise ValueError('mutually exclusive arguments must be optional')
        self._group_actions.append(self._container._add_action(action))
        return self._group_actions[-1]


# ---- reading a command line

class _Reading:
    """One pass over the words of a command line."""

    def __init__(self, parser, words, namespace):
        self.parser, self.words, self.namespace = parser, words, namespace
        self.extras, self.seen, self.given = [], set(), set()
        self.positionals = parser._get_positional_actions()
        self.rivals = {}
        for group in parser._mutually_exclusive_groups:
            for member in group._group_actions:
                self.rivals.setdefault(member, []).extend(other for other in group._group_actions if other is not member)
        self.options, kinds = {}, []
        for i, word in enumerate(words):
            if word == '--':
                kinds.append('-' + 'A' * (len(words) - i - 1))
                break
            option = parser._parse_optional(word)
            if option is not None:
                self.options[i] = option
            kinds.append('A' if option is None else 'O')
        self.kinds = ''.join(kinds)

    def apply(self, action, words, option=None):
        self.seen.add(action)
        values = self.parser._get_values(action, words)
        if values is not action.default:
            self.given.add(action)
            for rival in self.rivals.get(action, ()):
                if rival in self.given:
                    raise ArgumentError(action, f'not allowed with argument {_get_action_name(rival)}')
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option)

    def take_positionals(self, start):
        """As many positional arguments as match from here on; where the rest begins."""
        counts = self.parser._match_arguments_partial(self.positionals, self.kinds[start:])
        actions, self.positionals = self.positionals[:len(counts)], self.positionals[len(counts):]
        for action, count in zip(actions, counts):
            words, start = self.words[start:start + count], start + count
            self.apply(action, words)
        return start

    def take_option(self, start):
        """An option, or several of one letter in one word; where the rest begins."""
        action, option, value = self.options[start]
        parser, found, stop = self.parser, [], start + 1
        while True:
            if action is None:
                self.extras.append(self.words[start])
                return start + 1
            if value is None:
                count = parser._match_argument(action, self.kinds[stop:])
                found.append((action, self.words[stop:stop + count], option))
                stop += count
                break
            count = parser._match_argument(action, 'A')
            if count == 1:
                found.append((action, [value], option))
                break
            following = option[0] + value[:1]
            if count != 0 or option[1] in parser.prefix_chars or not value or following not in parser._option_string_actions:
                raise ArgumentError(action, f'ignored explicit argument {value!r}')
            found.append((action, [], option))
            action, option, value = parser._option_string_actions[following], following, value[1:] or None
        for one in found:
            self.apply(*one)
        return stop

    def run(self):
        at, last = 0, max(self.options, default=-1)
        while at <= last:
            following = min(i for i in self.options if i >= at)
            if following != at:
                end = self.take_positionals(at)
                if end > at:
                    at = end
                    continue
            if at not in self.options:
                self.extras += self.words[at:following]
                at = following
            at = self.take_option(at)
        self.extras += self.words[self.take_positionals(at):]
        self.check()
        return self.namespace, self.extras

    def check(self):
        """What must be there; defaults that are texts are converted."""
        parser, missing = self.parser, []
        for action in parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif isinstance(action.default, str) and getattr(self.namespace, action.dest, None) is action.default:
                setattr(self.namespace, action.dest, parser._get_value(action, action.default))
        if missing:
            parser.error(f"the following arguments are required: {', '.join(missing)}")
        for group in parser._mutually_exclusive_groups:
            if group.required and not self.given.intersection(group._group_actions):
                names = [_get_action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                parser.error(f"one of the arguments {' '.join(names)} is required")


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Reads command lines: prog, usage, description, epilog, parents, formatter_class, prefix_chars,
    fromfile_prefix_chars, argument_default, conflict_handler, add_help, allow_abbrev, exit_on_error."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter,
                 prefix_chars='-', fromfile_prefix_chars=None, argument_default=None, conflict_handler='error', add_help=True,
                 allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars, argument_default, conflict_handler)
        self.prog = os.path.basename(sys.argv[0]) if prog is None else prog
        self.usage, self.epilog, self.formatter_class = usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help = fromfile_prefix_chars, add_help
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group('positional arguments')
        self._optionals = self.add_argument_group('options')
        self._subparsers = None
        self.register('type', None, _same)
        if add_help:
            dash = '-' if '-' in prefix_chars else prefix_chars[0]
            self.add_argument(f'{dash}h', f'{dash * 2}help', action='help', default=SUPPRESS,
                              help='show this help message and exit')
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(getattr(parent, '_defaults', {}))

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in ('prog', 'usage', 'description', 'formatter_class', 'conflict_handler',
                                                         'add_help')]

    def add_subparsers(self, **kwargs):
        """Makes the first argument a command: title, description, prog, parser_class, action, dest, required, help,
        metavar."""
        if self._subparsers is not None:
            self.error('cannot have multiple subparser arguments')
        kwargs.setdefault('parser_class', type(self))
        self._subparsers = self._positionals
        if 'title' in kwargs or 'description' in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop('title', 'subcommands'), kwargs.pop('description', None))
        if kwargs.get('prog') is None:
            formatter = self._get_formatter()
            formatter.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, '')
            kwargs['prog'] = formatter.format_help().strip()
        action = self._pop_action_class(kwargs, 'parsers')(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    def parse_args(self, args=None, namespace=None):
        """The namespace of a command line (sys.argv without its first word); what is unknown is an error."""
        return self._without_rest(*self.parse_known_args(args, namespace))

    def parse_known_args(self, args=None, namespace=None):
        """The namespace, and the words that no argument takes."""
        return self._read(args, namespace, self._parse_known_args)

    def parse_intermixed_args(self, args=None, namespace=None):
        """As parse_args; positional arguments may stand between options."""
        return self._without_rest(*self.parse_known_intermixed_args(args, namespace))

    def _without_rest(self, namespace, rest):
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return namespace

    def _read(self, args, namespace, read):
        args = list(sys.argv[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if SUPPRESS not in (action.dest,) and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        if self.exit_on_error:
            try:
                namespace, rest = read(args, namespace)
            except ArgumentError as error:
                self.error(str(error))
        else:
            namespace, rest = read(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
            rest.extend(getattr(namespace, _UNRECOGNIZED_ARGS_ATTR))
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, rest

    def _parse_known_args(self, arg_strings, namespace):
        if self.fromfile_prefix_chars is not None:
            arg_strings = self._read_args_from_files(arg_strings)
        return _Reading(self, arg_strings, namespace).run()

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """As parse_known_args; options are read first, then the positional arguments."""
        positionals = self._get_positional_actions()
        refused = [action.nargs for action in positionals if action.nargs in (PARSER, REMAINDER)]
        if refused:
            raise TypeError(f'parse_intermixed_args: positional arg with nargs={refused[0]}')
        if any(action.dest in [other.dest for other in positionals] for group in self._mutually_exclusive_groups
               for action in group._group_actions if action in positionals):
            raise TypeError('parse_intermixed_args: positional in mutuallyExclusiveGroup')
        usage, kept = self.usage, [(action, action.nargs, action.default) for action in positionals]
        try:
            if self.usage is None:
                self.usage = self.format_usage()[7:]
            for action in positionals:
                action.nargs, action.default = SUPPRESS, SUPPRESS
            try:
                namespace, rest = self.parse_known_args(args, namespace)
            finally:
                for action, count, default in kept:
                    action.nargs, action.default = count, default
            for action in positionals:
                if getattr(namespace, action.dest, None) == []:
                    from warnings import warn
                    warn(f'Do not expect {action.dest} in {namespace}')
                    delattr(namespace, action.dest)
            optional = [(item, item.required) for item in self._get_optional_actions() + self._mutually_exclusive_groups]
            try:
                for item, _ in optional:
                    item.required = False
                return self.parse_known_args(rest, namespace)
            finally:
                for item, required in optional:
                    item.required = required
        finally:
            self.usage = usage

    def _read_args_from_files(self, arg_strings):
        words = []
        for word in arg_strings:
            if not word or word[0] not in self.fromfile_prefix_chars:
                words.append(word)
                continue
            try:
                with open(word[1:]) as file:
                    lines = file.read().splitlines()
                inner = [piece for line in lines for piece in self.convert_arg_line_to_args(line)]
                words += self._read_args_from_files(inner)
            except OSError as error:
                self.error(str(error))
        return words

    def convert_arg_line_to_args(self, arg_line):
        """The words of a line of a file of arguments: the line itself; classes derived from this one may split it."""
        return [arg_line]

    def _get_nargs_pattern(self, action):
        count = action.nargs
        pattern = _COUNTS[count][0] if count in _COUNTS else '-*' + '-*'.join('A' * count) + '-*'
        if action.option_strings:
            pattern = pattern.replace('-*', '').replace('-', '')
        return f'({pattern})'

    def _match_argument(self, action, arg_strings_pattern):
        match = re.match(self._get_nargs_pattern(action), arg_strings_pattern)
        if match is None:
            message = _COUNTS.get(action.nargs, (None, None))[1]
            if message is None:
                message = f"expected {action.nargs} argument{'s' * (action.nargs != 1)}"
            raise ArgumentError(action, message)
        return len(match.group(1))

    def _match_arguments_partial(self, actions, arg_strings_pattern):
        for count in range(len(actions), 0, -1):
            match = re.match(''.join(map(self._get_nargs_pattern, actions[:count])), arg_strings_pattern)
            if match is not None:
                return [len(words) for words in match.groups()]
        return []

    def _parse_optional(self, arg_string):
        """(action, option, value) of a word that is an option; None of an argument."""
        known = self._option_string_actions
        if not arg_string or arg_string[0] not in self.prefix_chars:
            return None
        if arg_string in known:
            return known[arg_string], arg_string, None
        if len(arg_string) == 1:
            return None
        option, equals, value = arg_string.partition('=')
        if equals and option in known:
            return known[option], option, value
        matches = self._get_option_tuples(arg_string)
        if len(matches) > 1:
            names = ', '.join(name for _, name, _ in matches)
            self.error(f'ambiguous option: {arg_string} could match {names}')
        if matches:
            return matches[0]
        if self._negative_number_matcher.match(arg_string) and not self._has_negative_number_optionals:
            return None
        return None if ' ' in arg_string else (None, arg_string, None)

    def _get_option_tuples(self, option_string):
        """The options that a shortened one may mean."""
        known, chars = self._option_string_actions, self.prefix_chars
        if option_string[1] in chars:
            if not self.allow_abbrev:
                return []
            prefix, equals, value = option_string.partition('=')
            return [(known[name], name, value if equals else None) for name in known if name.startswith(prefix)]
        letter, rest, found = option_string[:2], option_string[2:], []
        for name in known:
            if name == letter:
                found.append((known[name], name, rest))
            elif name.startswith(option_string):
                found.append((known[name], name, None))
        return found

    def _get_values(self, action, arg_strings):
        count = action.nargs
        if count not in (PARSER, REMAINDER) and '--' in arg_strings:
            arg_strings = arg_strings[:]
            arg_strings.remove('--')
        if not arg_strings and count == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
            return value
        if not arg_strings and count == ZERO_OR_MORE and not action.option_strings:
            if action.default is None:
                return arg_strings
            self._check_value(action, action.default)
            return action.default
        if count == SUPPRESS:
            return SUPPRESS
        values = [self._get_value(action, word) for word in arg_strings]
        checked = values[:1] if count == PARSER else [] if count == REMAINDER else values
        if len(values) == 1 and count in (None, OPTIONAL):
            values = values[0]
        for value in checked:
            self._check_value(action, value)
        return values

    def _get_value(self, action, arg_string):
        convert = self._registry_get('type', action.type, action.type)
        if not callable(convert):
            raise ArgumentError(action, f'{convert!r} is not callable')
        try:
            return convert(arg_string)
        except ArgumentTypeError as error:
            message = str(error)
        except (TypeError, ValueError):
            message = f"invalid {getattr(action.type, '__name__', repr(action.type))} value: {arg_string!r}"
        raise ArgumentError(action, message)

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            choices = ', '.join(map(repr, action.choices))
            raise ArgumentError(action, f'invalid choice: {value!r} (choose from {choices})')

    def _begun(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter

    def format_usage(self):
        """The text of usage."""
        return self._begun().format_help()

    def format_help(self):
        """The text of help: usage, description, a section for each group, epilog."""
        text = self._begun()
        text.add_text(self.description)
        for group in self._action_groups:
            text.start_section(group.title)
            text.add_text(group.description)
            text.add_arguments(group._group_actions)
            text.end_section()
        text.add_text(self.epilog)
        return text.format_help()

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def print_usage(self, file=None):
        """Writes usage, on stdout by default."""
        self._print_message(self.format_usage(), sys.stdout if file is None else file)

    def print_help(self, file=None):
        """Writes the help, on stdout by default."""
        self._print_message(self.format_help(), sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            (sys.stderr if file is None else file).write(message)

    def exit(self, status=0, message=None):
        """Ends the program."""
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        """Writes usage and the error, and ends the program with status 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')


def _same(text):
    return text
