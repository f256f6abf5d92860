# needs: lightning_fabric
"""lightning.fabric on the CPU: setup, backward, seeds, checkpoints, loaders."""
import torch, os, tempfile, logging, warnings
logging.getLogger('lightning').setLevel(logging.ERROR); logging.getLogger('lightning.fabric').setLevel(logging.ERROR)
warnings.simplefilter('ignore')
from torch import nn
from lightning_fabric import Fabric, seed_everything
from torch.utils.data import DataLoader, TensorDataset
seed_everything(0, verbose=False)
fabric = Fabric(accelerator='cpu', devices=1)
fabric.launch()
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)); opt = torch.optim.Adam(net.parameters(), lr=.05)
net, opt = fabric.setup(net, opt)
x = torch.randn(64, 4); y = x.sum(1, keepdim=True)
loader = fabric.setup_dataloaders(DataLoader(TensorDataset(x, y), batch_size=16, shuffle=True))
print(fabric.device, fabric.world_size, fabric.global_rank, type(net).__name__, len(loader))
for epoch in range(3):
    total = 0.
    for a, b in loader:
        loss = nn.functional.mse_loss(net(a), b); opt.zero_grad(); fabric.backward(loss); fabric.clip_gradients(net, opt, max_norm=1.); opt.step(); total += loss.item()
    print(epoch, total > 0)
with tempfile.TemporaryDirectory() as d:
    fabric.save(os.path.join(d, 'c.ckpt'), {'model': net, 'opt': opt, 'step': 3})
    state = {'model': net, 'opt': opt}
    rest = fabric.load(os.path.join(d, 'c.ckpt'), state)
    print(rest)
fabric.print('done', fabric.all_gather(torch.tensor(1)), fabric.all_reduce(torch.tensor(2.)))
with fabric.autocast(): print(net(x[:1]).dtype)
with fabric.no_backward_sync(net, enabled=False): pass
