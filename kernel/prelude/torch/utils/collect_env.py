"""What belongs into a report of a fault: versions of torch, of the machine's tools and packages, and its processor. Files of the system say it
where they can; what only a command can tell is asked by way of the Python on the machine, and without one it could not be collected."""

import collections
import os
import sys

import torch

_NOTHING = 'Could not collect'
_PACKAGES = ('flake8', 'intel_extension_for_pytorch', 'mypy', 'numpy', 'nvidia-', 'optree', 'onnx', 'torch', 'triton')


def run(command):
    """(status, output, errors) of a command of the shell; (-1, '', why) where commands cannot be run."""
    try:
        import subprocess
    except ImportError as error:
        return -1, '', str(error)
    done = subprocess.run(command, shell=True, capture_output=True, text=True, errors='replace')
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def _answer(command):
    """The output of a command that succeeds, else None."""
    status, output, _ = run(command)
    return output if status == 0 and output else None


def _first_line(command):
    output = _answer(command)
    return None if output is None else output.splitlines()[0]


def _content(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ''


# ---- the rows of the report


def get_platform():
    """'linux', 'darwin' ..."""
    return sys.platform


def get_os(run_lambda=run):
    """The name of the system, and its machine's."""
    fields = dict([line.split('=', 1) for line in _content('/etc/os-release').splitlines() if '=' in line])
    name = fields.get('PRETTY_NAME', '').strip('"\'')
    return '%s (%s)' % (name, os.uname().machine) if name else None


def _gcc():
    line = _first_line('gcc --version')
    return None if line is None else line.partition(' ')[2]


def _after(word, command):
    """What follows a word in the first line of an output."""
    line = _first_line(command)
    return None if line is None or word not in line else line.partition(word)[2].split()[0]


def get_libc_version():
    """'glibc-2.36'"""
    line = _first_line('ldd --version')
    return 'N/A' if line is None else 'glibc-' + line.split()[-1]


def get_python_platform():
    """What platform.platform() says."""
    try:
        import platform
    except ImportError:
        system = os.uname()
        return '-'.join([system.sysname, system.release, system.machine])
    return platform.platform()


def _packages():
    """name==version of the packages of the Python on the machine that matter."""
    try:
        from importlib.metadata import distributions
        found = {'%s==%s' % (each.metadata['Name'], each.version) for each in distributions()}
    except ImportError:
        return ''
    return '\n'.join(sorted([each for each in found if each.startswith(_PACKAGES)]))


def get_pip_packages(run_lambda=run, patterns=None):
    """('pip3', the packages that matter, a line each)"""
    return 'pip3', _packages()


def _processor():
    described = _answer('lscpu')
    if described is None:
        model = [line.partition(':')[2].strip() for line in _content('/proc/cpuinfo').splitlines() if line.startswith('model name')]
        described = 'CPU(s): %s\nModel name: %s' % (os.cpu_count(), model[0]) if model else None
    return described


get_cpu_info = lambda run_lambda=run: _processor()
_cuda = torch.cuda.is_available

# (field, its line in the report with the end before it, how it is found)
_ROWS = (
    ('torch_version', 'PyTorch version: ', lambda: torch.__version__),
    ('is_debug_build', 'Is debug build: ', lambda: str(torch.version.debug)),
    ('cuda_compiled_version', 'CUDA used to build PyTorch: ', lambda: torch.version.cuda),
    ('hip_compiled_version', 'ROCM used to build PyTorch: ', lambda: 'N/A'),
    ('os', '\nOS: ', get_os),
    ('gcc_version', 'GCC version: ', _gcc),
    ('clang_version', 'Clang version: ', lambda: _after('version ', 'clang --version')),
    ('cmake_version', 'CMake version: ', lambda: _first_line('cmake --version') and 'version ' + str(_after('version ', 'cmake --version'))),
    ('libc_version', 'Libc version: ', get_libc_version),
    ('python_version', '\nPython version: ', lambda: '%s (%d-bit runtime)' % (sys.version.replace('\n', ' '), sys.maxsize.bit_length() + 1)),
    ('python_platform', 'Python platform: ', get_python_platform),
    ('is_cuda_available', 'Is CUDA available: ', lambda: str(_cuda())),
    ('cuda_runtime_version', 'CUDA runtime version: ', lambda: _after(', V', 'nvcc --version | grep release')),
    ('cuda_module_loading', 'CUDA_MODULE_LOADING set to: ', lambda: os.environ.get('CUDA_MODULE_LOADING', 'LAZY') if _cuda() else 'N/A'),
    ('nvidia_gpu_models', 'GPU models and configuration: ',
     lambda: '\n'.join(['GPU %d: %s' % (i, torch.cuda.get_device_name(i)) for i in range(torch.cuda.device_count())]) if _cuda() else None),
    ('nvidia_driver_version', 'Nvidia driver version: ', lambda: _first_line('nvidia-smi --query-gpu=driver_version --format=csv,noheader')),
    ('cudnn_version', 'cuDNN version: ', lambda: None),
    ('is_xpu_available', 'Is XPU available: ', lambda: 'False'),
    ('hip_runtime_version', 'HIP runtime version: ', lambda: 'N/A'),
    ('miopen_runtime_version', 'MIOpen runtime version: ', lambda: 'N/A'),
    ('is_xnnpack_available', 'Is XNNPACK available: ', lambda: 'False'),
    ('caching_allocator_config', 'Caching allocator config: ', lambda: {}),
    ('cpu_info', '\nCPU:\n', _processor),
    ('pip_packages', '\nVersions of relevant libraries:\n', _packages),
    ('conda_packages', '', lambda: None),
    ('pip_version', None, lambda: 'pip3'),
)
_ORDER = ('torch_version is_debug_build cuda_compiled_version gcc_version clang_version cmake_version os libc_version python_version python_platform '
          'is_cuda_available cuda_runtime_version cuda_module_loading nvidia_driver_version nvidia_gpu_models cudnn_version is_xpu_available '
          'pip_version pip_packages conda_packages hip_compiled_version hip_runtime_version miopen_runtime_version caching_allocator_config '
          'is_xnnpack_available cpu_info')
SystemEnv = collections.namedtuple('SystemEnv', _ORDER)


def get_env_info():
    """All that is found, as a SystemEnv."""
    return SystemEnv(**{field: find() for field, _, find in _ROWS})


def _shown(field, value):
    """A value as the report has it."""
    if field in ('pip_packages', 'conda_packages'):
        tag = '[pip3] ' if field == 'pip_packages' else '[conda] '
        return '\n'.join([tag + line for line in (value or _NOTHING).splitlines()])
    if field == 'caching_allocator_config' and not value:
        return 'N/A'
    if value is None or value == '':
        return _NOTHING
    value = str(value)
    return '\n' + value if '\n' in value and field == 'nvidia_gpu_models' else value


def pretty_str(envinfo):
    """The report of a SystemEnv."""
    return '\n'.join([title + _shown(field, getattr(envinfo, field)) for field, title, _ in _ROWS if title is not None])


def get_pretty_env_info():
    """The report of this machine."""
    return pretty_str(get_env_info())


def main():
    """Prints the report."""
    print('Collecting environment information...')
    print(get_pretty_env_info())


if __name__ == '__main__':
    main()
