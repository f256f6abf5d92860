# An example of each: switches of autocasting.
import torch
import torch.nn.functional as F
from torch import linalg, special

EXAMPLES = r"""
torch.is_autocast_enabled('cpu')
torch.set_autocast_enabled('cpu', True)
torch.is_autocast_enabled('cpu')
torch.set_autocast_enabled('cpu', False)
torch.get_autocast_dtype('cpu')
torch.set_autocast_dtype('cpu', torch.float16)
torch.get_autocast_dtype('cpu')
torch.set_autocast_dtype('cpu', torch.bfloat16)
torch.is_autocast_cache_enabled()
torch.set_autocast_cache_enabled(True)
torch.clear_autocast_cache()
torch.autocast_increment_nesting()
torch.autocast_decrement_nesting()
torch.is_autocast_cpu_enabled()
torch.set_autocast_cpu_enabled(False)
torch.get_autocast_cpu_dtype()
torch.set_autocast_cpu_dtype(torch.bfloat16)
torch.get_autocast_gpu_dtype()
torch.set_autocast_gpu_dtype(torch.float16)
torch.is_autocast_enabled(device_type='cpu')
torch.is_autocast_enabled(3)
torch.set_autocast_enabled('cpu', 1)
torch.set_autocast_dtype('cpu', 3)
torch.get_autocast_dtype(2)
"""


for example in EXAMPLES.strip().split('\n'):
    print('>>>', example)
    try:
        print(eval(example))
    except Exception as error:
        print(f'{type(error).__name__}: {error}')
