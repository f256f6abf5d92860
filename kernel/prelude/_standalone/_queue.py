"""What queue has of its own, under the name that it has in CPython: pickles ask for it."""
from queue import Empty, SimpleQueue
