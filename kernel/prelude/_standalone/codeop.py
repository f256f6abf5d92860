"""Compiles what is typed line by line: is it whole?"""
import __future__

__all__ = ['compile_command', 'Compile', 'CommandCompiler']
PyCF_DONT_IMPLY_DEDENT, PyCF_ALLOW_INCOMPLETE_INPUT = 0x200, 0x4000


def _open_block(tree):
    """Whether the last statement is one with a block, which an empty line ends."""
    statements = tree[2]
    return bool(statements) and statements[-1][0] in {
        'FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'If', 'For', 'AsyncFor', 'While', 'With', 'AsyncWith', 'Try', 'TryStar',
        'Match'}


def _whole(source, filename, symbol):
    """Whether a text is whole; SyntaxErrors are left to the compiler."""
    from _ast import parse
    ended = symbol != 'single' or source.endswith('\n')
    for text in [source] if ended else [source, source + '\n']:
        try:
            tree = parse(text, filename, symbol, True)
        except SyntaxError as error:
            if 'incomplete input' in str(error):
                return False
        else:
            return ended or not _open_block(tree)
    return True


def _command(compiler, source, filename, symbol):
    """Its code; None where more lines may follow; a SyntaxError."""
    import warnings
    if symbol != 'eval' and all(not line.strip() or line.strip()[0] == '#' for line in source.split('\n')):
        source = 'pass'
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', (SyntaxWarning, DeprecationWarning))
        if not _whole(source, filename, symbol):
            return None
    return compiler(source, filename, symbol)


def compile_command(source, filename='<input>', symbol='single'):
    """The code of a statement; None where it is not whole yet; an exception where it cannot become right."""
    return _command(compile, source, filename, symbol)


class Compile:
    """compile() that goes on with the __future__ imports of what it has compiled."""

    def __init__(self):
        self.flags = PyCF_DONT_IMPLY_DEDENT | PyCF_ALLOW_INCOMPLETE_INPUT

    def __call__(self, source, filename, symbol, **kwargs):
        known = 0
        for name in __future__.all_feature_names:
            known |= getattr(__future__, name).compiler_flag
        code = compile(source, filename, symbol, self.flags & known, True)
        if '__future__' in source:
            self._remember(source, filename, symbol)
        return code

    def _remember(self, source, filename, symbol):
        """Goes on with the features that a text imports."""
        from _ast import parse
        for kind, _, module, names, *_ in [row for row in parse(source, filename, symbol)[2] if row[0] == 'ImportFrom']:
            for alias in names if module == '__future__' else ():
                self.flags |= getattr(__future__, alias[2]).compiler_flag


class CommandCompiler:
    """compile_command() that goes on with __future__ imports."""

    def __init__(self):
        self.compiler = Compile()

    def __call__(self, source, filename='<input>', symbol='single'):
        return _command(self.compiler, source, filename, symbol)
