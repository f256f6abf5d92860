# The report on the environment: its fields and its headings, whatever the machine has.
from torch.utils import collect_env
from torch.utils.collect_env import SystemEnv, get_env_info, get_pretty_env_info, pretty_str

info = get_env_info()
print(SystemEnv._fields == info._fields, info._fields)
print(info.torch_version[:6], info.is_debug_build, info.is_cuda_available in ('True', 'False'), info.pip_version)
text = get_pretty_env_info()
lines = text.splitlines()
print([line.partition(':')[0] for line in lines[:lines.index('CPU:')] if ':' in line])
print(lines[0][:22], 'Versions of relevant libraries:' in lines, text == pretty_str(get_env_info()))
bare = pretty_str(info._replace(gcc_version=None, os='Own 1.0', pip_packages='numpy==1.0\ntorch==2.0', cpu_info='one', caching_allocator_config={},
                                clang_version='15', cuda_compiled_version='12.1'))
print([line for line in bare.splitlines() if line.startswith(('GCC', 'OS', 'Clang', 'CUDA used', '[pip3]', '[conda]'))], bare.split('CPU:')[1].splitlines()[1:3])
print(collect_env.run('true')[0] in (0, -1))
