# Devices without a device: as a PyTorch built without CUDA.
import torch
from torch import nn


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, str(e).split('. PyTorch')[0])


d = torch.device
x = torch.ones(2)
for f in [lambda: d('cpu'), lambda: d('cuda'), lambda: d('cuda:1'), lambda: d('cuda', 1), lambda: d(type='cuda', index=0), lambda: str(d('cuda:1')), lambda: f"{d('cuda')}",
          lambda: d('cuda') == d('cuda:0'), lambda: d('cpu') == d('cpu'), lambda: d('cpu') == 'cpu', lambda: hash(d('cpu')) == hash(d('cpu')), lambda: d('cuda:1').index,
          lambda: d('cpu').index, lambda: d('cuda:1').type, lambda: d(d('cpu')), lambda: {d('cpu'): 1}, lambda: d('gpu'), lambda: d('CUDA'), lambda: d('cuda:x'),
          lambda: d('cuda:-1'), lambda: d('cuda:'), lambda: d('cuda:01'), lambda: d(''), lambda: d('cuda', -1), lambda: d('cuda:0', 1), lambda: d(1.5), lambda: d(0), lambda: d(-1),
          lambda: x.device, lambda: x.is_cuda, lambda: x.get_device()]:
    tr(f)
for f in [lambda: x.cuda(), lambda: x.cuda(None), lambda: x.cuda(non_blocking=True), lambda: x.cuda('cuda'), lambda: x.cuda('cuda:1'), lambda: x.cuda(d('cuda:0')),
          lambda: x.to('cuda'), lambda: x.to('cuda:1'), lambda: x.to(d('cuda')), lambda: torch.ones(2, device='cuda'), lambda: torch.tensor([1], device='cuda:0'),
          lambda: torch.as_tensor([1], device='cuda'), lambda: torch.zeros_like(x, device='cuda'), lambda: x.new_zeros(2, device='cuda'), lambda: torch.rand(0, device='cuda'),
          lambda: torch.arange(3, device='cuda'), lambda: nn.Linear(2, 1).cuda(), lambda: nn.Linear(2, 1).cuda('cuda:0'), lambda: nn.Linear(2, 1).to('cuda'),
          lambda: nn.Linear(2, 1, device='cuda'), lambda: x.cuda(0), lambda: x.cuda(device=0), lambda: x.cuda(0, non_blocking=True), lambda: x.to(0), lambda: x.to(device=0),
          lambda: torch.ones(2, device=0), lambda: nn.Parameter(x).cuda(0), lambda: nn.Linear(2, 1).cuda(0), lambda: nn.Linear(2, 1).to(0), lambda: x.cuda(-1),
          lambda: nn.Linear(2, 1).cuda(-1), lambda: x.cuda(1.5), lambda: x.cuda(True), lambda: x.cuda('x'), lambda: x.cuda('cpu'), lambda: nn.ReLU().cuda(),
          lambda: nn.ReLU().cuda(0), lambda: nn.ReLU().to(0), lambda: x.pin_memory(), lambda: x.type('torch.cuda.FloatTensor'), lambda: torch.cuda.FloatTensor(2),
          lambda: torch.Generator(device='cuda'), lambda: x.is_pinned(), lambda: torch.set_default_tensor_type('torch.cuda.FloatTensor'),
          lambda: torch.set_default_device(0)]:
    tr(f)
c = torch.cuda
for f in [lambda: c.is_available(), lambda: c.is_initialized(), lambda: c.device_count(), lambda: c.init(), lambda: c.synchronize(), lambda: c.synchronize(0), lambda: c.current_device(),
          lambda: c.get_device_name(), lambda: c.get_device_name(0), lambda: c.get_device_properties(0), lambda: c.get_device_capability(), lambda: c.current_stream(),
          lambda: c.default_stream(), lambda: c.mem_get_info(), lambda: c.get_rng_state(), lambda: c.initial_seed(), lambda: c.ipc_collect(),
          lambda: c.set_per_process_memory_fraction(0.5), lambda: c.can_device_access_peer(0, 1), lambda: c.set_sync_debug_mode(0), lambda: c.cudart(), lambda: c.memory_allocated(),
          lambda: c.memory_allocated(0), lambda: c.memory_reserved(), lambda: c.max_memory_allocated(), lambda: c.memory_stats(), lambda: c.empty_cache(), lambda: c.manual_seed(1),
          lambda: c.manual_seed_all(1), lambda: c.set_device(-1), lambda: c.get_rng_state_all(), lambda: c.get_arch_list(), lambda: c.is_bf16_supported(), lambda: torch.version.cuda,
          lambda: torch.backends.cudnn.version(), lambda: torch.accelerator.is_available(), lambda: torch.accelerator.current_accelerator(), lambda: torch.accelerator.synchronize(),
          lambda: torch.accelerator.current_device_index(), lambda: c.Event(), lambda: c.Stream(), lambda: c.CUDAGraph(), lambda: c.nvtx.range_push('a'), lambda: c.set_device(0),
          lambda: c.set_device('cuda:0'), lambda: c.set_device('cpu'), lambda: c.set_device('cuda'), lambda: c.reset_peak_memory_stats(), lambda: c.memory_snapshot(), lambda: c.memory_summary(),
          lambda: c.utilization()]:
    tr(f)


def enter(device):
    with torch.cuda.device(device):
        return 'in'


for device in [0, 'cuda:0', -1, None, 'cuda']:
    tr(lambda: enter(device))
with d('cuda'):
    tr(lambda: torch.ones(2))
    tr(lambda: torch.tensor([1]))
tr(lambda: torch.ones(2))
torch.set_default_device('cuda')
tr(lambda: torch.zeros(2))
torch.set_default_device(None)
tr(lambda: torch.zeros(2))
with d('cpu') as where:
    print(where, torch.zeros(1))
print(torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic, torch.backends.cudnn.enabled, torch.backends.cuda.matmul.allow_tf32,
      torch.get_float32_matmul_precision())
