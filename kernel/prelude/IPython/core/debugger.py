"""The debugger of a notebook: pdb's, with several coloured lines of source around each place and IPython's commands.

In a kernel, pdb.Pdb and pdb.set_trace are these, and so is what breakpoint() opens.
"""
import sys

import _shell
import pdb
from bdb import _here
from pdb import Pdb as OldPdb

__all__ = ['Pdb', 'InterruptiblePdb', 'set_trace', 'post_mortem']

_BEYOND = ('all frames %s skipped (hidden frames and ignored modules). Use `skip_hidden False` for hidden frames or unignore_module for '
           'ignored modules.')
_PREDICATES = {'tbhide': True, 'readonly': False, 'ipython_internal': True, 'debuggerskip': True}


class Pdb(OldPdb):
    """Pdb as IPython shows it. context: how many lines of source stand around a place."""

    def __init__(self, completekey=None, stdin=None, stdout=None, context=5, **kwargs):
        if context is None:
            context = 5
        try:
            self.context = int(context)
        except (TypeError, ValueError):
            self.context = 0
        if self.context <= 0:
            raise ValueError('Context must be a positive integer')
        super().__init__(completekey, stdin, stdout, **kwargs)
        self.prompt = 'ipdb> '
        self.ignored_modules = set()
        self.skip_hidden = True
        self._predicates = dict(_PREDICATES)
        self._chain, self._chosen = [], 0
        self.shell = get_ipython()
        self.shell.call_pdb  # IPython's side is needed from here on: it deals with BdbQuit

    # ---- places ----

    def _lines(self, frame):
        import linecache
        return linecache.getlines(frame.f_code.co_filename, frame.f_globals)

    def _rows(self, frame, current, first, last, bright=False):
        """Numbered lines of the source of a frame, the current one marked, those of breakpoints with their numbers."""
        file, lines = frame.f_code.co_filename, self._lines(frame)
        rows = []
        for number in range(max(first, 1), min(last, len(lines)) + 1):
            points = self.get_breaks(file, number)
            mark = str(points[-1].number) if points else ''
            width = 7 - len(mark)
            colour = '\x1b[32m'
            if number == current:
                head = '-' * (width - len(str(number)) - 2) + '> ' + str(number)
            else:
                head, colour = str(number).rjust(width), '\x1b[92m' if bright else colour
            before = ('\x1b[91m%s\x1b[39m' if points and points[-1].enabled else '\x1b[92m%s\x1b[39m') % mark if mark else ''
            rows.append('%s%s%s\x1b[39m %s\n' % (before, colour, head, _shell.colour(lines[number - 1].rstrip('\n'))))
        return ''.join(rows)

    def format_stack_entry(self, frame_lineno, lprefix='', mark=''):
        """A frame: file(line)function() and the lines around; what it returns stands before that."""
        import reprlib
        frame, line = frame_lineno
        names = frame.f_locals
        value = reprlib.repr(names['__return__']) + '\n' if '__return__' in names else ''
        head = '\x1b[32m%s\x1b[39m(\x1b[92m%d\x1b[39m)\x1b[36m%s\x1b[39m\x1b[34m()\x1b[39m\n' % (
            self.canonic(frame.f_code.co_filename), line, frame.f_code.co_name or '<lambda>')
        start = min(max(line - 1 - self.context // 2, 0), max(len(self._lines(frame)) - self.context, 0))
        return value + mark + head + self._rows(frame, line, start + 1, start + self.context)

    def print_stack_entry(self, frame_lineno, prompt_prefix='\n-> '):
        """A frame and the lines around."""
        self.message(self.format_stack_entry(frame_lineno, mark='> '))

    def do_where(self, arg):
        """w(here), bt [count]
        Shows the frames, the innermost one last; a count is that of the lines around each."""
        before = self.context
        if arg:
            try:
                count = int(arg)
            except ValueError as error:
                self.error(str(error))
                return
            self.context = count if count > 0 else before
        try:
            of_cell = not self._live and self.stack[0][0].f_code.co_name == '<module>'  # which the shell has run
            text = '' if not of_cell else '\x1b[31m    [... skipping 1 hidden frame(s)]\x1b[39m\n'
            for entry in self.stack:
                text += self.format_stack_entry(entry, mark='> ' if entry[0] is self.curframe else '  ')
            self.message(text)
        finally:
            self.context = before

    do_w = do_bt = do_where

    def _move(self, arg, end, told, onwards):
        try:
            count = int(arg or 1)
        except ValueError:
            self.error('Invalid frame count (%s)' % arg)
            return
        beyond = _BEYOND % ('above' if onwards < 0 else 'below')
        if self.curindex == end:
            self.error(beyond if onwards < 0 else told)
        elif count < 0:
            self._select_frame(end)
        elif not 0 <= self.curindex + onwards * count < len(self.stack):
            self.error(beyond)
        else:
            self._select_frame(self.curindex + onwards * count)

    def is_skipped_module(self, module_name):
        """Whether a module is passed over: one of `skip`, or one that ignore_module has named."""
        import fnmatch
        return any(fnmatch.fnmatch(module_name or '', each) for each in (*(self.skip or ()), *self.ignored_modules))

    def stop_here(self, frame):
        """Whether this is a place to stop: also not in modules that are ignored."""
        if self.ignored_modules and self.is_skipped_module(frame.f_globals.get('__name__')):
            return False
        names = frame.f_locals if self.skip_hidden else {}
        if self._predicates['debuggerskip'] and names.get('__debuggerskip__') or self._predicates['tbhide'] and names.get('__tracebackhide__'):
            return False
        return super().stop_here(frame)

    # ---- lines of source ----

    def do_list(self, arg):
        """l(ist) [first[, last] | .]
        Shows 11 lines around the current one or the given one, then those behind them; last below first is a number of lines."""
        current = self.tb_lineno.get(self.curframe, self.curframe.f_lineno)
        wanted = self._list_range(arg, current)
        if wanted is not None:
            self.message(self._rows(self.curframe, current, *wanted, bright=True))
            self.lineno = min(wanted[1], len(self._lines(self.curframe)))

    do_l = do_list

    def do_longlist(self, arg):
        """ll, longlist
        Shows the whole function."""
        self.lastcmd = 'longlist'
        try:
            lines, first = self._getsourcelines(self.curframe)
        except OSError as error:
            self.error(error)
            return
        current = self.tb_lineno.get(self.curframe, self.curframe.f_lineno)
        self.message(self._rows(self.curframe, current, first, first + len(lines), bright=True))
        self.lineno = first + len(lines)

    do_ll = do_longlist

    # ---- IPython's commands ----

    def do_context(self, context):
        """context count
        How many lines of source are shown around a place."""
        try:
            count = int(context)
            if count <= 0:
                raise ValueError
        except ValueError:
            self.error("The 'context' command requires a positive integer argument (current value %s)." % self.context)
        else:
            self.context = count

    def do_skip_hidden(self, arg):
        """skip_hidden [yes | no]
        Whether functions that hide themselves (`__tracebackhide__`, `__debuggerskip__`) are passed over."""
        word = arg.strip().lower()
        if word in ('true', 'yes'):
            self.skip_hidden = True
        elif word in ('false', 'no'):
            self.skip_hidden = False
        else:
            self.message("skip_hidden = %s, use 'yes','no', 'true', or 'false' to change." % self.skip_hidden)

    def do_skip_predicates(self, args):
        """skip_predicates [name value]
        Which frames are passed over."""
        words = args.strip().split(' ')
        if not args.strip():
            self.message('current predicates:')
            for name, value in self._predicates.items():
                self.message('    %s : %s' % (name, value))
        elif len(words) != 2 or words[0] not in self._predicates:
            self.message('Usage: skip_predicates <type> <value>, with <type> one of %s' % set(self._predicates))
        elif words[1].lower() not in ('true', 'yes', 'false', 'no'):
            self.message('%r is invalid - use one of %s' % (words[1], ('true', 'yes', 'false', 'no')))
        else:
            self._predicates[words[0]] = words[1].lower() in ('true', 'yes')

    def do_ignore_module(self, arg):
        """ignore_module [name]
        Does not stop in a module (a pattern of names); alone, lists those that are ignored."""
        if arg.strip():
            self.ignored_modules.add(arg.strip())
        elif self.ignored_modules:
            self.message('Currently ignored modules: %s' % sorted(self.ignored_modules))
        else:
            self.message('No modules are currently ignored.')

    def do_unignore_module(self, arg):
        """unignore_module [name]
        Stops in a module again; alone, lists those that are ignored."""
        name = arg.strip()
        if not name:
            self.do_ignore_module('')
        elif name in self.ignored_modules:
            self.ignored_modules.remove(name)
        else:
            self.message('Module %s is not currently ignored' % name)
            self.do_ignore_module('')

    def do_exceptions(self, arg):
        """exceptions [number]
        Lists the exceptions of the chain, or looks into one of them."""
        if not self._chain:
            self.message('Did not find chained exceptions. To move between exceptions, pdb/post_mortem must be given an exception object '
                         'rather than a traceback.')
            return
        if not arg:
            for number, error in enumerate(self._chain):
                mark = '>' if number == self._chosen else ' ' if error.__traceback__ is not None else '-'
                self.message('%s %s %r' % (mark, str(number).rjust(3), error))
            return
        try:
            number = int(arg)
        except ValueError:
            self.error('Argument must be an integer')
            return
        if not 0 <= number < len(self._chain):
            self.error('No exception with that number')
        elif self._chain[number].__traceback__ is None:
            self.error('This exception does not have a traceback, cannot jump to it')
        else:
            self._chosen = number
            self.setup(None, _shown(self._chain[number].__traceback__))
            self.print_stack_entry(self.stack[self.curindex])

    do_exception = do_exceptions

    def _inspect(self, magic, arg):
        shell = get_ipython()
        kept = {name: shell.user_ns[name] for name in self.curframe_locals if name in shell.user_ns}
        if self.curframe_locals is not shell.user_ns:
            shell.user_ns.update(self.curframe_locals)
        try:
            shell.run_line_magic(magic, arg)
        finally:
            if self.curframe_locals is not shell.user_ns:
                for name in self.curframe_locals:
                    shell.user_ns.pop(name, None)
                shell.user_ns.update(kept)

    # ---- beginnings ----

    def setup(self, f, tb):
        """Takes the frames of a stop, or of an exception."""
        self._live = f is not None
        return super().setup(f, tb)

    def look_into(self, error):
        """Asks for commands on the frames of an exception."""
        traceback = _shown(error.__traceback__)
        if traceback is None:
            print('No traceback to debug.')
            return
        self._chain = _chain_of(error)
        self._chosen = len(self._chain) - 1
        try:
            self.reset()
            self.interaction(None, traceback)
        finally:
            self._chain = []


def _magic(name):
    def command(self, arg):
        self._inspect(name, arg)
    command.__doc__ = '%s name\n        What %%%s says.' % (name, name)
    return command


for _name in ('pinfo', 'pinfo2', 'pdoc', 'pdef', 'pfile', 'psource'):
    setattr(Pdb, 'do_' + _name, _magic(_name))
del _name

InterruptiblePdb = Pdb


def _shown(traceback):
    """A traceback from its first frame of the program on."""
    while traceback is not None and _shell.is_hidden(traceback):
        traceback = traceback.tb_next
    return traceback


def _chain_of(error):
    """The exceptions that led to one, the first of them first."""
    chain = []
    while error is not None and error not in chain:
        chain.insert(0, error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return chain


def set_trace(frame=None, header=None):
    """Stops in a frame, by default that of the caller."""
    debugger = Pdb()
    if header is not None:
        debugger.message(header)
    debugger.set_trace(frame or _here())


_kept = []


def post_mortem(error):
    """Looks into the frames of an exception. Breakpoints, aliases and the last command stay for the next time."""
    if not _kept:
        _kept.append(Pdb())
    _kept[0].look_into(error)


pdb.Pdb, pdb.set_trace = Pdb, set_trace
