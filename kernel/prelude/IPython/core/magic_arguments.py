"""Arguments of magics by argparse: decorators that say what a magic takes, and the parser that they make."""
import argparse

from _shell import UsageError


class MagicHelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Descriptions stay as they are written."""


class MagicArgumentParser(argparse.ArgumentParser):
    """A parser that raises UsageError in the place of ending the process."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=None,
                 formatter_class=MagicHelpFormatter, prefix_chars='-', argument_default=None,
                 conflict_handler='error', add_help=False):
        super().__init__(prog=prog, usage=usage, description=description, epilog=epilog, parents=parents or [],
                         formatter_class=formatter_class, prefix_chars=prefix_chars, argument_default=argument_default,
                         conflict_handler=conflict_handler, add_help=add_help)

    def error(self, message):
        """What argparse calls for a wrong line."""
        raise UsageError(message)

    def parse_argstring(self, argstring, *, partial=False):
        """Parses a line; with partial=True gives what is left over as well."""
        from IPython.core.magic import arg_split
        words = arg_split(argstring, posix=False)
        return self.parse_known_args(words) if partial else self.parse_args(words)


def real_name(magic_func):
    """The name of the magic that a function is."""
    name = magic_func.__name__
    if name.startswith('magic_'):
        name = name[len('magic_'):]
    return getattr(magic_func, 'argcmd_name', name)


def construct_parser(magic_func):
    """The parser that the decorators of a function describe; its help becomes the function's doc string."""
    settings = getattr(magic_func, 'argcmd_kwds', {})
    description = settings.get('description', getattr(magic_func, '__doc__', None))
    parser = MagicArgumentParser(real_name(magic_func), **{**settings, 'description': description})
    where = None
    for decorator in magic_func.decorators[::-1]:
        result = decorator.add_to_parser(parser, where)
        if result is not None:
            where = result
    text = parser.format_help()
    if text.startswith('usage: '):
        text = '::\n\n  %' + text[len('usage: '):]
    elif text.startswith('Usage: '):
        text = '::\n\n  %' + text[len('Usage: '):]
    magic_func.__doc__ = text
    return parser


def parse_argstring(magic_func, argstring, *, partial=False):
    """Parses the line of a magic."""
    return magic_func.parser.parse_argstring(argstring, partial=partial)


class ArgDecorator:
    """What all decorators do: they gather on the function, and stand for a part of its parser."""

    def __call__(self, func):
        if not getattr(func, 'has_arguments', False):
            func.has_arguments = True
            func.decorators = []
        func.decorators.append(self)
        return func

    def add_to_parser(self, parser, group):
        """Adds the part to the parser, or to the group that came last; may give a new group."""


class ArgMethodWrapper(ArgDecorator):
    """A decorator that stands for the call of a method of the parser."""

    _method_name = None

    def __init__(self, *args, **kwds):
        self.args, self.kwds = args, kwds

    def add_to_parser(self, parser, group):
        """Calls the method."""
        target = parser if group is None else group
        getattr(target, self._method_name)(*self.args, **self.kwds)


class argument(ArgMethodWrapper):
    """An argument, described as for argparse's add_argument."""

    _method_name = 'add_argument'


class defaults(ArgMethodWrapper):
    """Values of arguments that the line does not give."""

    _method_name = 'set_defaults'


class argument_group(ArgMethodWrapper):
    """Arguments that follow belong to a group."""

    def add_to_parser(self, parser, group):
        """Opens the group."""
        return parser.add_argument_group(*self.args, **self.kwds)


class magic_arguments(ArgDecorator):
    """Makes the parser of a magic: the outermost of its decorators. A name may be given that its help shows."""

    def __init__(self, name=None):
        self.name = name

    def __call__(self, func):
        if not getattr(func, 'has_arguments', False):
            func.has_arguments = True
            func.decorators = []
        if self.name is not None:
            func.argcmd_name = self.name
        func.parser = construct_parser(func)
        return func


class kwds(ArgDecorator):
    """Keywords for the parser itself."""

    def __init__(self, **kwds):
        self.kwds = kwds

    def __call__(self, func):
        func = super().__call__(func)
        func.argcmd_kwds = self.kwds
        return func


__all__ = ['magic_arguments', 'argument', 'argument_group', 'kwds', 'parse_argstring']
