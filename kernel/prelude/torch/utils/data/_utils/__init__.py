"""The parts of a loader: how items become batches, where they come from, and its workers."""

MP_STATUS_CHECK_INTERVAL = 5.0  # seconds

from torch.utils.data._utils import collate, fetch, pin_memory, worker
