"""Debuggers without commands: where a program stops, breakpoints, and how it goes on.

A class derived from Bdb is told of the stops (user_line, user_call, user_return, user_exception) and says there how the
program goes on (set_step, set_next, set_return, set_until, set_continue, set_quit). Frames of the library's own code are
no steps of a program: they are left out wherever frames are walked.
"""
import os
import sys

__all__ = ['BdbQuit', 'Bdb', 'Breakpoint']

GENERATOR_AND_COROUTINE_FLAGS = 0x20 | 0x80 | 0x200
_ANYWHERE, _NOWHERE = 0, -1  # lines to stop at in the frame that is waited for


class BdbQuit(Exception):
    """Ends the program that is debugged."""


def _caller(frame):
    """The frame of the program that has called this one, or None."""
    frame = frame.f_back
    while frame is not None and frame._is_library:
        frame = frame.f_back
    return frame


def _here():
    """The innermost frame of the program."""
    frame = sys._getframe()
    return _caller(frame) if frame._is_library else frame


def _number_of(text):
    """A text as a number, or None."""
    try:
        return int(text)
    except ValueError:
        return None


def _resumes(frame):
    """Whether a frame can be left and entered again: a generator's or a coroutine's."""
    return bool(frame.f_code.co_flags & GENERATOR_AND_COROUTINE_FLAGS)


class Bdb:
    """Follows a program with a trace function and finds the places to stop at.

    skip: patterns of names of modules in whose frames it does not stop.
    """

    def __init__(self, skip=None):
        self.skip = set(skip) if skip else None
        self.breaks = {}
        self.fncache = {}
        self.frame_returning = None
        self._load_breaks()

    def canonic(self, filename):
        """A file's name as breakpoints have it: absolute, in one spelling; '<string>' and its like as they are."""
        if filename[:1] == '<' and filename[-1:] == '>':
            return filename
        if filename not in self.fncache:
            self.fncache[filename] = os.path.normcase(os.path.abspath(filename))
        return self.fncache[filename]

    def reset(self):
        """Forgets how a program was to go on: the next one stops at its first line."""
        import linecache
        linecache.checkcache()
        self.botframe = None
        self._set_stopinfo(None, None)

    # ---- events ----

    def trace_dispatch(self, frame, event, arg):
        """The trace function: what it answers follows the frame from then on."""
        if self.quitting:
            return
        if event == 'line':
            return self.dispatch_line(frame)
        if event in ('call', 'return', 'exception'):
            return getattr(self, 'dispatch_' + event)(frame, arg)
        if event not in ('c_call', 'c_exception', 'c_return'):
            print('bdb.Bdb.dispatch: unknown debugging event:', repr(event))
        return self.trace_dispatch

    def _go_on(self):
        if self.quitting:
            raise BdbQuit
        return self.trace_dispatch

    def dispatch_line(self, frame):
        """A line begins."""
        if self.stop_here(frame) or self.break_here(frame):
            self.user_line(frame)
            return self._go_on()
        return self.trace_dispatch

    def dispatch_call(self, frame, arg):
        """A function begins; None where nothing in it can be a stop."""
        first = self.botframe is None
        if first:  # what has called it is where the program ends
            self.botframe = _caller(frame) or frame
            self._set_stopinfo(None, None)
        elif self.stop_here(frame) or self.break_anywhere(frame):
            if self.stopframe is None or not _resumes(frame):
                self.user_call(frame, arg)
                return self._go_on()
        else:
            return None
        return self.trace_dispatch

    def dispatch_return(self, frame, arg):
        """A function returns."""
        if not (self.stop_here(frame) or frame is self.returnframe):
            return self.trace_dispatch
        if self.stopframe is not None and _resumes(frame):
            return self.trace_dispatch
        self.frame_returning = frame
        try:
            self.user_return(frame, arg)
        finally:
            self.frame_returning = None
        answer = self._go_on()
        if _caller(frame) is None:  # the program, or the cell of a notebook, is over
            self.set_continue()
        elif self.stopframe is frame and self.stoplineno != _NOWHERE:
            self._set_stopinfo(None, None)
        return answer

    def dispatch_exception(self, frame, arg):
        """An exception has come to a frame."""
        waits = self.stopframe
        if self.stop_here(frame):  # that a generator is exhausted is told of in the frame that asks it
            told = not (_resumes(frame) and arg[0] is StopIteration and arg[2] is None)
        else:
            told = waits is not None and frame is not waits and _resumes(waits) and arg[0] in (StopIteration, GeneratorExit)
        if told:
            self.user_exception(frame, arg)
            return self._go_on()
        return self.trace_dispatch

    # ---- is this a place to stop? ----

    def is_skipped_module(self, module_name):
        """Whether a pattern of `skip` matches the name of a module."""
        if module_name is None:
            return False
        from fnmatch import fnmatch
        return any(fnmatch(module_name, pattern) for pattern in self.skip)

    def stop_here(self, frame):
        """Whether the way the program goes on ends in this frame, at its current line."""
        if self.skip and self.is_skipped_module(frame.f_globals.get('__name__')):
            return False
        if frame is not self.stopframe:
            return self.stopframe is None
        return self.stoplineno != _NOWHERE and frame.f_lineno >= self.stoplineno

    def break_here(self, frame):
        """Whether a breakpoint stops the program at the current line of a frame. A temporary one is gone then."""
        file = self.canonic(frame.f_code.co_filename)
        lines = self.breaks.get(file, ())
        for line in (frame.f_lineno, frame.f_code.co_firstlineno):  # the second one: a breakpoint of a function
            if line in lines:
                break
        else:
            return False
        found, clears = effective(file, line, frame)
        if not found:
            return False
        self.currentbp = found.number
        if clears and found.temporary:
            self.do_clear(str(found.number))
        return True

    def do_clear(self, arg):
        """Removes a breakpoint by its number; what has temporary breakpoints must say how."""
        raise NotImplementedError('subclass of bdb must implement do_clear()')

    def break_anywhere(self, frame):
        """Whether the file of a frame has breakpoints."""
        return self.canonic(frame.f_code.co_filename) in self.breaks

    # ---- what is told of stops ----

    def user_call(self, frame, argument_list):
        """A function is called in which the program may stop."""

    def user_line(self, frame):
        """The program has stopped at a line."""

    def user_return(self, frame, return_value):
        """The program has stopped where a function returns."""

    def user_exception(self, frame, exc_info):
        """The program has stopped where an exception has come."""

    # ---- how the program goes on ----

    def _set_stopinfo(self, stopframe, returnframe, stoplineno=_ANYWHERE):
        """Stops in stopframe (None: in every one) from a line on, and where returnframe returns."""
        self.stopframe, self.returnframe, self.stoplineno = stopframe, returnframe, stoplineno
        self.quitting = False

    def set_until(self, frame, lineno=None):
        """Stops at a line behind this one, or from line lineno on, or where the function returns."""
        self._set_stopinfo(frame, frame, frame.f_lineno + 1 if lineno is None else lineno)

    def set_step(self):
        """Stops at the next line wherever it is."""
        if self.frame_returning is not None:  # the caller may not have been followed so far
            caller = _caller(self.frame_returning)
            if caller is not None and not caller.f_trace:
                caller.f_trace = self.trace_dispatch
        self._set_stopinfo(None, None)

    def set_next(self, frame):
        """Stops at the next line of this function or of those that have called it."""
        self._set_stopinfo(frame, None)

    def set_return(self, frame):
        """Stops where the function returns."""
        if _resumes(frame):
            self._set_stopinfo(frame, None, _NOWHERE)
        else:
            self._set_stopinfo(_caller(frame), frame)

    def set_trace(self, frame=None):
        """Begins to debug in a frame, that of the caller by default: stops at its next line."""
        frame = frame or _here()
        self.reset()
        while frame is not None:
            frame.f_trace = self.trace_dispatch
            self.botframe, frame = frame, _caller(frame)
        self.set_step()
        sys.settrace(self.trace_dispatch)

    def set_continue(self):
        """Stops at breakpoints only; without any, the program is not followed any more."""
        self._set_stopinfo(self.botframe, None, _NOWHERE)
        if self.breaks:
            return
        sys.settrace(None)
        frame = _here()
        while frame is not None and frame is not self.botframe:
            frame.f_trace = None
            frame = _caller(frame)

    def set_quit(self):
        """Ends the program: BdbQuit is raised in it."""
        self._set_stopinfo(self.botframe, None)
        self.quitting = True
        sys.settrace(None)

    # ---- breakpoints ----

    def _load_breaks(self):
        """Those that other debuggers have set are this one's, too."""
        for file, line in Breakpoint.bplist:
            self._add_to_breaks(file, line)

    def _add_to_breaks(self, filename, lineno):
        lines = self.breaks.setdefault(filename, [])
        if lineno not in lines:
            lines.append(lineno)

    def _prune_breaks(self, filename, lineno):
        """Forgets a line that has no breakpoint any more."""
        if (filename, lineno) in Breakpoint.bplist:
            return
        lines = self.breaks[filename]
        lines.remove(lineno)
        if not lines:
            del self.breaks[filename]

    def set_break(self, filename, lineno, temporary=False, cond=None, funcname=None):
        """Sets a breakpoint at a line of a file; the text of an error, or None."""
        import linecache
        file = self.canonic(filename)
        if not linecache.getline(file, lineno):
            return 'Line %s:%d does not exist' % (file, lineno)
        self._add_to_breaks(file, lineno)
        Breakpoint(file, lineno, temporary, cond, funcname)
        return None

    def _delete(self, points):
        for point in list(points):
            point.deleteMe()

    def clear_break(self, filename, lineno):
        """Removes the breakpoints of a line; the text of an error, or None."""
        file = self.canonic(filename)
        if file not in self.breaks:
            return 'There are no breakpoints in %s' % file
        if lineno not in self.breaks[file]:
            return 'There is no breakpoint at %s:%d' % (file, lineno)
        self._delete(Breakpoint.bplist[file, lineno])
        self._prune_breaks(file, lineno)
        return None

    def clear_bpbynumber(self, arg):
        """Removes a breakpoint by its number; the text of an error, or None."""
        try:
            point = self.get_bpbynumber(arg)
        except ValueError as error:
            return str(error)
        point.deleteMe()
        self._prune_breaks(point.file, point.line)
        return None

    def clear_all_file_breaks(self, filename):
        """Removes the breakpoints of a file; the text of an error, or None."""
        file = self.canonic(filename)
        if file not in self.breaks:
            return 'There are no breakpoints in %s' % file
        for line in self.breaks.pop(file):
            self._delete(Breakpoint.bplist[file, line])
        return None

    def clear_all_breaks(self):
        """Removes all breakpoints; the text of an error, or None."""
        if not self.breaks:
            return 'There are no breakpoints'
        self._delete(point for point in Breakpoint.bpbynumber if point)
        self.breaks = {}
        return None

    def get_bpbynumber(self, arg):
        """The breakpoint with a number, which may be a text; ValueError says why there is none."""
        points, problem = Breakpoint.bpbynumber, 'Breakpoint number expected'
        if arg:
            number = _number_of(arg)
            if number is None:
                problem = 'Non-numeric breakpoint number %s' % arg
            elif not -len(points) <= number < len(points):
                problem = 'Breakpoint number %d out of range' % number
            elif points[number] is not None:
                return points[number]
            else:
                problem = 'Breakpoint %d already deleted' % number
        raise ValueError(problem)

    def get_break(self, filename, lineno):
        """Whether a line of a file has a breakpoint."""
        return lineno in self.breaks.get(self.canonic(filename), ())

    def get_breaks(self, filename, lineno):
        """The breakpoints of a line of a file."""
        return Breakpoint.bplist[self.canonic(filename), lineno] if self.get_break(filename, lineno) else []

    def get_file_breaks(self, filename):
        """The lines of a file that have breakpoints."""
        return self.breaks.get(self.canonic(filename), [])

    def get_all_breaks(self):
        """The lines with breakpoints of each file."""
        return self.breaks

    # ---- frames ----

    def get_stack(self, f, t):
        """([(frame, line), ...], index): the frames of the program, outermost first, and those of a traceback behind them;
        the index is that of the one to begin with."""
        frames = []
        if t is not None and t.tb_frame is f:
            t = t.tb_next
        while f is not None:
            if not f._is_library:
                frames.append((f, f.f_lineno))
            if f is self.botframe:
                break
            f = f.f_back
        frames.reverse()
        current = max(0, len(frames) - 1)
        while t is not None:
            if not t.tb_frame._is_library:
                frames.append((t.tb_frame, t.tb_lineno))
            t = t.tb_next
        return frames, current if f is not None or not frames else max(0, len(frames) - 1)

    def format_stack_entry(self, frame_lineno, lprefix=': '):
        """A frame and its line as one text: file(line)function(), what it returns, the line of the source."""
        import linecache
        import reprlib
        frame, line = frame_lineno
        names = frame.f_locals
        text = '%s(%r)%s()' % (self.canonic(frame.f_code.co_filename), line, frame.f_code.co_name or '<lambda>')
        if '__return__' in names:
            text += '->' + reprlib.repr(names['__return__'])
        if line is None:
            return text + lprefix + 'Warning: lineno is None'
        source = linecache.getline(self.canonic(frame.f_code.co_filename), line, frame.f_globals)
        return text + lprefix + source.strip() if source else text

    # ---- programs ----

    def _follow(self, program):
        """Runs a function under the debugger. BdbQuit ends it quietly, with None."""
        self.reset()
        sys.settrace(self.trace_dispatch)
        try:
            return program()
        except BdbQuit:
            return None
        finally:
            self.quitting = True
            sys.settrace(None)

    def _names(self, globals, locals):
        if globals is None:
            import __main__
            globals = __main__.__dict__
        return globals, globals if locals is None else locals

    def run(self, cmd, globals=None, locals=None):
        """Debugs statements, as a text or compiled."""
        names = self._names(globals, locals)
        code = compile(cmd, '<string>', 'exec') if isinstance(cmd, str) else cmd
        self._follow(lambda: exec(code, *names))

    def runeval(self, expr, globals=None, locals=None):
        """Debugs an expression: its value."""
        names = self._names(globals, locals)
        return self._follow(lambda: eval(expr, *names))

    def runctx(self, cmd, globals, locals):
        """Debugs statements with names of their own."""
        self.run(cmd, globals, locals)

    def runcall(self, func, /, *args, **kwds):
        """Debugs a call of a function: what it returns."""
        return self._follow(lambda: func(*args, **kwds))


def set_trace():
    """Begins to follow the caller with a debugger that never stops."""
    Bdb().set_trace(_here())


class Breakpoint:
    """A breakpoint: its place, whether it counts, how often it was reached. All of them are listed by number and place."""

    next = 1
    bplist = {}
    bpbynumber = [None]
    enabled = True
    ignore = hits = 0
    func_first_executable_line = None

    def __init__(self, file, line, temporary=False, cond=None, funcname=None):
        vars(self).update(file=file, line=line, temporary=temporary, cond=cond, funcname=funcname, number=Breakpoint.next)
        self.bpbynumber.append(self)
        self.bplist.setdefault((file, line), []).append(self)
        Breakpoint.next = self.number + 1

    @staticmethod
    def clearBreakpoints():
        """Forgets all breakpoints and counts from 1 again."""
        Breakpoint.next = 1
        Breakpoint.bplist = {}
        Breakpoint.bpbynumber = [None]

    def deleteMe(self):
        """Takes the breakpoint out of the lists."""
        place = self.file, self.line
        self.bpbynumber[self.number] = None
        self.bplist[place].remove(self)
        if not self.bplist[place]:
            del self.bplist[place]

    def enable(self):
        """Makes the breakpoint count."""
        self.enabled = True

    def disable(self):
        """Makes the breakpoint not count until it is enabled."""
        self.enabled = False

    def bpprint(self, out=None):
        """Prints what bpformat() says."""
        print(self.bpformat(), file=sys.stdout if out is None else out)

    def bpformat(self):
        """A row of the list of breakpoints, and lines under it of what else is known."""
        rows = ['%-4dbreakpoint   %-4s %-3s   at %s:%d' % (self.number, 'del' if self.temporary else 'keep',
                                                           'yes' if self.enabled else 'no', self.file, self.line)]
        times = 'time' if self.hits == 1 else 'times'
        for text, value in (('stop only if {}', self.cond), ('ignore next {} hits', self.ignore),
                            ('breakpoint already hit {} ' + times, self.hits)):
            if value:
                rows.append('\t' + text.format(value))
        return '\n'.join(rows)

    def __str__(self):
        return 'breakpoint %s at %s:%s' % (self.number, self.file, self.line)


def checkfuncname(b, frame):
    """Whether a breakpoint is meant in a frame: at its line, or at the first line that its function runs."""
    if not b.funcname:
        return b.line == frame.f_lineno
    if frame.f_code.co_name != b.funcname:
        return False
    if not b.func_first_executable_line:
        b.func_first_executable_line = frame.f_lineno
    return b.func_first_executable_line == frame.f_lineno


def _counts(point, frame):
    """(does it stop the program?, may it be cleared?), its counters moved on. A condition that fails stops, and stays."""
    sure = True
    if point.cond:
        try:
            if not eval(point.cond, frame.f_globals, frame.f_locals):
                return False, False
        except:
            sure = False
    if point.ignore > 0 and sure:
        point.ignore -= 1
        return False, False
    return True, sure


def effective(file, line, frame):
    """(breakpoint, whether it may be cleared) of those of a line that stops the program, or (None, None)."""
    for point in Breakpoint.bplist[file, line]:
        if not point.enabled or not checkfuncname(point, frame):
            continue
        point.hits += 1
        stops, clears = _counts(point, frame)
        if stops:
            return point, clears
    return None, None
