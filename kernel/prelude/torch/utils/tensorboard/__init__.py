"""Files for TensorBoard."""

from torch.utils.tensorboard.writer import FileWriter, SummaryWriter

__all__ = ['FileWriter', 'SummaryWriter']
