# needs: ignite
"""pytorch-ignite: engines, events, handlers, metrics, checkpoints, early stopping."""
import torch, tempfile, os
from torch import nn
from ignite.engine import Engine, Events, create_supervised_trainer, create_supervised_evaluator
from ignite.metrics import Accuracy, Loss, RunningAverage, Precision, Recall, ConfusionMatrix
from ignite.handlers import EarlyStopping, ModelCheckpoint, Checkpoint, Timer, LRScheduler
from torch.utils.data import DataLoader, TensorDataset
torch.manual_seed(0)
x = torch.randn(64, 2); y = (x[:, 0] > 0).long()
loader = DataLoader(TensorDataset(x, y), batch_size=16)
net = nn.Linear(2, 2); opt = torch.optim.SGD(net.parameters(), lr=.5)
trainer = create_supervised_trainer(net, opt, nn.CrossEntropyLoss())
evaluator = create_supervised_evaluator(net, metrics={'accuracy': Accuracy(), 'nll': Loss(nn.CrossEntropyLoss()), 'p': Precision(average=True), 'r': Recall(average=True), 'cm': ConfusionMatrix(2)})
RunningAverage(output_transform=lambda o: o).attach(trainer, 'loss')
@trainer.on(Events.EPOCH_COMPLETED(every=2))
def log(engine):
    evaluator.run(loader)
    m = evaluator.state.metrics
    print(engine.state.epoch, round(m['accuracy'], 2), round(m['nll'], 2), round(m['p'], 2), round(m['r'], 2), m['cm'].sum().item())
@trainer.on(Events.ITERATION_COMPLETED(once=3))
def third(engine): print('third', engine.state.iteration, round(engine.state.metrics['loss'], 2))
@trainer.on(Events.STARTED)
def started(engine): print('started', engine.state)
with tempfile.TemporaryDirectory() as d:
    trainer.add_event_handler(Events.EPOCH_COMPLETED, ModelCheckpoint(d, 'net', n_saved=2, create_dir=True, require_empty=False), {'model': net})
    evaluator.add_event_handler(Events.COMPLETED, EarlyStopping(patience=1, score_function=lambda e: e.state.metrics['accuracy'] * 0, trainer=trainer))
    state = trainer.run(loader, max_epochs=8)
    print(state.epoch, state.iteration, sorted(os.listdir(d)))
e = Engine(lambda engine, batch: batch * 2)
out = []
e.add_event_handler(Events.ITERATION_COMPLETED, lambda en: out.append(en.state.output))
e.run([1, 2, 3], max_epochs=2); print(out)
@e.on(Events.EXCEPTION_RAISED)
def bad(engine, error): print('caught', repr(error))
e.state.max_epochs = None
e.run([None], max_epochs=1)
