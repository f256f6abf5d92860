"""Switches of torch.backends imported as modules."""
import torch.backends.cudnn as cudnn
import torch.backends.mps
import torch.backends.openmp
from torch.backends import cuda, mha, mkldnn
from torch.backends.cuda import matmul

import torch

cudnn.benchmark, cudnn.deterministic = True, True
print(torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic, torch.backends.cudnn is cudnn)
print(torch.backends.mps.is_available(), cuda.is_built(), matmul.allow_tf32, mkldnn is torch.backends.mkldnn)
print(mha.get_fastpath_enabled(), torch.backends.mha is mha)
