"""Runs a program with everything on a device: on_device.py DEVICE PROGRAM. What it makes without a device lies there, and what it loads, too."""
import sys

import torch

device, program = sys.argv[1:]
sys.argv = [program]
torch.cuda.set_device(device)
torch.set_default_device(device)
with open(program) as file:
    source = file.read()
exec(compile(source, program, 'exec'), globals())
