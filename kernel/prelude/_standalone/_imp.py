"""What the import system of CPython has in C; of this kernel only what other modules ask for."""
check_hash_based_pycs = 'default'


def lock_held():
    return False


def acquire_lock():
    pass


def release_lock():
    pass


def is_builtin(name):
    import sys
    return int(name in sys.builtin_module_names)


def is_frozen(name):
    return False


def get_frozen_object(name, data=None):
    raise ImportError(f'No such frozen object named {name}')


def extension_suffixes():
    return []


def _override_frozen_modules_for_tests(value, /):
    pass


def _override_multi_interp_extensions_check(value, /):
    return 0
