"""Pseudo terminal utilities."""

import os
from os import openpty

__all__ = ['openpty']

STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, CHILD = 0, 1, 2, 0
