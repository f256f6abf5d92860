# What only a hook of a step keeps alive goes when nobody else holds the step: also where the hook holds the step.
import gc
import torch


class Witness:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print('gone:', self.name)


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def without_a_cycle():
    witness = Witness('without a cycle')
    step = (x * 2).grad_fn
    step.register_hook(lambda inputs, outputs: witness)


def held_by_its_hook():
    witness = Witness('held by its hook')
    step = (x * 2).grad_fn
    step.register_hook(lambda inputs, outputs: (witness, step))


for case in (without_a_cycle, held_by_its_hook):
    case()
    gc.collect()
    print('after', case.__name__)
step = (x * 2).grad_fn
step.register_hook(lambda inputs, outputs: step)
