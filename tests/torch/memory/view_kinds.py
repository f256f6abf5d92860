"""Views made without recording, several at once, or in inference mode: what may be changed in place, and inference tensors."""
import torch
def t(f):
    try:
        r = f()
        print('ok', r)
    except Exception as e: print(type(e).__name__, str(e))
x = torch.tensor([1., 2.], requires_grad=True)
y = torch.ones(2); a, b = y.unbind(); t(lambda: a.mul_(x[0])); t(lambda: y)
y = torch.ones(2); a, b = y.unbind(); t(lambda: a.mul_(2)); t(lambda: y.requires_grad_()); t(lambda: b.mul_(2))
y = x * 1; a, b = y.chunk(2); t(lambda: a.mul_(2)); 
y = x * 1; a, b = y.tensor_split(2); t(lambda: a.add_(2)); a, b = y.split_with_sizes([1, 1]); t(lambda: a.add_(2)); 
y = x * 1; a, b = y; t(lambda: a.add_(2)); a = [v for v in y][0]; t(lambda: a.zero_())
y = x * 1; t(lambda: y[0].zero_())
with torch.no_grad(): a, b = y.unbind(); c = y[:1]; d = y.view(2, 1); e = y.detach()
t(lambda: a.mul_(2)); t(lambda: c.mul_(2)); t(lambda: d.mul_(2)); t(lambda: e.mul_(2)); t(lambda: c.mul_(x[:1]))
with torch.no_grad(): t(lambda: c.mul_(2))
with torch.inference_mode(): c = y[:1]; d = torch.ones(2); v = d[:1]; z = x.view(2, 1)
t(lambda: c.mul_(2)); t(lambda: c.is_inference()); t(lambda: v.is_inference()); t(lambda: z.mul_(2)); t(lambda: d + 1); t(lambda: (d + 1).is_inference()); t(lambda: d * x); t(lambda: d + x); t(lambda: v.view(1).is_inference()); t(lambda: d.requires_grad_()); t(lambda: d.requires_grad_(False)); t(lambda: d.sum().backward())
t(lambda: y.__setitem__(0, d[0])); t(lambda: torch.ones(2).copy_(d)); t(lambda: d._version); t(lambda: d.data.add_(1)); t(lambda: d.detach().add_(1)); t(lambda: d.clone().add_(1))
with torch.inference_mode():
    d.add_(1); y2 = torch.ones(2); y2.requires_grad = True; print((y2 * 2).requires_grad, y2.requires_grad, torch.is_grad_enabled(), torch.is_inference_mode_enabled())
    with torch.enable_grad(): print((x * 2).requires_grad, torch.is_grad_enabled())
    with torch.inference_mode(False): print((x * 2).requires_grad, torch.is_grad_enabled()); w = torch.ones(1); print(w.is_inference())
    x.data.add_(1); print(x); t(lambda: x.add_(1)); t(lambda: torch.ones(1).add_(1))
print(x._version)
def t(s, f):
    try: print(s, f())
    except Exception as e: print(s, str(e)[:110])
x = torch.tensor([[1., 2.]], requires_grad=True)
y = x * 1
with torch.no_grad(): c = y[:1]; c.mul_(2)
t(1, lambda: c.grad_fn)
y = x * 1
with torch.no_grad(): c = y[:1]
with torch.no_grad(): c.mul_(2)
t(2, lambda: c.grad_fn); t('2b', lambda: c.mul_(2))
y = x * 1
with torch.no_grad(): c = y[:1]; y.mul_(2)
t(3, lambda: c.grad_fn)
y = x * 1
with torch.no_grad(): c = y[:1]; d = y.view(2); d.mul_(2)
t(4, lambda: c.grad_fn); t(5, lambda: c * 2)
with torch.no_grad(): row = x[0]; row.fill_(3)
t(6, lambda: row); t(7, lambda: row * 2); t(8, lambda: row.requires_grad); t(9, lambda: row.fill_(1))
with torch.no_grad(): row = x[0]
with torch.no_grad():
    row = x[0]; row += 1; a, b = row.unbind(); a.add_(1); t(11, lambda: (row, a))
    x -= 0.1; t(12, lambda: (row, a)); t(13, lambda: row.requires_grad)
t(14, lambda: row);  t(15, lambda: x.data[0])
y = x * 1; a, b = y[0].unbind(); y.add_(1); t(16, lambda: a); t(17, lambda: a * 2); t(18, lambda: a.grad_fn)
