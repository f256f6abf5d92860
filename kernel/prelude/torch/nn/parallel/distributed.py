"""Replicas in several processes: they need a group of processes, which nothing here can make."""

from torch.distributed._no_group import refuse_without_group
from torch.nn.modules import Module


class DistributedDataParallel(Module):
    """Keeps the replicas of a module in the processes of a group equal. Without a group it raises, as PyTorch's does."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=None, init_sync=True, process_group=None, bucket_cap_mb=None,
                 find_unused_parameters=False, check_reduction=False, gradient_as_bucket_view=False, static_graph=False,
                 delay_all_reduce_named_params=None, param_to_hook_all_reduce=None, mixed_precision=None, device_mesh=None,
                 skip_all_reduce_unused_params=False, bucket_cap_mb_list=None, batched_grad_copy=False, forward_sync_buffers=None):
        super().__init__()
        refuse_without_group()
