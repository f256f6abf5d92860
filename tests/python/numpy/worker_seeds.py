# needs: numpy
"""numpy's generator in the workers of a DataLoader begins where PyTorch lets it begin."""
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset
class Draws(Dataset):
    def __len__(self): return 6
    def __getitem__(self, i): return i, float(np.random.rand()), float(torch.rand(()))
torch.manual_seed(3)
for batch in DataLoader(Draws(), batch_size=2, num_workers=2): print(batch)
