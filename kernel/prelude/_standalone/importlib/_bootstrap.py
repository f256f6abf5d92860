"""The names under which the files of CPython's library know the parts of the import system."""

import contextlib
import sys

import _imp
import _thread
import _weakref
import warnings as _warnings
from importlib.machinery import (BuiltinImporter, FrozenImporter, ModuleSpec, _spec_by_finders, load_spec as _load_unlocked,
                                 new_module as module_from_spec)
from importlib._files import describe as _init_module_attrs, load_now as _load_module_shim
from importlib.util import find_spec_anywhere, resolve_name, spec_from_loader

_ERR_MSG_PREFIX = 'No module named '
_ERR_MSG = _ERR_MSG_PREFIX + '{!r}'
_blocking_on = {}
_module_locks = {}


def _find_spec(name, path, target=None):
    """The specification of a module by the finders of sys.meta_path; None: there is none."""
    return find_spec_anywhere(name, path, target)


def _call_with_frames_removed(function, *args, **kwargs):
    """Calls a function."""
    return function(*args, **kwargs)


def _verbose_message(message, *args, verbosity=1):
    """Says something where -v was given."""
    if sys.flags.verbose >= verbosity:
        print('# ' + message.format(*args), file=sys.stderr)


def _load(spec):
    """The module of a specification, loaded."""
    return _load_unlocked(spec)


def _exec(spec, module):
    """Runs a module again."""
    name = spec.name
    if sys.modules.get(name) is not module:
        raise ImportError('module %r not in sys.modules' % name, name=name)
    _init_module_attrs(module, spec, override=True)
    if spec.loader is None and spec.submodule_search_locations is None:
        raise ImportError('missing loader', name=name)
    if spec.loader is not None:
        run = getattr(spec.loader, 'exec_module', None)
        run(module) if run is not None else spec.loader.load_module(name)
    return sys.modules[name]


def _gcd_import(name, package=None, level=0):
    """The module of a name, relative to a package where the level says so."""
    return _find_and_load(resolve_name('.' * level + name, package) if level else name)


def _find_and_load(name, import_=None):
    __import__(name)
    return sys.modules[name]


def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    """What an import statement calls."""
    import builtins
    return builtins.__import__(name, globals, locals, fromlist, level)


def _handle_fromlist(module, fromlist, import_, *, recursive=False):
    """Imports the modules of a package that a list of names asks for, by import_(name)."""
    where = module.__name__ + '.__all__' if recursive else "``from list''"
    for name in fromlist:
        if not isinstance(name, str):
            raise TypeError('Item in %s must be str, not %s' % (where, type(name).__name__))
        if name == '*':
            if not recursive and hasattr(module, '__all__'):
                _handle_fromlist(module, module.__all__, import_, recursive=True)
        elif not hasattr(module, name):
            full = '%s.%s' % (module.__name__, name)
            try:
                import_(full)
            except ModuleNotFoundError as error:
                if error.name == full and sys.modules.get(full, module) is not None:
                    continue
                raise
    return module


def _builtin_from_name(name):
    """The module in C of that name."""
    spec = BuiltinImporter.find_spec(name)
    if spec is None:
        raise ImportError('no built-in module named ' + name)
    return _load_unlocked(spec)


def _module_repr(module):
    """What repr() of a module is."""
    return repr(module)


class _DeadlockError(RuntimeError):
    """A thread would wait for a lock that waits for the thread."""


class _ModuleLock:
    """A lock of one module's import, which a thread may take more than once. It refuses to be waited for in a circle of
    threads."""

    def __init__(self, name):
        self.name, self.owner, self.count = name, None, 0
        self._inner, self._waiting = _thread.allocate_lock(), []

    def __repr__(self):
        return '_ModuleLock(%r) at %d' % (self.name, id(self))

    def has_deadlock(self):
        """Whether the owner of this lock, by way of others, waits for this thread."""
        owner, passed = self.owner, set()
        while owner is not None and owner not in passed:
            if owner == _thread.get_ident():
                return True
            passed.add(owner)
            owner = getattr(_blocking_on.get(owner), 'owner', None)
        return False

    def _take(self):
        """Takes the lock, if it is free or this thread's: None; else a lock that is opened when it is given back."""
        with self._inner:
            if self.owner in (None, _thread.get_ident()):
                self.owner, self.count = _thread.get_ident(), self.count + 1
                return None
            if self.has_deadlock():
                raise _DeadlockError('deadlock detected by %r' % self)
            gate = _thread.allocate_lock()
            gate.acquire()
            self._waiting.append(gate)
            return gate

    def acquire(self):
        """Waits for the lock; _DeadlockError: it would be for ever."""
        _blocking_on[_thread.get_ident()] = self
        try:
            while (gate := self._take()) is not None:
                gate.acquire()
        finally:
            _blocking_on.pop(_thread.get_ident(), None)
        return True

    def release(self):
        """Gives the lock back; RuntimeError: it is another thread's."""
        with self._inner:
            if self.owner != _thread.get_ident():
                raise RuntimeError('cannot release un-acquired lock')
            self.count -= 1
            if not self.count:
                self.owner = None
                for gate in self._waiting:
                    gate.release()
                self._waiting.clear()


def _get_module_lock(name):
    """The lock of a module's import; it is forgotten when nobody holds it."""
    known = _module_locks.get(name)
    lock = known() if known is not None else None
    if lock is None:
        lock = _ModuleLock(name)
        _module_locks[name] = _weakref.ref(lock, lambda gone: _module_locks.pop(name, None) if _module_locks.get(name) is gone else None)
    return lock


class _ModuleLockManager(contextlib.AbstractContextManager):
    """with: the lock of a module is held."""

    def __init__(self, name):
        self._name = name

    def __enter__(self):
        self._lock = _get_module_lock(self._name)
        self._lock.acquire()
        return None

    def __exit__(self, *raised):
        self._lock.release()


class _installed_safely:
    """with: a module is in sys.modules, and is taken away again if the block fails."""

    def __init__(self, module):
        self._module, self._spec = module, module.__spec__

    def __enter__(self):
        self._spec._initializing = True
        sys.modules[self._spec.name] = self._module

    def __exit__(self, *args):
        if any(arg is not None for arg in args):
            sys.modules.pop(self._spec.name, None)
        self._spec._initializing = False
