"""Programs whose lines are shown or counted as they run: which lines, which functions, who has called whom."""
import os
import sys

__all__ = ['Trace', 'CoverageResults']
PRAGMA_NOCOVER = '#pragma NO COVER'


def _module_name(path):
    return os.path.splitext(os.path.basename(path))[0]


def _full_module_name(path):
    """The dotted name of a file below the longest folder of sys.path."""
    path = os.path.normcase(path)
    folders = [os.path.normcase(os.path.abspath(folder)) for folder in sys.path]
    best = max((folder for folder in folders if path.startswith(folder + os.sep)), key=len, default='')
    rest = path[len(best) + 1:] if best else path
    return os.path.splitext(os.path.splitdrive(rest)[1].replace(os.sep, '.'))[0].lstrip('.')


class _Ignored:
    """Which files are left out: modules by name, and folders."""

    def __init__(self, modules, dirs):
        self.modules = set(modules or ())
        self.dirs = [os.path.normpath(each) for each in dirs or ()]
        self.known = {'<string>': True}

    def __call__(self, filename, name):
        if name not in self.known:
            inside = any(filename.startswith(folder + os.sep) for folder in self.dirs)
            package = any(name.startswith(each + '.') for each in self.modules)
            self.known[name] = name in self.modules or package or inside or not filename
        return self.known[name]


def _lines_of(code):
    """The lines of a code object and of those in it that can run."""
    found = {line for begin, end, line in code.co_lines() if line}
    for each in code.co_consts:
        if isinstance(each, type(code)):
            found |= _lines_of(each)
    return found


class CoverageResults:
    """Counts of lines, functions and callers, of one run or of several."""

    def __init__(self, counts=None, calledfuncs=None, infile=None, callers=None, outfile=None):
        self.counts, self.calledfuncs, self.callers = dict(counts or {}), dict(calledfuncs or {}), dict(callers or {})
        self.counter, self.infile, self.outfile = dict(self.counts), infile, outfile
        if infile:
            import pickle
            try:
                with open(infile, 'rb') as file:
                    counts, functions, callers = pickle.load(file)
                self.update(self.__class__(counts, functions, callers=callers))
            except (OSError, EOFError, ValueError) as error:
                print('Skipping counts file %r: %s' % (infile, error), file=sys.stderr)

    def is_ignored_filename(self, filename):
        """Whether a name is no file: '<string>' and its like."""
        return filename[:1] == '<' and filename[-1:] == '>'

    def update(self, other):
        """Adds the counts of another run."""
        for place, count in other.counts.items():
            self.counts[place] = self.counts.get(place, 0) + count
        for mine, more in ((self.calledfuncs, other.calledfuncs), (self.callers, other.callers)):
            mine.update(dict.fromkeys(more, 1))

    def _tell_calls(self):
        if self.calledfuncs:
            print('\nfunctions called:')
            for function in sorted(self.calledfuncs):
                print('filename: %s, modulename: %s, funcname: %s' % function)
        if self.callers:
            print('\ncalling relationships:')
            before = called_before = ''
            for (file, module, function), (to_file, to_module, to_function) in sorted(self.callers):
                if file != before:
                    print('\n***', file, '***')
                    before, called_before = file, ''
                if to_file not in (file, called_before):
                    print('  -->', to_file)
                    called_before = to_file
                print('    %s.%s -> %s.%s' % (module, function, to_module, to_function))

    def write_results(self, show_missing=True, summary=False, coverdir=None):
        """Writes a .cover file for each file that has run, and says which functions were called. show_missing: lines that have not
        run are marked; summary: prints a table of files; coverdir: the folder, that of each file by default."""
        self._tell_calls()
        by_file, table = {}, {}
        for (file, line), count in self.counts.items():
            by_file.setdefault(file, {})[line] = count
        for file, hits in by_file.items():
            if self.is_ignored_filename(file):
                continue
            import linecache
            file = file[:-1] if file.endswith('.pyc') else file
            name = _full_module_name(file) if coverdir else _module_name(file)
            folder = coverdir or os.path.dirname(os.path.abspath(file))
            os.makedirs(folder, exist_ok=True)
            can_run = {}
            if show_missing:
                try:
                    can_run = _lines_of(compile(''.join(linecache.getlines(file)), file, 'exec'))
                except SyntaxError:
                    pass
            ran, lines = self.write_results_file(os.path.join(folder, name + '.cover'), linecache.getlines(file), can_run, hits)
            if summary and lines:
                table[name] = lines, int(100 * ran / lines), file
        if summary and table:
            print('lines   cov%   module   (path)')
            for name in sorted(table):
                lines, share, file = table[name]
                print('%5d   %3d%%   %s   (%s)' % (lines, share, name, file))
        if self.outfile:
            import pickle
            try:
                with open(self.outfile, 'wb') as stream:
                    pickle.dump((self.counts, self.calledfuncs, self.callers), stream, 1)
            except OSError as error:
                print("Can't save counts files because %s" % error, file=sys.stderr)

    def write_results_file(self, path, lines, lnotab, lines_hit, encoding=None):
        """Writes the lines of a file with their counts in front: (how many ran, how many could)."""
        ran = could = 0
        try:
            stream = open(path, 'w', encoding=encoding or 'utf-8')
        except OSError as error:
            print("trace: Could not open %r for writing: %s - skipping" % (path, error), file=sys.stderr)
            return 0, 0
        with stream:
            for number, line in enumerate(lines, 1):
                mark = '       '
                if number in lines_hit:
                    mark = '%5d: ' % lines_hit[number]
                    ran += 1
                    could += 1
                elif number in lnotab and PRAGMA_NOCOVER not in line:
                    mark = '>>>>>> '
                    could += 1
                stream.write(mark + line.expandtabs(8))
        return ran, could


class Trace:
    """Runs programs and shows their lines (trace), counts them (count), or notes which functions are called (countfuncs) and
    who has called them (countcallers). ignoremods, ignoredirs: what is left out; infile, outfile: counts of other runs; timing: the
    seconds since the beginning stand before each line."""

    def __init__(self, count=1, trace=1, countfuncs=0, countcallers=0, ignoremods=(), ignoredirs=(), infile=None, outfile=None,
                 timing=False):
        self.infile, self.outfile = infile, outfile
        self.ignore = _Ignored(ignoremods, ignoredirs)
        self.counts, self._calledfuncs, self._callers = {}, {}, {}
        self._shows, self._counts = bool(trace), bool(count)
        self.donothing = not (countcallers or countfuncs or trace or count)
        self.start_time = None
        if timing:
            from time import time
            self.start_time = time()
        self.globaltrace = (self._note_caller if countcallers else self._note_function if countfuncs
                            else self._note_lines if trace or count else None)

    def run(self, cmd):
        """Runs statements with the names of __main__."""
        import __main__
        self.runctx(cmd, __main__.__dict__, __main__.__dict__)

    def runctx(self, cmd, globals=None, locals=None):
        """Runs statements with names of their own."""
        globals = {} if globals is None else globals
        locals = {} if locals is None else locals
        self._following(lambda: exec(cmd, globals, locals))

    def runfunc(self, func, /, *args, **kw):
        """Calls a function: what it returns."""
        return self._following(lambda: func(*args, **kw))

    def _following(self, program):
        if self.donothing:
            return program()
        import threading
        threading.settrace(self.globaltrace)
        sys.settrace(self.globaltrace)
        try:
            return program()
        finally:
            sys.settrace(None)
            threading.settrace(None)

    def file_module_function_of(self, frame):
        """(file, module, function) of a frame; a method with its class."""
        code = frame.f_code
        name = code.co_qualname if '<locals>' not in code.co_qualname else code.co_name
        return code.co_filename, _module_name(code.co_filename) if code.co_filename else None, name

    def _note_caller(self, frame, why, arg):
        if why == 'call':
            caller = frame.f_back
            while caller is not None and caller._is_library:
                caller = caller.f_back
            if caller is not None:
                self._callers[self.file_module_function_of(caller), self.file_module_function_of(frame)] = 1

    def _note_function(self, frame, why, arg):
        if why == 'call':
            self._calledfuncs[self.file_module_function_of(frame)] = 1

    def _note_lines(self, frame, why, arg):
        if why != 'call':
            return None
        file = frame.f_globals.get('__file__') or frame.f_code.co_filename
        name = _module_name(file)
        if not file or self.ignore(file, name):
            return None
        if self._shows:
            print(' --- modulename: %s, funcname: %s' % (name, frame.f_code.co_name))
        return self.localtrace

    def localtrace(self, frame, why, arg):
        """A line of a function that is followed."""
        if why == 'line':
            file, line = frame.f_code.co_filename, frame.f_lineno
            if self._counts:
                self.counts[file, line] = self.counts.get((file, line), 0) + 1
            if self._shows:
                import linecache
                if self.start_time:
                    from time import time
                    print('%.2f' % (time() - self.start_time), end=' ')
                print('%s(%d): %s' % (os.path.basename(file), line, linecache.getline(file, line)), end='')
        return self.localtrace

    def results(self):
        """The counts as CoverageResults."""
        return CoverageResults(self.counts, infile=self.infile, outfile=self.outfile, calledfuncs=self._calledfuncs,
                               callers=self._callers)
