"""swap_in_optimizer_params_and_state."""

import contextlib
from collections import defaultdict


def _swapped(optimizer, tensors, given):
    """(groups, states) with other tensors in the order of the optimizer's, and the options and states of a state_dict."""
    states, groups = given.get('state'), given.get('param_groups', ())
    if not optimizer.state:
        raise RuntimeError('swap_in_optimizer_params_and_state requires initialized optimizer state.')
    if len(tensors) < sum(len(group['params']) for group in optimizer.param_groups):
        raise RuntimeError('swap_in_optimizer_params_and_state requires the explicit parameter state to match optimizer.param_groups ordering.')
    if not isinstance(states, dict):
        raise RuntimeError("swap_in_optimizer_params_and_state requires swapin_optim_state['state'] to be a dict mapping packed parameter ids "
                           'to per-param state dicts, got %s.' % type(states).__name__)
    if len(groups) != len(optimizer.param_groups):
        raise RuntimeError('swapin_optim_state has a different number of parameter groups than the live optimizer.')
    left, made, swapped = iter(tensors), [], defaultdict(dict)
    for i, (group, own) in enumerate(zip(groups, optimizer.param_groups)):
        if len(group['params']) != len(own['params']):
            raise RuntimeError('swapin_optim_state param group %d has a different number of params than the live optimizer param group.' % i)
        made.append({**group, 'params': [next(left) for _ in own['params']]})
        for key, tensor in zip(group['params'], made[-1]['params']):
            swapped[tensor] = dict(states.get(key, {}))
    return made, swapped


@contextlib.contextmanager
def swap_in_optimizer_params_and_state(optimizer, swapin_parameters, swapin_optim_state):
    """In a `with` block the optimizer changes other tensors (a dict, in the order of its parameters), with the options and
    states of a state_dict; afterwards it has its own again.

    States are changed in place; what is put into them is forgotten. RuntimeError before the first step of the optimizer, and
    where groups or numbers of tensors are others."""
    kept = optimizer.param_groups, optimizer.state
    optimizer.param_groups, optimizer.state = _swapped(optimizer, list(swapin_parameters.values()), swapin_optim_state)
    try:
        yield
    finally:
        optimizer.param_groups, optimizer.state = kept


swap_in_optimizer_params_and_state.__module__ = 'torch.optim'
