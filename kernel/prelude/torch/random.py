"""Seeds and states."""

import torch
from torch import default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state


class fork_rng:
    """Restores the states of the generators at the end of the block."""

    def __init__(self, devices=None, enabled=True):
        self.enabled = enabled
        self.devices = range(torch.cuda.device_count()) if devices is None else devices

    def __enter__(self):
        if self.enabled:
            self.state = torch.get_rng_state()
            self.cuda = [(device, torch.cuda.get_rng_state(device)) for device in self.devices]

    def __exit__(self, kind, value, traceback):
        if self.enabled:
            torch.set_rng_state(self.state)
            for device, state in self.cuda:
                torch.cuda.set_rng_state(state, device)


__all__ = ['fork_rng', 'get_rng_state', 'initial_seed', 'manual_seed', 'seed', 'set_rng_state']
