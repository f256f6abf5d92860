"""Programs whose lines are shown or counted as they run: which lines, which functions, who has called whom."""
import os
import sys

__all__ = ['Trace', 'CoverageResults']
PRAGMA_NOCOVER = '#pragma NO COVER'


def _module_name(path):
    return os.path.splitext(os.path.basename(path))[0]


def _fullmodname(path):
    """The dotted name of a file below the longest folder of sys.path."""
    path = os.path.normcase(path)
    folders = [os.path.normcase(os.path.abspath(folder)) for folder in sys.path]
    best = max((folder for folder in folders if path.startswith(folder + os.sep)), key=len, default='')
    rest = path[len(best) + 1:] if best else path
    return os.path.splitext(os.path.splitdrive(rest)[1].replace(os.sep, '.'))[0].lstrip('.')


class _Ignore:
    """Which files are left out: modules by name, and folders."""

    def __init__(self, modules, dirs):
        self.modules = set(modules or ())
        self.dirs = [os.path.normpath(each) for each in dirs or ()]
        self.known = {'<string>': True}

    def names(self, filename, name):
        """Whether the module of that name, in that file, is left out."""
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
            name = _fullmodname(file) if coverdir else _module_name(file)
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
        self.ignore = _Ignore(ignoremods, ignoredirs)
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
        if not file or self.ignore.names(file, name):
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


# ---- the command line ----

_SWITCHES = (
    ('-c --count', 'count how often each line is executed, and write FILE.cover'),
    ('-t --trace', 'show each line before it is executed'),
    ('-l --listfuncs', 'list the functions that are executed'),
    ('-T --trackcalls', 'list which function has called which'),
    ('-m --missing', 'mark lines that were not executed with >>>>>>'),
    ('-s --summary', 'show a table of the files that were counted'),
    ('-g --timing', 'show the time before each line'),
)


def _parser():
    import argparse
    parser = argparse.ArgumentParser(prog='trace.py')
    parser.add_argument('--version', action='version', version='trace 2.0')
    for names, about in _SWITCHES:
        parser.add_argument(*names.split(), action='store_true', help=about)
    either = parser.add_mutually_exclusive_group()
    either.add_argument('-r', '--report', action='store_true', help='write .cover files of the counts of --file, run nothing')
    either.add_argument('-R', '--no-report', action='store_true', help='write no .cover files')
    parser.add_argument('-f', '--file', help='file in which counts are added up')
    parser.add_argument('-C', '--coverdir', help='folder of the .cover files')
    parser.add_argument('--ignore-module', action='append', default=[], help='modules, with commas between, that are left out')
    parser.add_argument('--ignore-dir', action='append', default=[], help='folders, with %r between, that are left out' % os.pathsep)
    parser.add_argument('--module', action='store_true', help='progname is a module')
    parser.add_argument('progname', nargs='?', help='file of the program')
    parser.add_argument('arguments', nargs=argparse.REMAINDER, help='its arguments')
    return parser


def _objection(options):
    """What is wrong with the options together; None: nothing."""
    counted = options.count or options.trace
    rules = (
        (not (counted or options.report or options.listfuncs or options.trackcalls),
         'must specify one of --trace, --count, --report, --listfuncs, or --trackcalls'),
        (options.listfuncs and counted, 'cannot specify both --listfuncs and (--trace or --count)'),
        (options.summary and not (options.count or options.report), '--summary can only be used with --count or --report'),
        (options.report and not options.file, '-r/--report requires -f/--file'),
        (not options.report and options.progname is None, 'progname is missing: required with the main options'),
    )
    return next((text for wrong, text in rules if wrong), None)


def _program(options):
    """The code of the program and the names that it begins with."""
    sys.argv = [options.progname, *options.arguments]
    if options.module:
        import runpy
        spec = runpy._spec_of(options.progname)
        code = spec.loader.get_code(spec.name) if hasattr(spec.loader, 'get_code') else None
        if code is None:
            return "runpy.run_module(name, run_name='__main__', alter_sys=True)", {'runpy': runpy, 'name': options.progname}
        sys.argv[0] = spec.origin
        return code, {'__name__': '__main__', '__file__': spec.origin, '__package__': spec.parent, '__loader__': spec.loader, '__spec__': spec,
                      '__cached__': None}
    sys.path[:1] = [os.path.dirname(options.progname)]
    with open(options.progname, 'rb') as file:
        code = compile(file.read(), options.progname, 'exec')
    return code, {'__file__': options.progname, '__name__': '__main__', '__package__': None, '__cached__': None}


def _report(results, options):
    if not options.no_report:
        results.write_results(options.missing, options.summary, options.coverdir)


def _folders(texts):
    places = {'$prefix': sys.base_prefix, '$exec_prefix': sys.base_exec_prefix}
    for folder in os.pathsep.join(texts).split(os.pathsep):
        for name, place in places.items():
            folder = folder.replace(name, place)
        if folder:
            yield os.path.normpath(os.path.expandvars(folder))


def main():
    """`-m trace`: runs the program of the command line."""
    parser = _parser()
    options = parser.parse_args()
    objection = _objection(options)
    if objection:
        parser.error(objection)
    if options.report:
        return _report(CoverageResults(infile=options.file, outfile=options.file), options)
    modules = [name.strip() for text in options.ignore_module for name in text.split(',')]
    tracer = Trace(options.count, options.trace, countfuncs=options.listfuncs, countcallers=options.trackcalls, ignoremods=modules,
                   ignoredirs=list(_folders(options.ignore_dir)), infile=options.file, outfile=options.file, timing=options.timing)
    try:
        code, names = _program(options)
        tracer.runctx(code, names, names)
    except OSError as error:
        sys.exit('Cannot run file %r because: %s' % (sys.argv[0], error))
    except SystemExit:
        pass
    _report(tracer.results(), options)


if __name__ == '__main__':
    main()
