"""Operators that take functions: of these there is associative_scan."""

from torch._higher_order_ops.associative_scan import associative_scan

__all__ = ['associative_scan']
