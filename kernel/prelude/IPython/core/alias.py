"""Shell commands under the name of a line magic: %alias."""
import _shell
from _shell import UsageError

_OWN = (('cat', 'cat'), ('cp', 'cp'), ('ldir', 'ls -F -o --color %l | grep /$'), ('lf', 'ls -F -o --color %l | grep ^-'),
        ('lk', 'ls -F -o --color %l | grep ^l'), ('ll', 'ls -F -o --color'), ('ls', 'ls -F --color'),
        ('lx', 'ls -F -o --color %l | grep ^-..x'), ('mkdir', 'mkdir'), ('mv', 'mv'), ('rm', 'rm'), ('rmdir', 'rmdir'))
BLACKLIST = {'cd', 'popd', 'pushd', 'dhist', 'alias', 'unalias'}


class AliasError(Exception):
    """An alias that cannot be."""


class InvalidAliasError(AliasError):
    """Its name or its command is none."""


class Alias:
    """A command: %s takes a word of the line, %l the whole of it; without them the line follows the command."""

    def __init__(self, shell, name, cmd):
        self.shell, self.name, self.cmd = shell, name, cmd
        self.nargs = self._check()

    def _check(self):
        if self.name in BLACKLIST:
            raise InvalidAliasError("The name %s can't be aliased because it is a keyword or builtin." % self.name)
        existing = self.shell.find_line_magic(self.name)
        if existing is not None and not isinstance(existing, Alias) and self.name not in dict(_OWN):
            raise InvalidAliasError("The name %s can't be aliased because it is another magic command." % self.name)
        if not isinstance(self.cmd, str):
            raise InvalidAliasError('An alias command must be a string, got: %r' % self.cmd)
        count = self.cmd.count('%s') - self.cmd.count('%%s')
        if count > 0 and '%l' in self.cmd:
            raise InvalidAliasError('The %s and %l specifiers are mutually exclusive in alias definitions.')
        return count

    def __repr__(self):
        return '<alias %s for %r>' % (self.name, self.cmd)

    def __call__(self, rest=''):
        command, count = self.cmd, self.nargs
        if '%l' in command:
            command, rest = command.replace('%l', rest), ''
        if count == 0:
            command = (command.replace('%%s', '%s') if '%%s' in command else command) + ' ' + rest
        else:
            words = rest.split(None, count)
            if len(words) < count:
                raise UsageError('Alias <%s> requires %s arguments, %s given.' % (self.name, count, len(words)))
            command = '%s %s' % (command % tuple(words[:count]), ' '.join(words[count:]))
        self.shell.system(command)


class AliasManager:
    """All aliases."""

    def __init__(self, shell):
        self.shell = shell
        self._mine = {}
        self._gone = set()

    @property
    def aliases(self):
        """(name, command) of each."""
        own = [each for each in _OWN if each[0] not in self._mine and each[0] not in self._gone]
        return own + [(name, each.cmd) for name, each in self._mine.items()]

    def is_alias(self, name):
        """Whether there is one of the name."""
        return name in dict(self.aliases)

    def get_alias(self, name):
        """The alias of a name, or None."""
        if name in self._mine:
            return self._mine[name]
        command = dict(self.aliases).get(name)
        return None if command is None else Alias(self.shell, name, command)

    def retrieve_alias(self, name):
        """The command of an alias; ValueError where there is none."""
        alias = self.get_alias(name)
        if alias is None:
            raise ValueError('%s is not an alias' % name)
        return alias.cmd

    def define_alias(self, name, cmd):
        """Makes an alias; InvalidAliasError for one that cannot be."""
        self._mine[name] = Alias(self.shell, name, cmd)
        self._gone.discard(name)
        _shell.register('line', name, self._mine[name])

    def soft_define_alias(self, name, cmd):
        """The same; says what is wrong in place of raising."""
        try:
            self.define_alias(name, cmd)
        except AliasError as e:
            print(e)

    def undefine_alias(self, name):
        """Takes an alias away; ValueError where there is none."""
        if not self.is_alias(name):
            raise ValueError('%s is not an alias' % name)
        if name in self._mine:
            del self._mine[name]
            _shell.register('line', name, None)
        self._gone.add(name)

    def clear_aliases(self):
        """Takes all away."""
        for name, command in self.aliases:
            self.undefine_alias(name)
