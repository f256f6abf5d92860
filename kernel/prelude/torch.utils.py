"""Helpers."""

from torch.utils import data
