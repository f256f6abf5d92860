"""Files and modules, run as programs are."""
import importlib.util
import os
import sys

__all__ = ['run_module', 'run_path']


def _spec_of(name):
    """What is run for the name of a module; of a package: its module __main__."""
    if name.startswith('.'):
        raise ImportError('Relative module names not supported')
    _import_package_of(name)
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        hint = ". Try using '%s' instead of '%s' as the module name." % (name[:-3], name) if name.endswith('.py') else ''
        raise ImportError('Error while finding module specification for %r (%s: %s)%s' % (name, type(error).__name__, error, hint)) from error
    if spec is None:
        raise ImportError('No module named %s' % name)
    if spec.submodule_search_locations is None:
        return spec
    if name == '__main__' or name.endswith('.__main__'):
        raise ImportError('Cannot use package as __main__ module')
    try:
        return _spec_of(name + '.__main__')
    except ImportError as error:
        if name not in sys.modules:  # its own text has failed
            raise
        raise ImportError('%s; %r is a package and cannot be directly executed' % (error, name)) from error


def _import_package_of(name):
    """Imports the package of a module; warns where that, or somebody else, has already run the module, which is run once more now."""
    package = name.rpartition('.')[0]
    if not package:
        return
    try:
        __import__(package)
    except ImportError as error:
        if error.name is None or (error.name != package and not package.startswith(error.name + '.')):
            raise
    if name in sys.modules and not hasattr(sys.modules[name], '__path__'):
        import warnings
        warnings.warn('%r found in sys.modules after import of package %r, but prior to execution of %r; this may result in unpredictable '
                      'behaviour' % (name, package, name), RuntimeWarning)


def _execute(code, names, given, **about):
    names.update(given or {})
    names.update({'__%s__' % key: value for key, value in about.items()})
    exec(code, names)
    return names


def _execute_as_module(code, given, program, **about):
    """Runs code in a module of its own, which is in sys.modules meanwhile, and sys.argv[0] is its file; its names."""
    name, argument = about['name'], sys.argv[0]
    module, before = type(sys)(name), sys.modules.get(name)
    sys.modules[name], sys.argv[0] = module, program
    try:
        return _execute(code, module.__dict__, given, **about).copy()
    finally:
        sys.argv[0] = argument
        if before is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = before


def _described(spec, name, package, file):
    """What a module is told of itself: of its specification, or what is given without one."""
    if spec is None:
        return dict(name=name, file=file, cached=None, doc=None, loader=None, package=package, spec=None)
    return dict(name=name, file=spec.origin, cached=spec.cached, doc=None, loader=spec.loader,
                package=spec.parent if package is None else package, spec=spec)


def _run_code(code, run_globals, init_globals=None, mod_name=None, mod_spec=None, pkg_name=None, script_name=None):
    """Runs code with these names, and returns them."""
    return _execute(code, run_globals, init_globals, **_described(mod_spec, mod_name, pkg_name, script_name))


def _run_module_code(code, init_globals=None, mod_name=None, mod_spec=None, pkg_name=None, script_name=None):
    """Runs code in a module of its own, which is in sys.modules meanwhile; a copy of its names."""
    program = script_name if mod_spec is None else mod_spec.origin
    return _execute_as_module(code, init_globals, program, **_described(mod_spec, mod_name, pkg_name, script_name))


def _is_program(spec):
    """Whether a module of the library looks at its __name__ itself: others have a function main()."""
    code = spec.loader.get_code(spec.name)
    return code is not None and '__main__' in code.co_consts


def _run_library(spec):
    """A module of the library whose function main() or _main() is the program. Its names."""
    module = __import__(spec.name, fromlist=('main',))
    main = getattr(module, 'main', None) or getattr(module, '_main', None)
    if main is None:
        raise ImportError('No code object available for %s' % spec.name)
    argument, sys.argv[0] = sys.argv[0], spec.name
    try:
        main()
    finally:
        sys.argv[0] = argument
    return vars(module).copy()


def _is_of_library(spec):
    return type(spec.loader).__name__ == '_LibraryLoader'


def _run(spec, given, name, alter_sys):
    if name == '__main__' and _is_of_library(spec) and not _is_program(spec):
        return _run_library(spec)
    code = spec.loader.get_code(spec.name)
    if code is None:
        raise ImportError('No code object available for %s' % spec.name)
    about = dict(name=name or spec.name, file=spec.origin, cached=spec.cached, doc=None, loader=spec.loader, package=spec.parent, spec=spec)
    return _execute_as_module(code, given, spec.origin, **about) if alter_sys else _execute(code, {}, given, **about)


def _is_of_python(spec):
    """Whether a loader of the other Python's loads it."""
    return not hasattr(spec.loader, 'exec_module') or (
        type(spec.loader).__module__.startswith('_frozen_importlib') and not isinstance(spec.loader, importlib.machinery.NamespaceLoader)
        and spec.loader is not importlib.machinery.BuiltinImporter)


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Runs a module by its name, of a package its __main__, and returns its names. `init_globals`: names that it begins with; `run_name`:
    its __name__; alter_sys=True: it is in sys.modules meanwhile, and sys.argv[0] is its file."""
    spec = _spec_of(mod_name)
    if _is_of_python(spec):
        from _frozen_importlib import _gcd_import  # a module of Python: there
        return _gcd_import('runpy').run_module(mod_name, init_globals, run_name, alter_sys)
    return _run(spec, init_globals, run_name, alter_sys)


def _run_module_as_main(name):
    """`tensor-kernel run -m NAME`: the module is the program; sys.argv[0] is its file."""
    if not sys.flags.safe_path:
        sys.path[0] = os.getcwd()
    try:
        spec = _spec_of(name)
        if _is_of_python(spec) or (_is_of_library(spec) and not _is_program(spec)):
            run_module(name, run_name='__main__', alter_sys=True)
            return
        code = spec.loader.get_code(spec.name)
        if code is None:
            raise ImportError('No code object available for %s' % spec.name)
    except ImportError as error:
        sys.exit('tensor-kernel: %s' % error)
    names = sys.modules['__main__'].__dict__
    sys.argv[0] = spec.origin
    _execute(code, names, None, file=spec.origin, cached=spec.cached, doc=None, loader=spec.loader, package=spec.parent, spec=spec)


def run_path(path_name, init_globals=None, run_name=None):
    """Runs a file, or the __main__ of a folder or an archive, and returns its names. `init_globals`: names that it begins with;
    `run_name`: its __name__, '<run_path>' if it is not given."""
    path, name = os.fsdecode(path_name), '<run_path>' if run_name is None else run_name
    finder = _finder_of(path)
    if finder is None:
        about = _of_file(name, path_name)
        return _execute_as_module(about.pop('code'), init_globals, path_name, **about)
    sys.path.insert(0, path)
    try:
        about = _of_main(name, path)
        return _execute_as_module(about.pop('code'), init_globals, path, **about)
    finally:
        try:
            sys.path.remove(path)
        except ValueError:
            pass


def _finder_of(path):
    """The finder of a folder or an archive; None: it is a file."""
    from importlib._files import finder_by_hooks
    return finder_by_hooks(path)


def _of_file(name, path):
    """The code of a file, which is a program or bytecode, and what its module is told."""
    from importlib._files import code_in, flags_of, MAGIC_NUMBER
    import io
    with io.open_code(os.path.abspath(path)) as file:
        data = file.read()
    if data[:4] == MAGIC_NUMBER:
        flags_of(data, name, {})
        code = code_in(memoryview(data)[16:], name, path)
    else:
        code = compile(data, os.fspath(path), 'exec', dont_inherit=True)
    return dict(code=code, name=name, file=path, cached=None, doc=None, loader=None, package=name.rpartition('.')[0], spec=None)


def _of_main(name, path):
    """The same of the module __main__ that is found on sys.path, where the path stands first."""
    spec = importlib.util.find_anew('__main__')
    if spec is None or spec.loader is None:
        raise ImportError("can't find '__main__' module in %r" % path)
    code = spec.loader.get_code('__main__')
    return dict(code=code, name=name, file=spec.origin, cached=spec.cached, doc=None, loader=spec.loader,
                package=name.rpartition('.')[0], spec=spec)


def _run_path_as_main(path):
    """`tensor-kernel PATH`, where that is no text: a folder, an archive, a file of bytecode. It is the program."""
    finder = _finder_of(path)
    if finder is not None and not sys.flags.safe_path:
        sys.path[0] = path
    try:
        about = _of_file('__main__', path) if finder is None else _of_main('__main__', path)
    except ImportError as error:
        sys.exit('tensor-kernel: %s' % error)
    if finder is None:
        from importlib.machinery import SourcelessFileLoader
        about.update(package=None, loader=SourcelessFileLoader('__main__', path))
    _execute(about.pop('code'), sys.modules['__main__'].__dict__, None, **about)
