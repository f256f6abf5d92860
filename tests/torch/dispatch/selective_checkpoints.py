"""Checkpoints that keep the results of some ops, and those that write their ops down."""
from functools import partial
import torch
from torch.utils.checkpoint import (checkpoint, create_selective_checkpoint_contexts, CheckpointError, CheckpointPolicy,
                                    SelectiveCheckpointContext, SAC_IGNORED_OPS, set_checkpoint_debug_enabled)

print(list(CheckpointPolicy), torch.ops.aten.detach.default in SAC_IGNORED_OPS)
torch.manual_seed(0)
x, w = torch.randn(4, 4, requires_grad=True), torch.randn(4, 4, requires_grad=True)
mm = torch.ops.aten.mm.default
asked, runs = [], []


def policy(ctx, op, *args, **kwargs):
    asked.append((ctx.is_recompute, str(op), len(args), kwargs))
    return CheckpointPolicy.MUST_SAVE if op is mm else CheckpointPolicy.PREFER_RECOMPUTE


def function(x, w):
    runs.append(1)
    return torch.sigmoid(torch.mm(x, w)).sin().sum()


def gradients(contexts):
    x.grad = w.grad = None
    if contexts is None:
        function(x, w).backward()
    else:
        checkpoint(function, x, w, use_reentrant=False, context_fn=contexts).backward()
    return x.grad, w.grad


def show(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


plain = gradients(None)
for contexts in (partial(create_selective_checkpoint_contexts, policy), lambda: create_selective_checkpoint_contexts([mm]),
                 partial(create_selective_checkpoint_contexts, lambda ctx, op, *args, **kwargs: op is mm),
                 partial(create_selective_checkpoint_contexts, lambda ctx, op, *args, **kwargs: CheckpointPolicy.MUST_RECOMPUTE),
                 partial(create_selective_checkpoint_contexts, lambda ctx, op, *args, **kwargs: CheckpointPolicy.PREFER_SAVE)):
    runs.clear()
    print([torch.equal(a, b) for a, b in zip(gradients(contexts), plain)], len(runs))
print(asked)
for wrong in (3, [torch.ops.aten.mm]):
    show(lambda: create_selective_checkpoint_contexts(wrong))


def changing(x, w):
    y = torch.mm(x, w)
    y.add_(1)
    return y.sin().sum()


def run(**options):
    checkpoint(changing, x, w, use_reentrant=False, context_fn=partial(create_selective_checkpoint_contexts, [mm], **options)).backward()


show(run)
show(lambda: run(allow_cache_entry_mutation=True))


def twice():
    out = checkpoint(function, x, w, use_reentrant=False, context_fn=partial(create_selective_checkpoint_contexts, [mm]))
    out.backward(retain_graph=True)
    out.backward()


show(twice)
context = SelectiveCheckpointContext(is_recompute=True)
print(context.is_recompute, context.op_output)

times = [0]


def unsteady(x):
    times[0] += 1
    return x.sin().cos().exp() if times[0] % 2 else x.sin()


def lines(error):
    return [line for line in str(error).split('\n') if 'aten' in line and 'detach' not in line and '(1 of' not in line and ' of ' not in line]


try:
    checkpoint(unsteady, x, use_reentrant=False, debug=True).sum().backward()
except CheckpointError as error:
    text = str(error)
    print(text[:200])
    print([line[4:] for line in lines(error)[:3]], len(lines(error)))
    print(text[text.index(' ERROR:'):])
with set_checkpoint_debug_enabled(True):
    try:
        checkpoint(unsteady, x, use_reentrant=False).sum().backward()
    except CheckpointError as error:
        print(len(lines(error)))
show(lambda: checkpoint(unsteady, x, use_reentrant=True, debug=True))
show(lambda: checkpoint(lambda x: x.sin().sum(), torch.ones(2, requires_grad=True), use_reentrant=False, debug=True))
