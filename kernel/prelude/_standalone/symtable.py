"""What the names of a text mean in its blocks: the interpreter's own analysis of scopes, without running anything."""
import os
import weakref

import _scopes

__all__ = ['symtable', 'SymbolTable', 'Class', 'Function', 'Symbol']

_MODES = 'exec', 'eval', 'single'


def _path_text(filename):
    """The name of a file as a text: what is neither text, bytes nor a path has to show bytes, and is frowned upon."""
    try:
        return os.fsdecode(filename)
    except TypeError:
        import warnings
        shown = memoryview(filename) if not isinstance(filename, (list, tuple, int)) else None
        if shown is None:
            raise
        warnings.warn('path should be string, bytes, or os.PathLike, not %s' % type(filename).__name__, DeprecationWarning, 3)
        if isinstance(filename, bytearray):
            raise
        return os.fsdecode(bytes(shown))


def _decoded(code, filename):
    if isinstance(code, str):
        text = code
    else:
        try:
            raw = bytes(memoryview(code))
        except TypeError:
            raise TypeError('symtable() arg 1 must be a string or bytes object') from None
        from io import BytesIO, IncrementalNewlineDecoder
        from tokenize import detect_encoding
        encoding, _ = detect_encoding(BytesIO(raw).readline)
        text = IncrementalNewlineDecoder(None, True).decode(raw.decode(encoding))
    if '\0' in text:
        raise ValueError('source code string cannot contain null bytes')
    return text


def symtable(code, filename, compile_type):
    """The table of a whole text. compile_type: 'exec', 'eval' or 'single', as for compile()."""
    if compile_type not in _MODES:
        raise ValueError("symtable() arg 3 must be 'exec' or 'eval' or 'single'")
    file = _path_text(filename)
    return _table(_scopes.analyze(_decoded(code, file), file, compile_type), file)


def _table(block, file):
    kind = block[0]
    return (SymbolTable if kind == 'module' else Class if kind == 'class' else Function)(block, file)


class SymbolTable:
    """The names of one block."""

    _about = 'SymbolTable for module {file}'

    def __init__(self, block, file):
        self._kind, self._name, self._line, self._nested, symbols, frees, blocks = block
        self._file = file
        self._blocks = [_table(inner, file) for inner in blocks]
        self._facts = {name: (kind, flags) for name, kind, flags in symbols}
        for name in frees:
            self._facts.setdefault(name, (_scopes.FREE, 0))
        self._symbols = weakref.WeakValueDictionary()

    def __repr__(self):
        return '<%s>' % self._about.format(name=self.get_name(), file=self._file)

    def get_type(self):
        """'module', 'class' or 'function'."""
        return self._kind if self._kind in ('module', 'class') else 'function'

    def get_id(self):
        """A number that no other table has while this one is there."""
        return id(self)

    def get_name(self):
        """That of the class or function; 'top' of the text, 'lambda', 'listcomp' and the like of blocks without a name."""
        return self._name or ('top' if self._kind == 'module' else self._kind)

    def get_lineno(self):
        """The first line of the block, 0 of the text."""
        return self._line

    def is_optimized(self):
        """Whether its local names are known beforehand, as those of functions are."""
        return self.get_type() == 'function'

    def is_nested(self):
        """Whether it is inside of a function."""
        return self._nested

    def has_children(self):
        """Whether there are blocks in it."""
        return len(self._blocks) > 0

    def get_children(self):
        """The tables of the blocks in it."""
        return list(self._blocks)

    def get_identifiers(self):
        """The names that are in it."""
        return self._facts.keys()

    def lookup(self, name):
        """The symbol of a name; KeyError where the block has no such name."""
        known = self._symbols.get(name)
        if known is None:
            kind, flags = self._facts[name]
            inside = [table for table in self._blocks if table.get_name() == name]
            known = self._symbols[name] = Symbol(name, flags, inside, module_scope=self._kind == 'module', kind=kind)
        return known

    def get_symbols(self):
        """The symbols of all its names."""
        return [self.lookup(name) for name in self._facts]

    def _those(self, question):
        return tuple(name for name in self._facts if question(self.lookup(name)))


class Function(SymbolTable):
    """The names of a function, a lambda or a comprehension."""

    _about = 'Function SymbolTable for {name} in {file}'

    def get_parameters(self):
        """The names of its parameters."""
        return self._those(Symbol.is_parameter)

    def get_locals(self):
        """The names that are local to it, parameters among them."""
        return self._those(Symbol.is_local)

    def get_globals(self):
        """The names that are global."""
        return self._those(Symbol.is_global)

    def get_nonlocals(self):
        """The names that a nonlocal statement declares."""
        return self._those(Symbol.is_nonlocal)

    def get_frees(self):
        """The names that are those of functions around it."""
        return self._those(Symbol.is_free)


class Class(SymbolTable):
    """The names of the body of a class."""

    _about = 'Class SymbolTable for {name} in {file}'

    def get_methods(self):
        """The names of the functions that it defines."""
        return tuple(dict.fromkeys(table.get_name() for table in self._blocks if table._kind == 'function'))


_GLOBAL = _scopes.GLOBAL_EXPLICIT, _scopes.GLOBAL_IMPLICIT
_BOUND = _scopes.ASSIGNED | _scopes.IMPORTED | _scopes.PARAMETER


class Symbol:
    """A name in a block. Of the names of a whole text is said that they are global and local."""

    def __init__(self, name, flags, namespaces=None, *, module_scope=False, kind=None):
        self.__name, self.__flags, self.__spaces = name, flags, tuple(namespaces or ())
        self.__kind, self.__top = kind, module_scope

    def __repr__(self):
        return '<symbol %r>' % self.__name

    def __has(self, flag):
        return bool(self.__flags & flag)

    def get_name(self):
        """The name."""
        return self.__name

    def is_referenced(self):
        """Whether the block reads it."""
        return self.__has(_scopes.USED)

    def is_parameter(self):
        """Whether it is a parameter."""
        return self.__has(_scopes.PARAMETER)

    def is_global(self):
        """Whether it is global: declared so, or bound in no function around."""
        return self.__kind in _GLOBAL or self.__top and self.__has(_BOUND)

    def is_nonlocal(self):
        """Whether a nonlocal statement declares it."""
        return self.__has(_scopes.DECLARED_NONLOCAL)

    def is_declared_global(self):
        """Whether a global statement declares it."""
        return self.__has(_scopes.DECLARED_GLOBAL)

    def is_local(self):
        """Whether it is local to the block."""
        return self.__kind in (_scopes.LOCAL, _scopes.CELL) or self.__kind != _scopes.FREE and self.__at_home()

    def __at_home(self):
        """Bound in the namespace of a text or of the body of a class."""
        return self.__has(_BOUND) and (self.__top or not self.__kind in _GLOBAL)

    def is_annotated(self):
        """Whether it has an annotation."""
        return self.__has(_scopes.ANNOTATED)

    def is_free(self):
        """Whether it is that of a function around."""
        return self.__kind == _scopes.FREE

    def is_imported(self):
        """Whether an import binds it."""
        return self.__has(_scopes.IMPORTED)

    def is_assigned(self):
        """Whether the block assigns to it."""
        return self.__has(_scopes.ASSIGNED)

    def is_namespace(self):
        """Whether a class or a function of the block has this name."""
        return len(self.__spaces) > 0

    def get_namespaces(self):
        """The tables of the classes and functions of this name."""
        return self.__spaces

    def get_namespace(self):
        """The table of the only one; ValueError where there is none or more."""
        if len(self.__spaces) != 1:
            raise ValueError('name is bound to multiple namespaces' if self.__spaces else 'name is not bound to any namespaces')
        return self.__spaces[0]
