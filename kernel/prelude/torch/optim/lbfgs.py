"""LBFGS."""

import torch
from torch.optim._elementwise import check_options
from torch.optim._strong_wolfe import strong_wolfe
from torch.optim.optimizer import Optimizer

_NEWEST = ('d', 't', 'old_dirs', 'old_stps', 'ro', 'H_diag', 'prev_flat_grad', 'prev_loss')


def _flat(param, value):
    """Gradients (or zeros where there is none) as one row of real numbers."""
    if value is None:
        value = param.new_zeros(param.numel())
    elif value.is_sparse:
        value = value.to_dense()
    value = torch.view_as_real(value) if value.is_complex() else value
    return value.reshape(-1)


class LBFGS(Optimizer):
    """Newton's method with an estimate of the curvature from the last steps (Liu and Nocedal 1989).

    step(closure) makes up to max_iter iterations with at most max_eval calls of closure. history_size: how many steps are
    remembered; line_search_fn: None, or 'strong_wolfe'; tolerance_grad, tolerance_change: what is near enough.
    One group of parameters only."""

    _OPTIONS = 'lr max_iter max_eval tolerance_grad tolerance_change history_size line_search_fn'.split()

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
                 line_search_fn=None):
        check_options(lr)
        calls = max_iter * 5 // 4 if max_eval is None else max_eval
        values = lr, max_iter, calls, tolerance_grad, tolerance_change, history_size, line_search_fn
        super().__init__(params, dict(zip(self._OPTIONS, values)))
        if self.param_groups[1:]:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]['params']

    def _flat_grad(self):
        return torch.cat([_flat(param, param.grad) for param in self._params], 0)

    def _move(self, step, direction):
        """Every parameter a step along its part of the direction."""
        begin = 0
        for param in self._params:
            param = torch.view_as_real(param) if param.is_complex() else param
            part = direction[begin:begin + param.numel()]
            param.add_(part.view_as(param), alpha=step)
            begin += param.numel()

    def _loss_at(self, closure, starts, direction, step):
        """Loss and gradient a step away; the parameters are where they were afterwards."""
        self._move(step, direction)
        loss = float(closure())
        grad = self._flat_grad()
        for param, start in zip(self._params, starts):
            param.copy_(start)
        return loss, grad

    @staticmethod
    def _direction(state, grad, history_size):
        """The two loops of the recursion over the remembered steps and changes of the gradient."""
        changes, steps, ro = state['old_dirs'], state['old_stps'], state['ro']
        change, last = grad.sub(state['prev_flat_grad']), state['d'].mul(state['t'])
        product = change.dot(last)
        if product > 1e-10:
            if len(changes) == history_size:
                for each in (changes, steps, ro):
                    each.pop(0)
            changes.append(change)
            steps.append(last)
            ro.append(1.0 / product)
            state['H_diag'] = product / change.dot(change)
        al = state.setdefault('al', [None] * history_size)
        direction = grad.neg()
        for i in range(len(changes) - 1, -1, -1):
            al[i] = steps[i].dot(direction) * ro[i]
            direction.add_(changes[i], alpha=-al[i])
        direction = torch.mul(direction, state['H_diag'])
        for i in range(len(changes)):
            direction.add_(steps[i], alpha=al[i] - changes[i].dot(direction) * ro[i])
        return direction

    def step(self, closure):
        """Iterates until the loss is least, or the limits are reached; returns the loss before."""
        assert len(self.param_groups) == 1, 'Expected exactly one param_group, but got %d' % len(self.param_groups)
        with torch.no_grad():
            return self._iterate(torch.enable_grad()(closure))

    def _iterate(self, closure):
        group, lead = self.param_groups[0], self.state[self._params[0]]
        lead.setdefault('func_evals', 0)
        lead.setdefault('n_iter', 0)
        first = closure()
        loss, evaluations = float(first), 1
        lead['func_evals'] += 1
        grad = self._flat_grad()
        if grad.abs().max() <= group['tolerance_grad']:
            return first
        state = {**dict.fromkeys(_NEWEST), **{name: lead[name] for name in (*_NEWEST, 'al') if name in lead}}
        turn = 0
        while turn < group['max_iter']:
            turn += 1
            lead['n_iter'] += 1
            if lead['n_iter'] == 1:
                state.update(d=grad.neg(), old_dirs=[], old_stps=[], ro=[], H_diag=1)
            else:
                state['d'] = self._direction(state, grad, group['history_size'])
                lead.setdefault('al', state['al'])
            state['prev_flat_grad'], state['prev_loss'] = grad.clone(), loss
            state['t'] = min(1.0, 1.0 / grad.abs().sum()) * group['lr'] if lead['n_iter'] == 1 else group['lr']
            slope = grad.dot(state['d'])
            if slope > -group['tolerance_change']:
                break
            loss, grad, calls = self._search(closure, state, turn, loss, grad, slope, group,
                                              None if group['line_search_fn'] is None else group['max_eval'] - evaluations)
            evaluations += calls
            lead['func_evals'] += calls
            if turn == group['max_iter'] or evaluations >= group['max_eval'] or grad.abs().max() <= group['tolerance_grad']:
                break
            if state['d'].mul(state['t']).abs().max() <= group['tolerance_change'] \
                    or abs(loss - state['prev_loss']) < group['tolerance_change']:
                break
        lead.update({name: state[name] for name in _NEWEST})
        return first

    def _search(self, closure, state, turn, loss, grad, slope, group, most):
        """Moves the parameters; the loss and gradient there, and how often the closure was called, with most turns of a line search."""
        kind, direction = group['line_search_fn'], state['d']
        if kind is None:
            self._move(state['t'], direction)
            if turn == group['max_iter']:  # nobody needs what is there
                return loss, grad, 0
            return float(closure()), self._flat_grad(), 1
        if kind != 'strong_wolfe':
            raise RuntimeError("only 'strong_wolfe' is supported")
        starts = [param.clone(memory_format=torch.contiguous_format) for param in self._params]
        loss, grad, state['t'], calls = strong_wolfe(lambda step: self._loss_at(closure, starts, direction, step), state['t'],
                                                     direction, loss, grad, slope, most_turns=most)
        self._move(state['t'], direction)
        return loss, grad, calls


__all__ = ['LBFGS']
