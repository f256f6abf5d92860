"""Processes that begin anew: how this program is started for them, and how they become like their parent."""
import os
import sys

from . import context, process, util

__all__ = ['_main', 'freeze_support', 'set_executable', 'get_executable', 'get_preparation_data', 'get_command_line', 'import_main_path']
WINEXE = WINSERVICE = False
_MARK = '--multiprocessing-fork'
_executable = None
_old_main_modules = []


def set_executable(exe):
    """The program that is started."""
    global _executable
    _executable = exe if exe is None else os.fsdecode(exe)


def get_executable():
    return _executable


set_executable(sys.executable)


def is_forking(argv):
    """Whether a command line is that of a child, of a program in one file."""
    return argv[1:2] == [_MARK]


def freeze_support():
    """Has a meaning only for programs that were made into one file."""


def get_command_line(**kwds):
    """The command that starts a child."""
    given = ', '.join(f'{name}={value!r}' for name, value in kwds.items())
    return [_executable, *util._args_from_interpreter_flags(), '-c', f'from multiprocessing.spawn import spawn_main; spawn_main({given})',
            _MARK]


def spawn_main(pipe_handle, parent_pid=None, tracker_fd=None):
    """What a child runs. It reads from a pipe what it is to be; the pipe's other end says whether its parent lives."""
    from . import resource_tracker
    resource_tracker._resource_tracker._fd = tracker_fd
    sys.exit(_main(pipe_handle, os.dup(pipe_handle)))


def _main(fd, parent_sentinel):
    from . import reduction
    with open(fd, 'rb') as source:
        process.current_process()._inheriting = True
        try:
            prepare(reduction.pickle.load(source))
            self = reduction.pickle.load(source)
        finally:
            del process.current_process()._inheriting
    return self._bootstrap(parent_sentinel, forked=False)


_TOO_EARLY = '''
        An attempt has been made to start a new process before the
        current process has finished its bootstrapping phase.

        Children that begin anew import the main module, too: there, what
        starts processes has to stand under

            if __name__ == '__main__':
                ...
        '''


def _check_not_importing_main():
    if getattr(process.current_process(), '_inheriting', False):
        raise RuntimeError(_TOO_EARLY)


def _main_module():
    """How a child finds the main module: by a name or a path."""
    module = sys.modules['__main__']
    name = getattr(getattr(module, '__spec__', None), 'name', None)
    if name is not None:
        return {'init_main_from_name': name}
    path = getattr(module, '__file__', None)
    if path is None:
        return {}
    return {'init_main_from_path': os.path.normpath(os.path.join(process.ORIGINAL_DIR or '', path))}


def get_preparation_data(name):
    """What a child has to know to be like this process."""
    _check_not_importing_main()
    told = {'name': name, 'authkey': process.current_process().authkey, 'log_to_stderr': util._log_to_stderr,
            'sys_path': [process.ORIGINAL_DIR if entry == '' and process.ORIGINAL_DIR is not None else entry for entry in sys.path],
            'sys_argv': sys.argv, 'orig_dir': process.ORIGINAL_DIR, 'dir': os.getcwd(),
            'start_method': context._default_context.get_start_method()}
    if util._logger is not None:
        told['log_level'] = util._logger.getEffectiveLevel()
    return {**told, **_main_module()}


# What is done with each entry, in this order.
_STEPS = {
    'name': lambda value: setattr(process.current_process(), 'name', value),
    'authkey': lambda value: setattr(process.current_process(), 'authkey', value),
    'log_to_stderr': lambda value: value and util.log_to_stderr(),
    'log_level': lambda value: util.get_logger().setLevel(value),
    'sys_path': lambda value: setattr(sys, 'path', value),
    'sys_argv': lambda value: setattr(sys, 'argv', value),
    'dir': os.chdir,
    'orig_dir': lambda value: setattr(process, 'ORIGINAL_DIR', value),
    'start_method': lambda value: context._default_context.set_start_method(value, force=True),
    'init_main_from_name': lambda value: _fixup_main_from_name(value),
    'init_main_from_path': lambda value: import_main_path(value),
}


def prepare(data):
    """Makes this process like its parent."""
    for name, step in _STEPS.items():
        if name in data:
            step(data[name])


def _as_main(load):
    """The main module of the parent under its second name. load(module's name): the module, or what fills it."""
    _old_main_modules.append(sys.modules['__main__'])
    module = load('__mp_main__')
    sys.modules['__main__'] = sys.modules['__mp_main__'] = module


def _fixup_main_from_name(name):
    current = sys.modules['__main__']
    if name == '__main__' or name.endswith('.__main__') or getattr(getattr(current, '__spec__', None), 'name', None) == name:
        return

    def load(title):
        import runpy
        from types import ModuleType
        module = ModuleType(title)
        vars(module).update(runpy.run_module(name, run_name=title, alter_sys=True))
        return module
    _as_main(load)


def import_main_path(main_path):
    """Runs the file of the parent's main module, if it is not this process's own."""
    title = os.path.splitext(os.path.basename(main_path))[0]
    if title in ('__main__', 'ipython') or getattr(sys.modules['__main__'], '__file__', None) == main_path:
        return

    def load(name):
        from importlib.machinery import SourceFileLoader
        from importlib.util import module_from_spec, spec_from_file_location
        spec = spec_from_file_location(name, main_path, loader=SourceFileLoader(name, main_path))
        module = sys.modules[name] = module_from_spec(spec)
        module.__spec__ = None
        spec.loader.exec_module(module)
        return module
    _as_main(load)
