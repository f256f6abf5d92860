"""Programs that are talked to in lines: the first word of a line is a command, the rest is its argument.

A class derived from Cmd has a method do_NAME for each command, and perhaps help_NAME for what explains it.
"""
import string
import sys

__all__ = ['Cmd']
PROMPT = '(Cmd) '
IDENTCHARS = string.ascii_letters + string.digits + '_'


class Cmd:
    """Reads lines, runs the commands that they name and stops when one of them answers with something true."""

    prompt = PROMPT
    identchars = IDENTCHARS
    ruler = '='
    lastcmd = ''
    intro = None
    doc_leader = ''
    doc_header = 'Documented commands (type help <topic>):'
    misc_header = 'Miscellaneous help topics:'
    undoc_header = 'Undocumented commands:'
    nohelp = '*** No help on %s'
    use_rawinput = 1

    def __init__(self, completekey='tab', stdin=None, stdout=None):
        self.stdin = sys.stdin if stdin is None else stdin
        self.stdout = sys.stdout if stdout is None else stdout
        self.cmdqueue = []
        self.completekey = completekey

    # ---- the loop ----

    def _next_line(self):
        """The next line: one that waits, or the answer to the prompt; 'EOF' at the end of the input."""
        if self.cmdqueue:
            return self.cmdqueue.pop(0)
        if self.use_rawinput:
            try:
                return input(self.prompt)
            except EOFError:
                return 'EOF'
        self.stdout.write(self.prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        return line.rstrip('\r\n') if line else 'EOF'

    def cmdloop(self, intro=None):
        """Asks for lines and runs them until a command ends the loop."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write('%s\n' % self.intro)
        over = None
        while not over:
            line = self.precmd(self._next_line())
            over = self.postcmd(self.onecmd(line), line)
        self.postloop()

    def preloop(self):
        """Called once before the first line."""

    def postloop(self):
        """Called once after the last line."""

    def precmd(self, line):
        """The line that is run in the place of the one that was read."""
        return line

    def postcmd(self, stop, line):
        """After a line: whether the loop ends."""
        return stop

    # ---- one line ----

    def parseline(self, line):
        """(command, argument, line) of a line; the command is None where the line names none."""
        line = line.strip()
        if line[:1] == '?':
            line = 'help ' + line[1:]
        elif line[:1] == '!':
            if not hasattr(self, 'do_shell'):
                return None, None, line
            line = 'shell ' + line[1:]
        if not line:
            return None, None, line
        name = line[:len(line) - len(line.lstrip(self.identchars))]
        return name, line[len(name):].strip(), line

    def onecmd(self, line):
        """Runs a line as if it had been read; what its command answers."""
        name, argument, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if name is None:
            return self.default(line)
        self.lastcmd = '' if line == 'EOF' else line
        command = getattr(self, 'do_' + name, None) if name else None
        return self.default(line) if command is None else command(argument)

    def emptyline(self):
        """An empty line runs the last command once more."""
        if self.lastcmd:
            return self.onecmd(self.lastcmd)

    def default(self, line):
        """A line whose first word is no command."""
        self.stdout.write('*** Unknown syntax: %s\n' % line)

    # ---- completion ----

    def completedefault(self, *ignored):
        """How the argument of a command continues that has no complete_NAME."""
        return []

    def completenames(self, text, *ignored):
        """The commands that begin with a text."""
        return [name[3:] for name in self.get_names() if name.startswith('do_' + text)]

    def complete_help(self, *args):
        """Commands and topics that help explains."""
        topics = {name[5:] for name in self.get_names() if name.startswith('help_' + args[0])}
        return list(topics | set(self.completenames(*args)))

    def complete(self, text, state):
        """The continuation number `state` of a text, as readline asks for them; None after the last one."""
        if state == 0:
            import readline
            whole = readline.get_line_buffer()
            line = whole.lstrip()
            cut = len(whole) - len(line)
            begin, end = readline.get_begidx() - cut, readline.get_endidx() - cut
            name = self.parseline(line)[0] if begin > 0 else None
            how = self.completenames if begin <= 0 else getattr(self, 'complete_%s' % name, self.completedefault)
            self.completion_matches = how(text, line, begin, end)
        return self.completion_matches[state] if state < len(self.completion_matches) else None

    def get_names(self):
        """The names of the class and of those that it derives from."""
        return dir(self.__class__)

    # ---- help ----

    def _explain(self, name):
        explanation = getattr(self, 'help_' + name, None)
        if explanation is not None:
            explanation()
            return
        text = getattr(getattr(self, 'do_' + name, None), '__doc__', None)
        self.stdout.write('%s\n' % str(text if text else self.nohelp % (name,)))

    def do_help(self, arg):
        """List the commands with "help", or explain one with "help COMMAND"."""
        if arg:
            self._explain(arg)
            return
        names = sorted(set(self.get_names()))
        topics = [name[5:] for name in names if name.startswith('help_')]
        commands = [name[3:] for name in names if name.startswith('do_')]
        explained = [name for name in commands if name in topics or getattr(self, 'do_' + name).__doc__]
        self.stdout.write('%s\n' % str(self.doc_leader))
        self.print_topics(self.doc_header, explained, 15, 80)
        self.print_topics(self.misc_header, [name for name in topics if name not in commands], 15, 80)
        self.print_topics(self.undoc_header, [name for name in commands if name not in explained], 0, 80)

    def print_topics(self, header, cmds, cmdlen, maxcol):
        """A heading and names in columns under it; nothing where there are no names."""
        if not cmds:
            return
        rule = '%s\n' % str(self.ruler * len(header)) if self.ruler else ''
        self.stdout.write('%s\n%s' % (str(header), rule))
        self.columnize(cmds, maxcol - 1)
        self.stdout.write('\n')

    def columnize(self, list, displaywidth=80):
        """Texts in as few rows as fit into the width, one column after the other."""
        if not list:
            self.stdout.write('<empty>\n')
            return
        wrong = [str(number) for number, each in enumerate(list) if not isinstance(each, str)]
        if wrong:
            raise TypeError('list[i] not a string for i in %s' % ', '.join(wrong))
        count = len(list)
        if count == 1:
            self.stdout.write('%s\n' % str(list[0]))
            return
        for rows in range(1, count + 1):
            columns = [list[at:at + rows] for at in range(0, count, rows)]
            widths = [max(map(len, column)) for column in columns]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth:
                break
        else:
            rows, columns, widths = count, [list], [0]
        for row in range(rows):
            texts = [column[row] if row < len(column) else '' for column in columns]
            while texts and not texts[-1]:
                texts.pop()
            self.stdout.write('  '.join(text.ljust(width) for text, width in zip(texts, widths)) + '\n')
