"""Interpreters of lines of commands."""
import sys

__all__ = ['Cmd']
PROMPT = '(Cmd) '
IDENTCHARS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'


class Cmd:
    """A loop that reads lines and calls do_COMMAND(rest): Cmd(completekey='tab', stdin=None, stdout=None)."""

    prompt, identchars, ruler, lastcmd, intro = PROMPT, IDENTCHARS, '=', '', None
    doc_leader, doc_header, misc_header = '', 'Documented commands (type help <topic>):', 'Miscellaneous help topics:'
    undoc_header, nohelp, use_rawinput = 'Undocumented commands:', '*** No help on %s', 1

    def __init__(self, completekey='tab', stdin=None, stdout=None):
        self.stdin = sys.stdin if stdin is None else stdin
        self.stdout = sys.stdout if stdout is None else stdout
        self.cmdqueue, self.completekey = [], completekey

    def cmdloop(self, intro=None):
        """Reads and runs lines until a command returns something true."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write(f'{self.intro}\n')
        stop = None
        while not stop:
            line = self.precmd(self.cmdqueue.pop(0) if self.cmdqueue else self._line())
            stop = self.postcmd(self.onecmd(line), line)
        self.postloop()

    def _line(self):
        if self.use_rawinput:
            try:
                return input(self.prompt)
            except EOFError:
                return 'EOF'
        self.stdout.write(self.prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        return line.rstrip('\r\n') if line else 'EOF'

    def precmd(self, line):
        """The line that is run in the place of one."""
        return line

    def postcmd(self, stop, line):
        """Whether the loop ends after a command."""
        return stop

    def preloop(self):
        """Called before the loop."""

    def postloop(self):
        """Called after the loop."""

    def parseline(self, line):
        """Command, rest and the line itself; None, None where it is none."""
        line = line.strip()
        if line.startswith('?'):
            line = f'help {line[1:]}'
        elif line.startswith('!'):
            if not hasattr(self, 'do_shell'):
                return None, None, line
            line = f'shell {line[1:]}'
        if not line:
            return None, None, line
        rest = line.lstrip(self.identchars)
        return line[:len(line) - len(rest)], rest.strip(), line

    def onecmd(self, line):
        """Runs a line; whether the loop ends."""
        command, rest, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if command is None:
            return self.default(line)
        self.lastcmd = '' if line == 'EOF' else line
        run = getattr(self, f'do_{command}', None) if command else None
        return self.default(line) if run is None else run(rest)

    def emptyline(self):
        """An empty line: the last command again."""
        return self.onecmd(self.lastcmd) if self.lastcmd else None

    def default(self, line):
        """A line that is no command."""
        self.stdout.write(f'*** Unknown syntax: {line}\n')

    def completedefault(self, *ignored):
        """Completions of arguments of commands without a method of their own."""
        return []

    def completenames(self, text, *ignored):
        """The commands that begin with a text."""
        return [name[3:] for name in self.get_names() if name.startswith(f'do_{text}')]

    def complete(self, text, state):
        """The state-th completion of a text; commands at the beginning of the line."""
        if state == 0:
            import readline
            origin = readline.get_line_buffer()
            line = origin.lstrip()
            skipped = len(origin) - len(line)
            begin, end = readline.get_begidx() - skipped, readline.get_endidx() - skipped
            finder = self.completenames
            if begin > 0:
                command = self.parseline(line)[0]
                finder = getattr(self, f'complete_{command}', self.completedefault) if command else self.completedefault
            self.completion_matches = finder(text, line, begin, end)
        return self.completion_matches[state] if state < len(self.completion_matches) else None

    def get_names(self):
        """The names of the class."""
        return dir(type(self))

    def complete_help(self, *args):
        """Commands and topics of help."""
        return list({*self.completenames(*args), *(name[5:] for name in self.get_names() if name.startswith('help_' + args[0]))})

    def do_help(self, arg):
        'List available commands with "help" or detailed help with "help cmd".'
        if arg:
            topic = getattr(self, f'help_{arg}', None)
            if topic is not None:
                topic()
                return
            text = getattr(getattr(self, f'do_{arg}', None), '__doc__', None)
            self.stdout.write(f'{text or self.nohelp % (arg,)}\n')
            return
        names = sorted(set(self.get_names()))
        topics = {name[5:] for name in names if name.startswith('help_')}
        commands = [name[3:] for name in names if name.startswith('do_')]
        told = [name for name in commands if name in topics or getattr(self, f'do_{name}').__doc__]
        self.stdout.write(f'{self.doc_leader}\n')
        self.print_topics(self.doc_header, told, 15, 80)
        self.print_topics(self.misc_header, sorted(topics.difference(commands)), 15, 80)
        self.print_topics(self.undoc_header, [name for name in commands if name not in told], 15, 80)

    def print_topics(self, header, cmds, cmdlen, maxcol):
        """A heading and names in columns."""
        if cmds:
            self.stdout.write(f'{header}\n')
            if self.ruler:
                self.stdout.write(f'{self.ruler * len(header)}\n')
            self.columnize(cmds, maxcol - 1)
            self.stdout.write('\n')

    def columnize(self, list, displaywidth=80):
        """Texts in as few rows as fit, column by column."""
        if not list:
            self.stdout.write('<empty>\n')
            return
        wrong = [i for i, item in enumerate(list) if not isinstance(item, str)]
        if wrong:
            raise TypeError(f"list[i] not a string for i in {', '.join(map(str, wrong))}")
        for rows in range(1, len(list) + 1):
            columns = [list[start:start + rows] for start in range(0, len(list), rows)]
            widths = [max(map(len, column)) for column in columns]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth or rows == len(list):
                break
        for row in range(rows):
            cells = [column[row] for column in columns if row < len(column)]
            widened = [cell.ljust(width) for cell, width in zip(cells, widths)] if rows > 1 and len(columns) > 1 else cells
            self.stdout.write('  '.join(widened) + '\n')
