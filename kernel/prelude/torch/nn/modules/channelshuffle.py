"""The order of channels."""

from torch.nn import functional as F
from torch.nn.modules._layer_table import layer, layers
from torch.nn.modules.module import Module

__getattr__, __dir__, __all__ = layers(globals(), [
    layer('ChannelShuffle', 'groups', 'channel_shuffle', shown='groups',
          doc='Takes the channels of (N, C, ...) from the groups in turn (Zhang et al. 2018).'),
])
