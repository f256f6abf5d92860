"""dir(torch) knows what comes only when it is asked for."""
import torch

shown = dir(torch)
print([name in shown for name in ('allclose', 'cdist', 'einsum', 'nn', 'no_grad', 'finfo', 'cosine_similarity', 'kl_div', 'zeros', 'Tensor')])
print('map_' in shown, 'nothing_of_that_name' in shown, shown == sorted(shown))
print(hasattr(torch, 'einsum'), hasattr(torch, 'nothing_of_that_name'))
