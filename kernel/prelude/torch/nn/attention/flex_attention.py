"""Attention whose scores a function changes: libraries name it and its masks; nothing of it is there."""

from torch._refusals import refused_class

_WHY = 'attention with functions of scores is not there; torch.nn.functional.scaled_dot_product_attention takes masks'
__all__ = ['AuxOutput', 'AuxRequest', 'BlockMask', 'FlexKernelOptions', 'and_masks', 'create_block_mask', 'create_mask', 'create_nested_block_mask',
           'flex_attention', 'noop_mask', 'or_masks']
globals().update({name: refused_class(__name__, name, _WHY) for name in __all__})
_DEFAULT_SPARSE_BLOCK_SIZE = 128
