# needs: accelerate
"""accelerate on the CPU: prepare, backward, gather, accumulate, checkpoints."""
import torch, tempfile, os
from torch import nn
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, TensorDataset
set_seed(0)
acc = Accelerator(cpu=True, gradient_accumulation_steps=2)
x = torch.randn(32, 3); y = x.sum(1, keepdim=True)
net = nn.Linear(3, 1); opt = torch.optim.SGD(net.parameters(), lr=.1); sched = torch.optim.lr_scheduler.StepLR(opt, 2)
net, opt, loader, sched = acc.prepare(net, opt, DataLoader(TensorDataset(x, y), batch_size=8), sched)
print(acc.device, acc.num_processes, acc.is_main_process, acc.distributed_type, type(opt).__name__, type(loader).__name__, len(loader))
for epoch in range(2):
    for a, b in loader:
        with acc.accumulate(net):
            loss = nn.functional.mse_loss(net(a), b); acc.backward(loss); acc.clip_grad_norm_(net.parameters(), 1.); opt.step(); sched.step(); opt.zero_grad()
    print(epoch, round(loss.item(), 3), sched.get_last_lr())
print(acc.gather(torch.tensor([1, 2])), acc.gather_for_metrics((torch.ones(1),)), acc.unwrap_model(net) is net)
with tempfile.TemporaryDirectory() as d:
    acc.save_state(os.path.join(d, 's')); print(sorted(os.listdir(os.path.join(d, 's'))))
    acc.load_state(os.path.join(d, 's'))
    acc.save_model(net, os.path.join(d, 'm')); print(sorted(os.listdir(os.path.join(d, 'm'))))
acc.print('over'); acc.wait_for_everyone()
