"""The debugger: stops a program, shows where it is and what its variables hold, and goes on step by step.

breakpoint() or pdb.set_trace() stop in the line behind them, run(), runeval() and runcall() debug from the start on,
post_mortem() and pm() look into the frames of an exception, `tensor-kernel run -m pdb FILE` debugs a program.
"""
import bdb
import cmd
import sys

from bdb import _here

__all__ = ['run', 'pm', 'Pdb', 'runeval', 'runctx', 'runcall', 'set_trace', 'post_mortem', 'help']
line_prefix = '\n-> '


class Restart(Exception):
    """Begins the program anew."""


def find_function(funcname, filename):
    """(name, file, line) of the `def` of a function in a file, or None."""
    try:
        import tokenize
        with tokenize.open(filename) as file:
            lines = file.read().splitlines()
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None
    for number, line in enumerate(lines, 1):
        words = line.split(None, 1)
        if words[:1] == ['def'] and len(words) == 2 and words[1].partition('(')[0].rstrip() == funcname and '(' in words[1]:
            return funcname, filename, number
    return None


def _last_line(error):
    """"Class: text" of an exception, as the last line of a traceback has it."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ in ('builtins', '__main__') else '%s.%s' % (kind.__module__, kind.__qualname__)
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        text = '<exception str() failed>'
    notes = getattr(error, '__notes__', None)
    if notes:
        return str(notes[-1]).strip()
    return ('%s: %s' % (name, text) if text else name).strip()


def _count_or_error(text, kind, message):
    """A number as text, or None after an error message."""
    try:
        return kind(text)
    except ValueError:
        message()
        return None


class _Unknown(str):
    """What is shown in the place of a value that has none: its repr is the text itself."""

    def __repr__(self):
        return str(self)


class Pdb(bdb.Bdb, cmd.Cmd):
    """The debugger with its commands; do_NAME is the command NAME.

    stdin, stdout: other streams than the program's; skip: patterns of modules that it does not stop in; readrc: whether
    the commands in ~/.pdbrc and ./.pdbrc are run first.
    """

    commands_resuming = ['do_continue', 'do_step', 'do_next', 'do_return', 'do_quit', 'do_jump']

    prompt = '(Pdb) '
    mainpyfile = ''
    _wait_for_mainpyfile = False
    commands_defining = False
    commands_bnum = None

    def __init__(self, completekey='tab', stdin=None, stdout=None, skip=None, nosigint=False, readrc=True):
        for base, options in ((bdb.Bdb, {'skip': skip}), (cmd.Cmd, {'completekey': completekey, 'stdin': stdin, 'stdout': stdout})):
            base.__init__(self, **options)
        if stdout:
            self.use_rawinput = 0
        self.nosigint = nosigint
        for table in ('aliases', 'displaying', 'tb_lineno', 'commands', 'commands_doprompt', 'commands_silent'):
            setattr(self, table, {})
        self.rcLines = self._read_rc() if readrc else []
        self.forget()

    def _read_rc(self):
        import os
        lines = []
        for path in (os.path.expanduser('~/.pdbrc'), '.pdbrc'):
            try:
                with open(path, encoding='utf-8') as file:
                    lines += file.read().splitlines(True)
            except OSError:
                pass
        return lines

    # ---- stops ----

    def reset(self):
        """Forgets where the program was."""
        bdb.Bdb.reset(self)
        self.forget()

    def forget(self):
        """Lets go of the frames."""
        self.lineno = None
        self.stack = []
        self.curindex = 0
        self.curframe = None
        self.curframe_locals = {}
        self.tb_lineno.clear()

    def setup(self, f, tb):
        """Takes the frames of a stop and runs the lines of .pdbrc; true: one of these has gone on already."""
        self.forget()
        self.stack, self.curindex = self.get_stack(f, tb)
        while tb is not None:  # a frame may have gone on in a handler since
            self.tb_lineno[tb.tb_frame] = tb.tb_lineno
            tb = tb.tb_next
        self.curframe = self.stack[self.curindex][0]
        self.curframe_locals = self.curframe.f_locals
        return self.execRcLines()

    def execRcLines(self):
        """Runs the lines of .pdbrc, once; true: one of them goes on."""
        lines, self.rcLines = self.rcLines, []
        while lines:
            line = lines.pop(0).strip()
            if line and line[0] != '#' and self.onecmd(self.precmd(line)):
                self.rcLines = lines
                return True
            lines[:0], self.cmdqueue = self.cmdqueue, []
        return None

    def _stop(self, frame, text):
        """A stop that says what has happened."""
        if self._wait_for_mainpyfile:
            return
        self.message(text)
        self.interaction(frame, None)

    def user_call(self, frame, argument_list):
        """A function is called."""
        if self.stop_here(frame):
            self._stop(frame, '--Call--')

    def user_line(self, frame):
        """A line begins."""
        if self._wait_for_mainpyfile:
            if self.mainpyfile != self.canonic(frame.f_code.co_filename) or frame.f_lineno <= 0:
                return
            self._wait_for_mainpyfile = False
        if self.bp_commands(frame):
            self.interaction(frame, None)

    def user_return(self, frame, return_value):
        """A function returns; its value is the variable __return__ of the frame."""
        if not self._wait_for_mainpyfile:
            frame.f_locals['__return__'] = return_value
            self._stop(frame, '--Return--')

    def user_exception(self, frame, exc_info):
        """An exception has come; it is the variable __exception__ of the frame."""
        if self._wait_for_mainpyfile:
            return
        kind, error, traceback = exc_info
        frame.f_locals['__exception__'] = kind, error
        inner = 'Internal ' if not traceback and kind is StopIteration else ''
        self.message(inner + _last_line(error))
        self.interaction(frame, traceback)

    def bp_commands(self, frame):
        """Runs the commands of the breakpoint that stopped; true: it has none, and the user is asked."""
        number = getattr(self, 'currentbp', None)
        if not number or number not in self.commands:
            return 1
        self.currentbp = 0
        before = self.lastcmd
        self.setup(frame, None)
        for line in self.commands[number]:
            self.onecmd(line)
        self.lastcmd = before
        if not self.commands_silent[number]:
            self.print_stack_entry(self.stack[self.curindex])
        if self.commands_doprompt[number]:
            self._cmdloop()
        self.forget()
        return None

    def interaction(self, frame, traceback):
        """Shows the place and asks for commands until one goes on."""
        if not self.setup(frame, traceback):
            self.print_stack_entry(self.stack[self.curindex])
            self._cmdloop()
        self.forget()

    def _cmdloop(self):
        while True:
            try:
                self.cmdloop()
                return
            except KeyboardInterrupt:
                self.message('--KeyboardInterrupt--')

    def preloop(self):
        """Before the first question of a stop: what `display` watches and has changed."""
        watched = self.displaying.get(self.curframe, {})
        for text, before in list(watched.items()):
            now = self._getval_except(text)
            if now is not before and now != before:
                watched[text] = now
                self.message('display %s: %r  [old: %r]' % (text, now, before))

    # ---- lines ----

    def precmd(self, line):
        """A line with its alias replaced; what stands behind `;;` waits."""
        if not line.strip():
            return line
        words = line.split()
        while words[0] in self.aliases:
            line = self.aliases[words[0]]
            for number, word in enumerate(words[1:], 1):
                line = line.replace('%' + str(number), word)
            line = line.replace('%*', ' '.join(words[1:]))
            words = line.split()
        if words[0] != 'alias' and ';;' in line:
            line, _, later = line.partition(';;')
            self.cmdqueue.insert(0, later.lstrip())
            line = line.rstrip()
        return line

    def onecmd(self, line):
        """Runs a line, or keeps it as a command of a breakpoint."""
        return self.handle_command_def(line) if self.commands_defining else cmd.Cmd.onecmd(self, line)

    def handle_command_def(self, line):
        """A line of `commands`; true: it was the last one."""
        name, argument, line = self.parseline(line)
        if not name:
            return None
        if name in ('silent', 'end', 'EOF'):
            if name == 'silent':
                self.commands_silent[self.commands_bnum] = True
            return name != 'silent' or None
        self.commands[self.commands_bnum].append(name + ' ' + argument if argument else name)
        function = getattr(self, 'do_' + name, self.default)
        if function.__name__ in self.commands_resuming:
            self.commands_doprompt[self.commands_bnum] = False
            return True
        return None

    def default(self, line):
        """What is no command is a statement, run in the frame."""
        if line[:1] == '!':
            line = line[1:]
        kept = sys.stdout, sys.stdin, sys.displayhook
        try:
            code = compile(line + '\n', '<stdin>', 'single')
            try:
                sys.stdin, sys.stdout, sys.displayhook = self.stdin, self.stdout, self.displayhook
                exec(code, self.curframe.f_globals, self.curframe_locals)
            finally:
                sys.stdout, sys.stdin, sys.displayhook = kept
        except:
            self._error_exc()

    def displayhook(self, obj):
        """Shows the value of a statement; _ stays what it is."""
        if obj is not None:
            self.message(repr(obj))

    def message(self, msg):
        """A line for the user."""
        print(msg, file=self.stdout)

    def error(self, msg):
        """A line that says what is wrong."""
        print('***', msg, file=self.stdout)

    def _error_exc(self):
        self.error(_last_line(sys.exc_info()[1]))

    # ---- values ----

    def _getval(self, arg):
        """The value of an expression in the frame; an error is told and raised."""
        try:
            return eval(arg, self.curframe.f_globals, self.curframe_locals)
        except:
            self._error_exc()
            raise

    def _getval_except(self, arg, frame=None):
        """The value of an expression, or what says why it has none."""
        try:
            if frame is None:
                return eval(arg, self.curframe.f_globals, self.curframe_locals)
            return eval(arg, frame.f_globals, frame.f_locals)
        except BaseException as error:
            return _Unknown('** raised %s **' % _last_line(error))

    def _with_value(self, arg, show):
        """Shows the value of an expression, if it has one."""
        try:
            value = self._getval(arg)
        except:
            return
        try:
            show(value)
        except:
            self._error_exc()

    def _safe_repr(self, obj, expr):
        try:
            return repr(obj)
        except Exception as error:
            return _Unknown('*** repr(%s) failed: %s ***' % (expr, _last_line(error)))

    def do_p(self, arg):
        """p expression
        Shows the value of the expression."""
        self._with_value(arg, lambda value: self.message(repr(value)))

    def do_pp(self, arg):
        """pp expression
        Shows the value of the expression, laid out over several lines where it is long."""
        from pprint import pformat
        self._with_value(arg, lambda value: self.message(pformat(value)))

    def do_whatis(self, arg):
        """whatis expression
        Shows what kind of value it is."""
        try:
            value = self._getval(arg)
        except:
            return
        code = getattr(getattr(value, '__func__', None), '__code__', None)
        kind = 'Method' if code else 'Function'
        code = code or getattr(value, '__code__', None)
        if code:
            self.message('%s %s' % (kind, code.co_name))
        elif value.__class__ is type:
            self.message('Class %s.%s' % (value.__module__, value.__qualname__))
        else:
            self.message(type(value))

    def do_display(self, arg):
        """display [expression]
        Shows the value now and whenever the program stops in this frame with another one; alone, all that are shown so."""
        watched = self.displaying.setdefault(self.curframe, {})
        if arg:
            watched[arg] = self._getval_except(arg)
        else:
            self.message('Currently displaying:')
        for text in (arg,) if arg else watched:
            self.message(('display ' if arg else '') + text + ': ' + str(self._safe_repr(watched[text], text)))

    def do_undisplay(self, arg):
        """undisplay [expression]
        Does not show the expression any more; alone, none of this frame."""
        if not arg:
            self.displaying.pop(self.curframe, None)
        elif arg in self.displaying.get(self.curframe, {}):
            del self.displaying[self.curframe][arg]
        else:
            self.error('not displaying %s' % arg)

    def do_args(self, arg):
        """a(rgs)
        Shows the arguments of the function."""
        code, names = self.curframe.f_code, self.curframe_locals
        count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
        for name in code.co_varnames[:count]:
            self.message('%s = %s' % (name, self._safe_repr(names[name], name) if name in names else '*** undefined ***'))

    def do_retval(self, arg):
        """retval
        Shows what the function has returned, where it has stopped at its end."""
        if '__return__' in self.curframe_locals:
            self.message(repr(self.curframe_locals['__return__']))
        else:
            self.error('Not yet returned!')

    # ---- going on ----

    def do_step(self, arg):
        """s(tep)
        Runs to the next line, also into a function that is called."""
        self.set_step()
        return 1

    def do_next(self, arg):
        """n(ext)
        Runs to the next line of this function, or to its end."""
        self.set_next(self.curframe)
        return 1

    def do_return(self, arg):
        """r(eturn)
        Runs until this function returns."""
        self.set_return(self.curframe)
        return 1

    def do_continue(self, arg):
        """c(ont(inue))
        Runs to the next breakpoint."""
        self.set_continue()
        return 1

    def do_until(self, arg):
        """unt(il) [line]
        Runs to a line behind this one, or to the given line or one behind it; ends with the function, too."""
        line = None
        if arg:
            line = _count_or_error(arg, int, lambda: self.error('Error in argument: %r' % arg))
            if line is None:
                return None
            if line <= self.curframe.f_lineno:
                self.error('"until" line number is smaller than current line number')
                return None
        self.set_until(self.curframe, line)
        return 1

    def do_jump(self, arg):
        """j(ump) line
        Goes on at another line of this frame; only the innermost one can jump, and not into a loop or block."""
        last = len(self.stack) - 1
        if self.curindex != last:
            self.error('You can only jump within the bottom frame')
        elif bdb._number_of(arg) is None:
            self.error("The 'jump' command requires a line number")
        else:
            try:
                self.curframe.f_lineno = int(arg)
            except ValueError as error:
                self.error('Jump failed: %s' % error)
                return
            self.stack[last] = self.curframe, int(arg)
            self.print_stack_entry(self.stack[last])

    def do_run(self, arg):
        """run [arguments]
        Begins the program anew, with these arguments; restart is the same."""
        words = None
        if arg:
            try:
                import shlex
                words = shlex.split(arg)
            except (ValueError, ImportError) as problem:
                self.error('Cannot run %s: %s' % (arg, problem))
                return
        if words is not None:
            sys.argv = sys.argv[:1] + words
        raise Restart

    def do_debug(self, arg):
        """debug statement
        Debugs a statement in this frame with a debugger of its own."""
        within = type(self)(self.completekey, self.stdin, self.stdout)
        within.prompt, within.use_rawinput = '(%s) ' % self.prompt.strip(), self.use_rawinput
        program = arg, self.curframe.f_globals, self.curframe_locals
        self.message('ENTERING RECURSIVE DEBUGGER')
        sys.settrace(None)
        try:
            sys.call_tracing(within.run, program)
        except Exception:
            self._error_exc()
        finally:
            sys.settrace(self.trace_dispatch)
        self.message('LEAVING RECURSIVE DEBUGGER')
        self.lastcmd = within.lastcmd

    def do_quit(self, arg):
        """q(uit), exit
        Ends the program."""
        self._user_requested_quit = True
        self.set_quit()
        return 1

    def do_EOF(self, arg):
        """EOF
        The end of the input ends the program as quit does."""
        self.message('')
        return self.do_quit(arg)

    def do_interact(self, arg):
        """interact
        Reads statements with the names of this frame until the end of the input."""
        try:
            import code
        except ImportError:
            self._error_exc()
            return
        names = {**self.curframe.f_globals, **self.curframe_locals}
        code.interact('*interactive*', local=names)

    # ---- frames ----

    def _select_frame(self, number):
        self.curindex = number
        self.curframe = self.stack[number][0]
        self.curframe_locals = self.curframe.f_locals
        self.print_stack_entry(self.stack[number])
        self.lineno = None

    def _move(self, arg, end, told, onwards):
        """To another frame: `count` of them towards the end, a negative number goes to the end itself."""
        if self.curindex == end:
            self.error(told)
            return
        count = _count_or_error(arg or 1, int, lambda: self.error('Invalid frame count (%s)' % arg))
        if count is not None:
            self._select_frame(end if count < 0 else min(max(self.curindex + onwards * count, 0), len(self.stack) - 1))

    def do_up(self, arg):
        """u(p) [count]
        To the frame that has called this one."""
        self._move(arg, 0, 'Oldest frame', -1)

    def do_down(self, arg):
        """d(own) [count]
        To the frame that this one has called."""
        self._move(arg, len(self.stack) - 1, 'Newest frame', 1)

    def do_where(self, arg):
        """w(here), bt
        Shows the frames, the innermost one last."""
        self.print_stack_trace()

    def print_stack_trace(self):
        """All frames of the stop."""
        try:
            for entry in self.stack:
                self.print_stack_entry(entry)
        except KeyboardInterrupt:
            pass

    def print_stack_entry(self, frame_lineno, prompt_prefix=line_prefix):
        """A frame and its line, the current one marked."""
        mark = '> ' if frame_lineno[0] is self.curframe else '  '
        self.message(mark + self.format_stack_entry(frame_lineno, prompt_prefix))

    # ---- source ----

    def do_list(self, arg):
        """l(ist) [first[, last] | .]
        Shows 11 lines around the current one or the given one, then those behind them; last below first is a number of lines."""
        import linecache
        wanted = self._list_range(arg, self.curframe.f_lineno)
        if wanted is None:
            return
        import linecache
        frame, (first, last) = self.curframe, wanted
        lines = linecache.getlines(frame.f_code.co_filename, frame.f_globals)
        self.lineno = min(last, len(lines))
        self._print_lines(lines[first - 1:last], first, self.get_file_breaks(frame.f_code.co_filename), frame)
        if last > len(lines):
            self.message('[EOF]')

    def _list_range(self, arg, current):
        """(first, last) line that `list` shows; None after an error message."""
        self.lastcmd = 'list'
        if arg in ('', '.'):
            begins_anew = arg or self.lineno is None
            first = max(1, current - 5) if begins_anew else self.lineno + 1
            return first, first + 10
        numbers = [bdb._number_of(word) for word in arg.split(',', 1)]
        if None in numbers:
            self.error('Error in argument: %r' % arg)
            return None
        if len(numbers) == 1:
            first = max(1, numbers[0] - 5)
            return first, first + 10
        first, last = numbers
        return first, last if last >= first else first + last

    def _getsourcelines(self, obj):
        """(lines, number of the first) of a frame, function or class."""
        import inspect
        if inspect.isframe(obj):
            import linecache
            lines = linecache.getlines(obj.f_code.co_filename, obj.f_globals)
            if not lines:
                raise OSError('could not get source code')
            if obj.f_code.co_name == '<module>':
                return lines, 1
            obj = obj.f_code
        lines, first = inspect.getsourcelines(obj)
        return lines, max(1, first)

    def do_longlist(self, arg):
        """ll, longlist
        Shows the whole function."""
        breaks = self.get_file_breaks(self.curframe.f_code.co_filename)
        try:
            lines, first = self._getsourcelines(self.curframe)
        except OSError as error:
            self.error(error)
            return
        self._print_lines(lines, first, breaks, self.curframe)

    def do_source(self, arg):
        """source expression
        Shows the source of a function, class or module."""
        try:
            value = self._getval(arg)
        except:
            return
        try:
            lines, first = self._getsourcelines(value)
        except (OSError, TypeError) as error:
            self.error(error)
            return
        self._print_lines(lines, first)

    def _print_lines(self, lines, start, breaks=(), frame=None):
        """Numbered lines: `->` before the current one, `>>` before that of the exception, B at breakpoints."""
        current = raised = -1
        if frame is not None:
            current, raised = frame.f_lineno, self.tb_lineno.get(frame, -1)
        for number, line in enumerate(lines, start):
            place = '->' if number == current else '>>' if number == raised else ''
            head = '%-4s%s%s' % ('%3d' % number, ' B'[number in breaks], place)
            self.message(head + '\t' + line.rstrip())

    # ---- breakpoints ----

    def do_commands(self, arg):
        """commands [number]
        The lines that follow, up to `end`, are run when the breakpoint stops; the last one by default. With `silent` the place
        is not shown; a command that goes on ends the list."""
        if not arg:
            number = len(bdb.Breakpoint.bpbynumber) - 1
        else:
            number = _count_or_error(arg, int, lambda: self.error('Usage: commands [bnum]\n        ...\n        end'))
            if number is None:
                return
        try:
            self.get_bpbynumber(number)
        except ValueError as error:
            self.error('cannot set commands: %s' % error)
            return
        tables = self.commands, self.commands_doprompt, self.commands_silent
        before = [(table, table[number]) for table in tables if number in table]
        self.commands_bnum = number
        for table, value in zip(tables, ([], True, False)):
            table[number] = value
        prompt, self.prompt = self.prompt, '(com) '
        self.commands_defining = True
        try:
            self.cmdloop()
        except KeyboardInterrupt:
            for table in tables:
                del table[number]
            for table, value in before:
                table[number] = value
            self.error('command definition aborted, old commands restored')
        finally:
            self.commands_defining = False
            self.prompt = prompt

    def do_break(self, arg, temporary=0):
        """b(reak) [[file:]line | function[, condition]]
        Sets a breakpoint; alone, lists all of them."""
        if not arg:
            if self.breaks:
                self.message('Num Type         Disp Enb   Where')
                for point in bdb.Breakpoint.bpbynumber:
                    if point:
                        self.message(point.bpformat())
            return
        where, comma, condition = arg.partition(',')
        where, condition = where.rstrip(), condition.lstrip() if comma and where else None
        place = self._place_of(where) if where or not comma else None
        if place is None:
            return
        file, line, function = place
        line = self.checkline(file, line)
        if not line:
            return
        problem = self.set_break(file, line, temporary, condition, function)
        if problem:
            self.error(problem)
            return
        point = self.get_breaks(file, line)[-1]
        self.message('Breakpoint %d at %s:%d' % (point.number, point.file, point.line))

    def _place_of(self, text):
        """(file, line, function) that `file:line`, `line` or a function means; None after an error message."""
        before, colon, after = text.rpartition(':')
        if colon:
            name = before.rstrip()
            file = self.lookupmodule(name)
            if not file:
                self.error('%r not found from sys.path' % name)
                return None
            line = _count_or_error(after.lstrip(), int, lambda: self.error('Bad lineno: %s' % after.lstrip()))
            return None if line is None else (file, line, None)
        try:
            return self.defaultFile(), int(text), None
        except ValueError:
            pass
        try:
            value = eval(text, self.curframe.f_globals, self.curframe_locals)
        except Exception:
            value = text
        code = getattr(getattr(value, '__func__', value), '__code__', None)
        if code is not None:
            return code.co_filename, code.co_firstlineno, code.co_name
        done, file, line = self.lineinfo(text)
        if not done:
            self.error('The specified object %r is not a function or was not found along sys.path.' % text)
            return None
        return file, int(line), done

    def defaultFile(self):
        """The file that a line without file means."""
        file = self.curframe.f_code.co_filename
        return self.mainpyfile if file == '<string>' and self.mainpyfile else file

    def do_tbreak(self, arg):
        """tbreak [[file:]line | function[, condition]]
        Sets a breakpoint that is gone when it has stopped once."""
        self.do_break(arg, 1)

    def lineinfo(self, identifier):
        """(function, file, line) of `function` or `file:function`; (None, None, None): not found."""
        nothing = None, None, None
        words = identifier.split("'")
        name = words[0].strip() if len(words) == 1 else words[1].strip() if len(words) == 3 else ''
        if not name:
            return nothing
        parts = name.split('.')
        if parts[0] == 'self':
            del parts[0]
        if not parts:
            return nothing
        if len(parts) == 1:
            file, function = self.defaultFile(), parts[0]
        else:
            file, function = self.lookupmodule(parts[0]), parts[1]
            if not file:
                return nothing
        return find_function(function, file) or nothing

    def checkline(self, filename, lineno):
        """The line if a breakpoint can be there; 0 after an error message."""
        import linecache
        frame = getattr(self, 'curframe', None)
        text = linecache.getline(filename, lineno, frame and frame.f_globals)
        if text and text.lstrip()[:1] not in ('', '#') and text.lstrip()[:3] not in ('"""', "'''"):
            return lineno
        self.error('Blank or comment') if text else self.message('End of file')
        return 0

    def _each_point(self, arg, act):
        """Does something to each of the breakpoints of a list of numbers, with an error for each that is not there."""
        for word in arg.split():
            try:
                act(self.get_bpbynumber(word))
            except ValueError as error:
                self.error(error)

    def do_enable(self, arg):
        """enable number [number ...]
        Makes breakpoints count that were disabled."""
        def enable(point):
            point.enable()
            self.message('Enabled %s' % point)
        self._each_point(arg, enable)

    def do_disable(self, arg):
        """disable number [number ...]
        Keeps breakpoints in the list, but does not stop at them."""
        def disable(point):
            point.disable()
            self.message('Disabled %s' % point)
        self._each_point(arg, disable)

    def _point_and_rest(self, arg):
        """(breakpoint, the words behind its number); None after an error message."""
        words = arg.split(' ', 1)
        try:
            return self.get_bpbynumber(words[0].strip()), words[1] if len(words) > 1 else None
        except ValueError as error:
            self.error(error)
            return None

    def do_condition(self, arg):
        """condition number [expression]
        The breakpoint stops only where the expression is true; without one, always."""
        found = self._point_and_rest(arg)
        if found is None:
            return
        point, point.cond = found[0], found[1]
        if point.cond:
            self.message('New condition set for breakpoint %d.' % point.number)
        else:
            self.message('Breakpoint %d is now unconditional.' % point.number)

    def do_ignore(self, arg):
        """ignore number [count]
        The breakpoint does not stop the next count times."""
        found = self._point_and_rest(arg)
        if found is None:
            return
        point, count = found
        try:
            count = int((count or '').strip())
        except ValueError:
            count = 0
        point.ignore = count
        if count <= 0:
            self.message('Will stop next time breakpoint %d is reached.' % point.number)
        else:
            crossings = '%d crossings' % count if count > 1 else '1 crossing'
            self.message('Will ignore next %s of breakpoint %d.' % (crossings, point.number))

    def do_clear(self, arg):
        """cl(ear) [file:line | number [number ...]]
        Removes breakpoints; alone, all of them, after a question."""
        if not arg:
            try:
                reply = input('Clear all breaks? ')
            except EOFError:
                reply = 'no'
            if reply.strip().lower() in ('y', 'yes'):
                gone = [point for point in bdb.Breakpoint.bpbynumber if point]
                self.clear_all_breaks()
                self._tell_gone(gone)
            return
        if ':' in arg:
            file, _, line = arg.rpartition(':')
            try:
                line = int(line)
            except ValueError:
                problem = 'Invalid line number (%s)' % line
            else:
                gone = list(self.get_breaks(file, line))
                problem = self.clear_break(file, line)
            if problem:
                self.error(problem)
            else:
                self._tell_gone(gone)
            return
        def clear(point):
            self.clear_bpbynumber(point.number)
            self._tell_gone([point])
        self._each_point(arg, clear)

    def _tell_gone(self, points):
        for point in points:
            self.message('Deleted %s' % point)

    def lookupmodule(self, filename):
        """The path of a file, or of a module without its .py, here or on sys.path; None: not found."""
        import os
        if os.path.isabs(filename) and os.path.exists(filename):
            return filename
        path = os.path.join(sys.path[0], filename)
        if os.path.exists(path) and self.canonic(path) == self.mainpyfile:
            return path
        if not os.path.splitext(filename)[1]:
            filename += '.py'
        if os.path.isabs(filename):
            return filename
        for folder in sys.path:
            path = os.path.join(os.path.realpath(folder), filename)
            if os.path.exists(path):
                return path
        return None

    # ---- names of commands ----

    def do_alias(self, arg):
        """alias [name [command]]
        Names a command; %1, %2 ... in it are the words behind the name, %* all of them. Without command, shows the alias;
        alone, all of them."""
        words = arg.split(None, 1)
        if len(words) == 2:
            self.aliases[words[0]] = words[1].strip()
            return
        for name in words or sorted(self.aliases):
            if name in self.aliases:
                self.message('%s = %s' % (name, self.aliases[name]))
            else:
                self.error('Unknown alias %r' % name)

    def do_unalias(self, arg):
        """unalias name
        Forgets an alias."""
        words = arg.split()
        if words:
            self.aliases.pop(words[0], None)

    def do_help(self, arg):
        """h(elp) [command]
        Lists the commands, or says what one does."""
        if not arg:
            cmd.Cmd.do_help(self, arg)
            return
        explain = getattr(self, 'help_' + arg, None)
        command = getattr(self, 'do_' + arg, None)
        if explain is not None:
            explain()
        elif command is None or command.__doc__ is None:
            self.error('No help for %r' % arg + '; __doc__ string missing' * (command is not None))
        else:
            self.message('\n'.join(line.strip() if number == 0 else '        ' + line.strip()
                                   for number, line in enumerate((command.__doc__ or '').splitlines())))

    def help_exec(self):
        """What a line is that is no command."""
        self.message('(!) statement\n        What is no command is run as a statement in the frame, and its value is shown; `!` before it '
                     'where a command\n        has the same name. `global NAME` before an assignment, on the same line, changes a global name.')

    def help_pdb(self):
        """All commands with their explanations."""
        help()

    do_b, do_cl, do_w, do_bt, do_u, do_d = do_break, do_clear, do_where, do_where, do_up, do_down
    do_unt, do_s, do_n, do_r, do_j, do_restart = do_until, do_step, do_next, do_return, do_jump, do_run
    do_c = do_cont = do_continue
    do_q = do_exit = do_quit
    do_a, do_rv, do_l, do_ll, do_h = do_args, do_retval, do_list, do_longlist, do_help

    # ---- completion ----

    def _complete_bpnumber(self, text, line, begidx, endidx):
        return [str(point.number) for point in bdb.Breakpoint.bpbynumber if point and str(point.number).startswith(text)]

    def _complete_expression(self, text, line, begidx, endidx):
        if self.curframe is None:
            return []
        names = {**self.curframe.f_globals, **self.curframe_locals}
        owner, dot, begin = text.rpartition('.')
        if not dot:
            return [name for name in names if name.startswith(begin)]
        try:
            return [owner + '.' + name for name in dir(eval(owner, names)) if name.startswith(begin)]
        except Exception:
            return []

    def _complete_location(self, text, line, begidx, endidx):
        if line.strip().endswith((':', ',')):
            return []
        import glob
        try:
            found = self._complete_expression(text, line, begidx, endidx)
        except Exception:
            found = []
        return found + [path + ('/' if path[-3:] != '.py' else ':') for path in glob.glob(glob.escape(text) + '*')]

    complete_break = complete_b = complete_tbreak = complete_clear = complete_cl = _complete_location
    complete_commands = complete_enable = complete_disable = complete_condition = complete_ignore = _complete_bpnumber
    complete_print = complete_p = complete_pp = complete_source = complete_whatis = complete_display = _complete_expression
    complete_debug = _complete_expression

    def complete_unalias(self, text, line, begidx, endidx):
        """Aliases that begin with a text."""
        return [name for name in self.aliases if name.startswith(text)]

    def complete_undisplay(self, text, line, begidx, endidx):
        """Watched expressions that begin with a text."""
        return [name for name in self.displaying.get(self.curframe, {}) if name.startswith(text)]


def run(statement, globals=None, locals=None):
    """Debugs statements from their first line on."""
    Pdb().run(statement, globals, locals)


def runeval(expression, globals=None, locals=None):
    """Debugs an expression: its value."""
    return Pdb().runeval(expression, globals, locals)


def runctx(statement, globals, locals):
    """Debugs statements with names of their own."""
    run(statement, globals, locals)


def runcall(*args, **kwds):
    """Debugs a call of a function: what it returns."""
    return Pdb().runcall(*args, **kwds)


def set_trace(*, header=None):
    """Stops in the caller, after a line of text where one is given."""
    debugger = Pdb()
    if header is not None:
        debugger.message(header)
    debugger.set_trace(_here())


def post_mortem(t=None):
    """Looks into the frames of a traceback, that of the exception being handled by default."""
    if t is None:
        t = sys.exc_info()[2]
        if t is None:
            raise ValueError('A valid traceback must be passed if no exception is being handled')
    debugger = Pdb()
    debugger.reset()
    debugger.interaction(None, t)


def pm():
    """Looks into the frames of the exception that was shown last."""
    post_mortem(sys.last_traceback)


# ---- tensor-kernel run -m pdb ----

_USAGE = """usage: pdb.py [-c command] ... [-m module | pyfile] [arg] ...

Debugs the program in the file, or with -m the module or package, from its first line on.

The lines of .pdbrc in your home directory and in the current one are run first, where these files exist, then the
commands given with -c: "-c continue" runs to the first exception, "-c 'until 12'" to line 12."""


def _code_of(words, is_module):
    """(file, code, names) of the program that the command line names."""
    import builtins
    names = {'__name__': '__main__', '__builtins__': builtins, '__spec__': None}
    if is_module:
        import importlib.util
        spec = importlib.util.find_spec(words[0])
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(words[0] + '.__main__')
        if spec is None:
            raise ImportError('No module named %s' % words[0])
        file = spec.origin
        names.update(__spec__=spec, __package__=spec.parent, __loader__=spec.loader)
    else:
        import os
        file = os.path.realpath(words[0])
    with open(file, 'rb') as stream:
        code = compile(stream.read(), file, 'exec')
    names['__file__'] = file
    return file, code, names


def _of_program(error):
    """The traceback of an exception from the first frame of the program on."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame._is_library:
        traceback = traceback.tb_next
    return traceback


class _Program:
    """A program that is debugged again and again, until the user quits."""

    def __init__(self, words, is_module, commands):
        self.words, self.is_module = words, is_module
        self.debugger = Pdb()
        self.debugger.rcLines.extend(commands)
        self.file = words[0]

    def run_once(self):
        """Debugs it from its beginning to its end."""
        import __main__
        debugger = self.debugger
        debugger._wait_for_mainpyfile, debugger._user_requested_quit = True, False
        self.file, code, names = _code_of(self.words, self.is_module)
        debugger.mainpyfile = debugger.canonic(self.file)
        __main__.__dict__.clear()
        __main__.__dict__.update(names)
        debugger.run('exec(code, names)', __main__.__dict__, {'code': code, 'names': __main__.__dict__})

    def run(self):
        """Debugs it until the user quits; what has ended it is told."""
        while True:
            try:
                self.run_once()
                if self.debugger._user_requested_quit:
                    return 0
                print('The program finished and will be restarted')
            except Restart:
                print('Restarting', self.file, 'with arguments:')
                print('\t' + ' '.join(sys.argv[1:]))
            except SystemExit as error:
                print('The program exited via sys.exit(). Exit status:', end=' ')
                print(error)
            except SyntaxError as error:
                self._tell(error)
                return 1
            except BaseException as error:
                self._tell(error)
                self._look_into(error)
                if self.debugger._user_requested_quit:
                    return 0

    def _tell(self, error):
        import traceback
        traceback.print_exception(type(error), error, _of_program(error))

    def _look_into(self, error):
        print('Uncaught exception. Entering post mortem debugging')
        print("Running 'cont' or 'step' will restart the program")
        try:
            self.debugger.interaction(None, _of_program(error))
        except Restart:
            pass
        print('Post mortem debugger finished. The %s will be restarted' % self.file)


def main():
    """Debugs the program that the command line names."""
    import os
    words, commands, is_module = sys.argv[1:], [], False
    while words and words[0] != '--' and words[0][:1] == '-':
        word = words.pop(0)
        if word in ('-h', '--help'):
            print(_USAGE)
            sys.exit()
        letter = word[:2]
        value = word[2:] or (words.pop(0) if words else None)
        if letter not in ('-c', '-m') or value is None:
            problem = 'option %s requires argument' % letter if letter in ('-c', '-m') else 'option %s not recognized' % letter
            print('pdb.py: ' + problem, file=sys.stderr)
            sys.exit(2)
        if letter == '-m':
            is_module = True
            words.insert(0, value)
            break
        commands.append(value)
    if not words:
        print(_USAGE)
        sys.exit(2)
    if not is_module and not os.path.exists(words[0]):
        print('Error: %s does not exist' % words[0])
        sys.exit(1)
    sys.argv[:] = words
    if not is_module:
        sys.path[0] = os.path.dirname(os.path.realpath(words[0]))
    sys.exit(_Program(words, is_module, commands).run())


_ORDER = ('help where down up break tbreak clear disable enable ignore condition commands step next until jump return retval run '
          'continue list longlist args p pp whatis source display undisplay interact alias unalias debug quit').split()


def help():
    """Prints what the debugger is and all of its commands."""
    print(__doc__)
    for name in _ORDER:
        Pdb.do_help(_Printer, name)
        print()


class _Printer:
    """Explains the commands of Pdb without one."""

    message = staticmethod(print)
    error = staticmethod(print)


for _name in _ORDER:
    setattr(_Printer, 'do_' + _name, getattr(Pdb, 'do_' + _name))
del _name


def _is_notebook():
    import builtins
    return getattr(builtins, 'get_ipython', None) is not None


if _is_notebook():
    __import__('IPython.core.debugger')  # at once: it puts its own in the places of Pdb and set_trace
