"""How this program was built."""

import torch


def show():
    """A text for reports of faults: what the runtime is made of. One line for each fact."""
    facts = ['C Version: 201112', 'products, convolutions and vector functions of the runtime', 'LAPACK is enabled (OpenBLAS, opened when it is needed)',
             'Build settings: TORCH_VERSION=%s, USE_CUDA=%s, USE_MKL=OFF, USE_MKLDNN=OFF, USE_MPI=OFF, USE_NCCL=OFF, USE_OPENMP=OFF'
             % (torch.__version__.partition('+')[0], 'ON' if torch.cuda.is_available() else 'OFF')]
    return 'PyTorch built with:\n' + ''.join('  - %s\n' % fact for fact in facts)


def parallel_info():
    """A text about the threads of the runtime."""
    return 'Parallel:\n\tget_num_threads() : %d\n' % torch.get_num_threads()
