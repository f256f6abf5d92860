"""Examples in docstrings that are run, and whose output is compared with what the docstring says."""
import linecache
import os
import re
import sys
import unittest
from collections import namedtuple
from io import StringIO

import _regex
from _later import Later

__all__ = ['register_optionflag', 'DONT_ACCEPT_TRUE_FOR_1', 'DONT_ACCEPT_BLANKLINE', 'NORMALIZE_WHITESPACE', 'ELLIPSIS', 'SKIP',
           'IGNORE_EXCEPTION_DETAIL', 'COMPARISON_FLAGS', 'REPORT_UDIFF', 'REPORT_CDIFF', 'REPORT_NDIFF',
           'REPORT_ONLY_FIRST_FAILURE', 'REPORTING_FLAGS', 'FAIL_FAST', 'Example', 'DocTest', 'DocTestParser', 'DocTestFinder',
           'DocTestRunner', 'OutputChecker', 'DocTestFailure', 'UnexpectedException', 'testmod', 'run_docstring_examples',
           'DocTestSuite', 'DocFileSuite', 'DocFileTest', 'set_unittest_reportflags', 'DebugRunner', 'testfile', 'script_from_examples', 'testsource', 'debug_src',
           'debug_script', 'debug']
difflib, traceback = Later('difflib', globals()), Later('traceback', globals())
TestResults = namedtuple('TestResults', 'failed attempted')
OPTIONFLAGS_BY_NAME = {}
_BLANKLINE, _ELLIPSIS = '<BLANKLINE>', '...'


def register_optionflag(name):
    """The number of an option, made at its first use."""
    return OPTIONFLAGS_BY_NAME.setdefault(name, 1 << len(OPTIONFLAGS_BY_NAME))


(DONT_ACCEPT_TRUE_FOR_1, DONT_ACCEPT_BLANKLINE, NORMALIZE_WHITESPACE, ELLIPSIS, SKIP, IGNORE_EXCEPTION_DETAIL, REPORT_UDIFF,
 REPORT_CDIFF, REPORT_NDIFF, REPORT_ONLY_FIRST_FAILURE, FAIL_FAST) = map(register_optionflag, '''
 DONT_ACCEPT_TRUE_FOR_1 DONT_ACCEPT_BLANKLINE NORMALIZE_WHITESPACE ELLIPSIS SKIP IGNORE_EXCEPTION_DETAIL REPORT_UDIFF
 REPORT_CDIFF REPORT_NDIFF REPORT_ONLY_FIRST_FAILURE FAIL_FAST'''.split())
COMPARISON_FLAGS = (DONT_ACCEPT_TRUE_FOR_1 | DONT_ACCEPT_BLANKLINE | NORMALIZE_WHITESPACE | ELLIPSIS | SKIP |
                    IGNORE_EXCEPTION_DETAIL)
REPORTING_FLAGS = REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF | REPORT_ONLY_FIRST_FAILURE | FAIL_FAST


class Example:
    """A statement and its expected output: source, want, exc_msg, lineno, indent, options."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0, options=None):
        def ended(text):
            return text + '\n' if text and not text.endswith('\n') else text
        vars(self).update(source=source if source.endswith('\n') else source + '\n', want=ended(want),
                          exc_msg=exc_msg if exc_msg is None or exc_msg.endswith('\n') else exc_msg + '\n', lineno=lineno,
                          indent=indent, options={} if options is None else options)

    def __eq__(self, other):
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash((self.source, self.want, self.lineno, self.indent, self.exc_msg))


class DocTest:
    """The examples of one docstring, and the names that they see."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        assert not isinstance(examples, str), 'DocTest no longer accepts str; use DocTestParser instead'
        vars(self).update(examples=examples, docstring=docstring, globs=dict(globs), name=name, filename=filename, lineno=lineno)

    def __repr__(self):
        count = len(self.examples)
        about = 'no examples' if not count else f"{count} example{'s' * (count != 1)}"
        return f'<{type(self).__name__} {self.name} from {self.filename}:{self.lineno} ({about})>'

    def _key(self):
        return self.name, self.filename, -1 if self.lineno is None else self.lineno, id(self)

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, DocTest) else NotImplemented

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return {**vars(self), 'globs': 0} == {**vars(other), 'globs': 0} and self.globs == other.globs

    def __hash__(self):
        return hash((self.docstring, self.name, self.filename, self.lineno))


class DocTestParser:
    """Takes docstrings apart."""
    _prompt = _regex.later(r'([ ]*)>>>(.*)')
    _option = _regex.later(r'#\s*doctest:\s*([^\n\'"]*)$', _regex.M)
    _exception = _regex.later(r'Traceback\ \((?:most\ recent\ call\ last|innermost\ last)\):\s*$'
                            r'.*?^(?P<msg>\w.*)', _regex.S | _regex.M)

    def parse(self, string, name='<string>'):
        """Examples and the texts between them, in their order."""
        lines = string.expandtabs().split('\n')
        margin = min((len(line) - len(line.lstrip(' ')) for line in lines if line.strip()), default=0)
        lines = [line[margin:] for line in lines]
        parts, text, at = [], [], 0
        while at < len(lines):
            found = self._prompt.fullmatch(lines[at])
            if not found:
                text.append(lines[at] + '\n')
                at += 1
                continue
            parts.append(''.join(text))
            text, first, indent = [], at, found[1]
            source = [lines[at]]
            at += 1
            while at < len(lines) and lines[at].lstrip(' ').startswith('...'):
                source.append(lines[at])
                at += 1
            want = []
            while at < len(lines) and lines[at].strip() and not self._prompt.fullmatch(lines[at]):
                want.append(lines[at])
                at += 1
            example = self._example(source, want, first, len(indent), name)
            if any(line.strip() and line.strip()[0] != '#' for line in example.source.split('\n')):
                parts.append(example)
        joined = ''.join(text)
        parts.append(joined[:-1] if joined else joined)
        return parts

    def _example(self, source, want, lineno, indent, name):
        for number, line in enumerate(source[1:]):
            if not line.startswith(' ' * indent + '.'):
                raise ValueError('line %r of the docstring for %s has inconsistent leading whitespace: %r' % (lineno + number + 1, name, line))
        for number, line in enumerate(source):
            if len(line) > indent + 3 and line[indent + 3] != ' ':
                raise ValueError('line %r of the docstring for %s lacks blank after %s: %r' %
                                 (lineno + number + 1, name, line[indent:indent + 3], line))
        for number, line in enumerate(want):
            if not line.startswith(' ' * indent):
                raise ValueError('line %r of the docstring for %s has inconsistent leading whitespace: %r' %
                                 (lineno + len(source) + number + 1, name, line))
        code = '\n'.join(line[indent + 4:] for line in source)
        text = '\n'.join(line[indent:] for line in want)
        found = self._exception.match(text)
        return Example(code, text, found['msg'] if found else None, lineno, indent, self._options(code, name, lineno))

    def _options(self, code, name, lineno):
        options = {}
        for found in self._option.finditer(code):
            for word in found[1].replace(',', ' ').split():
                if word[0] not in '+-' or word[1:] not in OPTIONFLAGS_BY_NAME:
                    raise ValueError('line %r of the doctest for %s has an invalid option: %r' % (lineno + 1, name, word))
                options[OPTIONFLAGS_BY_NAME[word[1:]]] = word[0] == '+'
        if options and not re.sub(r'#.*', '', code).strip():
            raise ValueError('line %r of the doctest for %s has an option directive on a line with no example: %r' %
                             (lineno, name, code))
        return options

    def get_examples(self, string, name='<string>'):
        """The examples alone."""
        return [part for part in self.parse(string, name) if isinstance(part, Example)]

    def get_doctest(self, string, globs, name, filename, lineno):
        """The examples as one test."""
        return DocTest(self.get_examples(string, name), globs, name, filename, lineno, string)


class DocTestFinder:
    """Finds the docstrings of a module, a class or a function, and of what is defined in it."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True, exclude_empty=True):
        self._verbose, self._parser, self._recurse, self._exclude_empty = verbose, parser, recurse, exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """The tests of an object, sorted."""
        if name is None:
            name = getattr(obj, '__name__', None)
            if name is None:
                raise ValueError("DocTestFinder.find: name must be given when obj.__name__ doesn't exist: %r" % (type(obj),))
        if module is None:
            module = obj if type(obj) is type(sys) else sys.modules.get(getattr(obj, '__module__', None))
        names = dict(vars(module) if module else getattr(obj, '__globals__', {})) if globs is None else dict(globs)
        names.update(extraglobs or {})
        names.setdefault('__name__', '__main__')
        tests = []
        self._collect(tests, obj, name, module or None, names, set())
        return sorted(tests)

    def _collect(self, tests, obj, name, module, globs, seen):
        if id(obj) in seen:
            return
        seen.add(id(obj))
        text = obj if isinstance(obj, str) else getattr(obj, '__doc__', None) or ''
        text = text if isinstance(text, str) else str(text)
        if text or not self._exclude_empty:
            file = getattr(module, '__file__', None) or getattr(module, '__name__', None)
            file = file[:-1] if file and file.endswith('.pyc') else file
            tests.append(self._parser.get_doctest(text, globs, name, file, self._line(obj, getattr(obj, '__doc__', text), module)))
        if not self._recurse:
            return
        if type(obj) is type(sys):
            for key, value in vars(obj).items():
                if self._is_definition(value) and (module is None or getattr(value, '__module__', None) == obj.__name__):
                    self._collect(tests, value, f'{name}.{key}', module, globs, seen)
            for key, value in getattr(obj, '__test__', {}).items():
                if not isinstance(key, str):
                    raise ValueError('DocTestFinder.find: __test__ keys must be strings: %r' % (type(key),))
                self._collect(tests, value, f'{name}.__test__.{key}', module, globs, seen)
        elif isinstance(obj, type):
            for key, value in vars(obj).items():
                value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
                if self._is_definition(value) and (module is None or value.__module__ == module.__name__) or \
                        isinstance(value, property):
                    self._collect(tests, value, f'{name}.{key}', module, globs, seen)

    @staticmethod
    def _is_definition(value):
        return isinstance(value, type) or hasattr(value, '__code__') or hasattr(getattr(value, '__wrapped__', None), '__code__')

    @staticmethod
    def _lines(obj, module):
        """The lines of the source of an object, or []."""
        import inspect
        for find in (lambda: inspect.getsourcefile(obj), lambda: inspect.getfile(obj), lambda: getattr(module, '__file__', None)):
            try:
                file = find()
            except (TypeError, OSError):
                continue
            lines = linecache.getlines(file, vars(module) if module else None) if file else []
            if lines:
                return lines
        return []

    def _line(self, obj, text, module):
        """The line before the docstring's first one; None: it is not known."""
        if type(obj) is type(sys):
            return 0 if text else None
        lines = self._lines(getattr(obj, 'fget', None) or obj, module)
        if isinstance(obj, type):
            head = re.compile(r'\s*class\s+%s\b' % re.escape(getattr(obj, '__name__', '-')))
            start = next((number for number, line in enumerate(lines) if head.match(line)), None) if text else None
        else:
            code = getattr(getattr(obj, 'fget', None) or getattr(obj, '__func__', obj), '__code__', None)
            start = code.co_firstlineno - 1 if code is not None and text else None
        if start is None or not lines:
            return None if start is None else start + 1
        quote = re.compile(r'(^|.*:)\s*\w*("|\')')
        return next((number for number in range(start, len(lines)) if quote.match(lines[number])), None)


class OutputChecker:
    """Compares what was printed with what was expected."""

    def check_output(self, want, got, optionflags):
        """Whether it is what was expected."""
        want, got = (str(text).encode('ASCII', 'backslashreplace').decode() for text in (want, got))
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (('True\n', '1\n'), ('False\n', '0\n')):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r'(?m)^%s\s*?$' % re.escape(_BLANKLINE), '', want)
            got = re.sub(r'(?m)^[^\S\n]+$', '', got)
        if optionflags & NORMALIZE_WHITESPACE:
            want, got = ' '.join(want.split()), ' '.join(got.split())
        if got == want:
            return True
        if optionflags & ELLIPSIS and _ELLIPSIS in want:
            return re.fullmatch('.*'.join(map(re.escape, want.split(_ELLIPSIS))), got, re.S) is not None
        return False

    def output_difference(self, example, got, optionflags):
        """How the output differs from what was expected."""
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub(r'(?m)^[ ]*(?=\n)', _BLANKLINE, got)
        kinds = ((REPORT_UDIFF, difflib.unified_diff, 'unified diff with -expected +actual'),
                 (REPORT_CDIFF, difflib.context_diff, 'context diff with expected followed by actual'),
                 (REPORT_NDIFF, difflib.ndiff, 'ndiff with -expected +actual'))
        lines = [text.splitlines(keepends=True) for text in (want, got)]
        if min(map(len, lines)) > 2 or optionflags & REPORT_NDIFF and want and got:
            for flag, make, about in kinds:
                if optionflags & flag:
                    diff = list(make(*lines, n=2) if flag != REPORT_NDIFF else make(*lines))
                    diff = diff[2:] if flag != REPORT_NDIFF else diff
                    return f'Differences ({about}):\n' + _indented(''.join(line.rstrip() + '\n' for line in diff))
        texts = [f'{title}:\n{_indented(text)}' if text else f'{title} nothing\n' for title, text in
                 (('Expected', want), ('Got', got))]
        return ''.join(texts)


def _indented(text):
    return re.sub('(?m)^(?!$)', ' ' * 4, text)


class DocTestFailure(Exception):
    """An example has printed something else: test, example, got."""

    def __init__(self, test, example, got):
        self.test, self.example, self.got = test, example, got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    """An example has raised an exception: test, example, exc_info."""

    def __init__(self, test, example, exc_info):
        self.test, self.example, self.exc_info = test, example, exc_info

    def __str__(self):
        return str(self.test)


class DocTestRunner:
    """Runs tests, and tells what has failed."""
    DIVIDER = '*' * 70

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = '-v' in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = 0
        self._name2ft = {}

    def report_start(self, out, test, example):
        if self._verbose:
            expecting = 'Expecting:\n' + _indented(example.want) if example.want else 'Expecting nothing\n'
            out('Trying:\n' + _indented(example.source) + expecting)

    def report_success(self, out, test, example, got):
        if self._verbose:
            out('ok\n')

    def report_failure(self, out, test, example, got):
        out(self._header(test, example) + self._checker.output_difference(example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        out(self._header(test, example) + 'Exception raised:\n' + _indented(''.join(traceback.format_exception(*exc_info))))

    def _header(self, test, example):
        lines = [self.DIVIDER]
        line = '?' if test.lineno is None else test.lineno + example.lineno + 1
        if test.filename:
            lines.append(f'File "{test.filename}", line {line}, in {test.name}')
        else:
            lines.append(f'Line {example.lineno + 1}, in {test.name}')
        return '\n'.join([*lines, 'Failed example:', _indented(example.source)])

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        """Runs the examples of a test: how many failed, how many were tried."""
        real, printed = sys.stdout, StringIO()
        write = real.write if out is None else out
        failed = tried = 0
        hook, trace, files = sys.displayhook, sys.gettrace(), []
        debugger, before_pdb = self._debugger(real)
        sys.stdout, sys.displayhook = printed, sys.__displayhook__
        try:
            for number, example in enumerate(test.examples):
                flags = self.optionflags = self._flags(example)
                if flags & SKIP:
                    continue
                quiet = flags & REPORT_ONLY_FIRST_FAILURE and failed
                tried += 1
                if not quiet:
                    self.report_start(write, test, example)
                files.append(f'<doctest {test.name}[{number}]>')
                info = self._run_example(test, example, number)
                got = printed.getvalue()
                got += '\n' * (got[-1:] not in ('', '\n'))  # a prompt is on a line of its own
                printed.seek(0)
                printed.truncate()
                if not self._judge(test, example, got, info, flags, write, quiet):
                    failed += 1
                    if flags & FAIL_FAST:
                        break
        finally:
            sys.stdout, sys.displayhook, debugger.set_trace = real, hook, before_pdb
            sys.settrace(trace)
            for file in files:
                linecache.cache.pop(file, None)
            self.optionflags = self.original_optionflags
            if clear_globs:
                test.globs.clear()
        before = self._name2ft.get(test.name, (0, 0))
        self._name2ft[test.name] = before[0] + failed, before[1] + tried
        self.failures, self.tries = self.failures + failed, self.tries + tried
        return TestResults(failed, tried)

    @staticmethod
    def _debugger(real):
        """The module pdb, whose set_trace() talks to the real stdout meanwhile, and what it was."""
        import pdb
        before = pdb.set_trace

        def set_trace(*, header=None):
            made = pdb.Pdb(stdout=real, nosigint=True)
            made.use_rawinput = True
            if header is not None:
                made.message(header)
            made.set_trace(sys._getframe(1))
        pdb.set_trace = set_trace
        return pdb, before

    def _flags(self, example):
        flags = self.original_optionflags
        for flag, on in example.options.items():
            flags = flags | flag if on else flags & ~flag
        return flags

    @staticmethod
    def _run_example(test, example, number):
        """Runs one example; the exception that it has raised, as sys.exc_info()."""
        file = f'<doctest {test.name}[{number}]>'
        linecache.cache[file] = len(example.source), None, example.source.splitlines(True), file  # tracebacks and debuggers show it
        try:
            exec(compile(example.source, file, 'single'), test.globs)
        except KeyboardInterrupt:
            raise
        except BaseException:
            kind, value, trace = sys.exc_info()
            return kind, value, trace and trace.tb_next
        return None

    def _judge(self, test, example, got, info, flags, write, quiet):
        """Tells what has become of an example; whether it was right."""
        check = self._checker.check_output
        if info is None:
            right = check(example.want, got, flags)
        else:
            message = traceback.format_exception_only(*info[:2])[-1]
            got += ''.join(traceback.format_exception(*info)) if not quiet else ''
            if example.exc_msg is None:
                if not quiet:
                    self.report_unexpected_exception(write, test, example, info)
                return False
            right = check(example.exc_msg, message, flags)
            if not right and flags & IGNORE_EXCEPTION_DETAIL:
                right = check(_bare_name(example.exc_msg), _bare_name(message), flags)
        if not quiet:
            (self.report_success if right else self.report_failure)(write, test, example, got)
        return right

    def merge(self, other):
        """Adds what another runner has counted."""
        for name, (failed, tried) in other._name2ft.items():
            before = self._name2ft.get(name, (0, 0))
            self._name2ft[name] = before[0] + failed, before[1] + tried
        self.failures, self.tries = self.failures + other.failures, self.tries + other.tries

    def summarize(self, verbose=None):
        """Prints what has failed: how many failed, how many were tried."""
        verbose = self._verbose if verbose is None else verbose
        rows = sorted(self._name2ft.items())
        failed, tried = (sum(row[1][i] for row in rows) for i in (0, 1))
        bad = [(name, counts) for name, counts in rows if counts[0]]
        if verbose:
            for title, names in ((' items had no tests:', [name for name, counts in rows if not counts[1]]),):
                if names:
                    print(f'{len(names)}{title}', *('    ' + name for name in names), sep='\n')
            good = [(name, counts) for name, counts in rows if counts[1] and not counts[0]]
            if good:
                print(f'{len(good)} items passed all tests:')
                for name, counts in good:
                    print(f' {counts[1]:3d} tests in {name}')
        if bad:
            print(self.DIVIDER, f'{len(bad)} items had failures:', sep='\n')
            for name, counts in bad:
                print(f' {counts[0]:3d} of {counts[1]:3d} in {name}')
        if verbose:
            print(f'{tried} tests in {len(rows)} items.', f'{tried - failed} passed and {failed} failed.', sep='\n')
        if failed:
            print(f'***Test Failed*** {failed} failures.')
        elif verbose:
            print('Test passed.')
        return TestResults(failed, tried)


def _bare_name(message):
    """The name of the exception of a message, without its module."""
    return re.match(r'[^:\n]*', message)[0].strip().rpartition('.')[2]


class DebugRunner(DocTestRunner):
    """Raises an exception where an example fails."""

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


master = None


def testmod(m=None, name=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None, raise_on_error=False,
            exclude_empty=False):
    """Runs the examples of a module, __main__ by default: how many failed, how many were tried."""
    global master
    module = sys.modules['__main__'] if m is None else m
    if type(module) is not type(sys):
        raise TypeError(f'testmod: module required; {m!r}')
    kind = DebugRunner if raise_on_error else DocTestRunner
    made = master = kind(None, verbose, optionflags)
    found = DocTestFinder(exclude_empty=exclude_empty).find(module, name or module.__name__, None, globs, extraglobs)
    for each in found:
        made.run(each)
    return made.summarize() if report else TestResults(made.failures, made.tries)


def run_docstring_examples(f, globs, verbose=False, name='NoName', compileflags=None, optionflags=0):
    """Runs the examples of one object's docstring."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


def testfile(filename, module_relative=True, name=None, package=None, globs=None, verbose=None, report=True, optionflags=0, extraglobs=None,
             raise_on_error=False, parser=DocTestParser(), encoding=None):
    """Runs the examples of a text file: how many failed, how many were tried. module_relative: its name is relative to the module that calls, or
    to `package`."""
    global master
    path, text = _text_file(filename, module_relative, package, encoding, sys._getframe(1).f_globals)
    names = {**(globs or {}), **(extraglobs or {})}
    names.setdefault('__name__', '__main__')
    runner = (DebugRunner if raise_on_error else DocTestRunner)(verbose=verbose, optionflags=optionflags)
    runner.run(parser.get_doctest(text, names, name or os.path.basename(filename), path, 0))
    if report:
        runner.summarize()
    if master is None:
        master = runner
    else:
        master.merge(runner)
    return TestResults(runner.failures, runner.tries)


_unittest_flags = 0


def set_unittest_reportflags(flags):
    """How tests of unittest report; the former flags."""
    global _unittest_flags
    if flags & REPORTING_FLAGS != flags:
        raise ValueError('Only reporting flags allowed', flags)
    before, _unittest_flags = _unittest_flags, flags
    return before


class DocTestCase(unittest.TestCase):
    """The examples of one docstring as a test of unittest."""

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None, checker=None):
        super().__init__()
        self._dt_options = test, optionflags, checker
        self._dt_test, self._dt_before, self._dt_after = test, setUp, tearDown

    def setUp(self):
        self._dt_names = dict(self._dt_test.globs)
        if self._dt_before is not None:
            self._dt_before(self._dt_test)

    def tearDown(self):
        if self._dt_after is not None:
            self._dt_after(self._dt_test)
        self._dt_test.globs.clear()
        self._dt_test.globs.update(self._dt_names)

    def debug(self):
        """Runs the examples; what fails raises."""
        test, flags, checker = self._dt_options
        self.setUp()
        DebugRunner(checker=checker, verbose=False, optionflags=flags).run(test, clear_globs=False)
        self.tearDown()

    def runTest(self):
        test, flags, checker = self._dt_options
        if not flags & REPORTING_FLAGS:
            flags |= _unittest_flags
        said = StringIO()
        runner = DocTestRunner(checker=checker, verbose=False, optionflags=flags)
        runner.DIVIDER = '-' * 70
        if runner.run(test, out=said.write, clear_globs=False).failed:
            raise self.failureException(self.format_failure(said.getvalue()))

    def format_failure(self, err):
        test = self._dt_test
        line = 'unknown line number' if test.lineno is None else test.lineno
        return (f"Failed doctest test for {test.name}\n  File \"{test.filename}\", line {line}, in "
                f"{test.name.rpartition('.')[2]}\n\n{err}")

    def id(self):
        return self._dt_test.name

    def shortDescription(self):
        return 'Doctest: ' + self._dt_test.name

    def __repr__(self):
        package, _, last = self.id().rpartition('.')
        return f'{last} ({package})'

    __str__ = object.__str__

    def __eq__(self, other):
        return self._dt_options == other._dt_options if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash(self._dt_options)


class _Suite(unittest.TestSuite):
    """Keeps its tests, so that it can run again."""

    def _removeTestAtIndex(self, index):
        pass


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None, **options):
    """The examples of a module as a suite of tests of unittest. Options: setUp, tearDown, optionflags, checker."""
    module = sys.modules[sys._getframe(1).f_globals['__name__']] if module is None else module
    if isinstance(module, str):
        __import__(module)
        module = sys.modules[module]
    suite = _Suite()
    for test in (test_finder or DocTestFinder()).find(module, globs=globs, extraglobs=extraglobs):
        if test.examples:
            test.filename = test.filename or getattr(module, '__file__', module.__name__)
            suite.addTest(DocTestCase(test, **options))
    return suite


class DocFileCase(DocTestCase):
    """The examples of a text file as a test of unittest."""

    def id(self):
        return self._dt_test.name.replace('.', '_')

    def __repr__(self):
        return self._dt_test.filename

    def format_failure(self, err):
        return f'Failed doctest test for {self._dt_test.name}\n  File "{self._dt_test.filename}", line 0\n\n{err}'


def _text_file(path, module_relative, package, encoding, caller):
    """The path and the text of a file, which is looked for beside a package, or beside the module that asks."""
    if not module_relative:
        if package:
            raise ValueError('Package may only be specified for module-relative paths.')
    elif path.startswith('/'):
        raise ValueError('Module-relative files may not have absolute paths')
    else:
        if isinstance(package, str):
            __import__(package)
            package = sys.modules[package]
        beside = vars(package) if package else caller
        place = beside.get('__file__') or (sys.argv[0] if beside['__name__'] == '__main__' else '')
        path = os.path.join(os.path.dirname(place), *path.split('/'))
    with open(path, encoding=encoding) as file:
        return path, file.read()


def DocFileSuite(*paths, module_relative=True, package=None, globs=None, parser=None, encoding=None, **options):
    """The examples of text files as a suite of tests of unittest. Options: setUp, tearDown, optionflags, checker."""
    caller = sys._getframe(1).f_globals
    suite = _Suite()
    for given in paths:
        path, text = _text_file(given, module_relative, package, encoding, caller)
        test = (parser or DocTestParser()).get_doctest(text, {'__file__': path, **(globs or {})}, os.path.basename(given), path, 0)
        suite.addTest(DocFileCase(test, **options))
    return suite


def DocFileTest(path, module_relative=True, package=None, globs=None, parser=DocTestParser(), encoding=None, **options):
    """The examples of one text file as a test of unittest."""
    if module_relative and package is None:
        package = sys.modules[sys._getframe(1).f_globals['__name__']]
    options.update(module_relative=module_relative, package=package, globs=globs, parser=parser, encoding=encoding)
    return next(iter(DocFileSuite(path, **options)))


# ---- examples as programs

def script_from_examples(s):
    """The examples of a text as a program: what is expected and what is between them become comments."""
    lines = []
    for part in DocTestParser().parse(s):
        if isinstance(part, Example):
            lines += part.source.splitlines()
            lines += ['# Expected:', *('## ' + line for line in part.want.splitlines())] if part.want else []
        else:
            lines += ['#' + (' ' + line if line else '') for line in part.split('\n')[:-1]]
    while lines and lines[-1] == '#':
        lines.pop()
    while lines and lines[0] == '#':
        lines.pop(0)
    return '\n'.join(lines) + '\n'


def testsource(module, name):
    """The examples of one docstring of a module as a program."""
    module = __import__(module, fromlist=('*',)) if isinstance(module, str) else module
    found = [test for test in DocTestFinder().find(module) if test.name == name]
    if not found:
        raise ValueError(name, 'not found in tests')
    return script_from_examples(found[0].docstring)


def debug_src(src, pm=False, globs=None):
    """Runs the examples of a text under the debugger."""
    debug_script(script_from_examples(src), pm, globs)


def debug_script(src, pm=False, globs=None):
    """Runs a program under the debugger; pm: only once it has failed."""
    import pdb
    names = dict(globs or {})
    if not pm:
        pdb.Pdb(nosigint=True).run('exec(%r)' % src, names, names)
        return
    try:
        exec(src, names, names)
    except BaseException as error:
        print(error)
        talk = pdb.Pdb(nosigint=True)
        talk.reset()
        talk.interaction(None, error.__traceback__)


def debug(module, name, pm=False):
    """Runs the examples of one docstring of a module under the debugger."""
    module = __import__(module, fromlist=('*',)) if isinstance(module, str) else module
    debug_script(testsource(module, name), pm, vars(module))


def _main():
    """`-m doctest FILE ...`: the examples of modules (.py) and of text files."""
    import argparse
    parser = argparse.ArgumentParser(description='doctest runner')
    parser.add_argument('-v', '--verbose', action='store_true', help='print very verbose output for all tests')
    parser.add_argument('-o', '--option', action='append', choices=OPTIONFLAGS_BY_NAME, default=[],
                        help='specify a doctest option flag to apply to the test run; may be specified more than once to apply multiple options')
    parser.add_argument('-f', '--fail-fast', action='store_true',
                        help='stop running tests after first failure (this is a shorthand for -o FAIL_FAST, and is in addition to any other -o options)')
    parser.add_argument('file', nargs='+', help='file containing the tests to run')
    asked = parser.parse_args()
    flags = FAIL_FAST if asked.fail_fast else 0
    for name in asked.option:
        flags |= OPTIONFLAGS_BY_NAME[name]
    for file in asked.file:
        if file.endswith('.py'):
            folder, name = os.path.split(file)
            sys.path.insert(0, folder)
            found = testmod(__import__(name[:-3]), verbose=asked.verbose or None, optionflags=flags)
            del sys.path[0]
        else:
            found = testfile(file, module_relative=False, verbose=asked.verbose or None, optionflags=flags)
        if found.failed:
            sys.exit(1)


if __name__ == '__main__':
    sys.exit(_main())
