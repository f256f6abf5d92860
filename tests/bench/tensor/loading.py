"""Batches of loaders: rows of tensors, images with transforms, own collate rules, workers; an epoch in each measurement."""
import time

import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, IterableDataset, RandomSampler, Subset, TensorDataset, default_collate, random_split

ROW_COUNT, IMAGE_COUNT = 4096, 512


def tensors():
    torch.manual_seed(0)
    return torch.randn(ROW_COUNT, 20), torch.randint(0, 10, (ROW_COUNT,))


class Rows(Dataset):
    """A dataset of the user's own."""

    def __init__(self):
        self.x, self.y = tensors()

    def __len__(self):
        return ROW_COUNT

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Records(Rows):
    def __getitem__(self, i):
        return {'x': self.x[i], 'label': int(self.y[i]), 'name': 'row'}


class Stream(IterableDataset):
    def __init__(self):
        self.x, self.y = tensors()

    def __iter__(self):
        return zip(self.x, self.y)


MEAN, STD = torch.tensor([0.5, 0.4, 0.3])[:, None, None], torch.tensor([0.2, 0.3, 0.2])[:, None, None]


def normalize(image):
    return (image.float().div(255) - MEAN) / STD


def augment(image):
    image = normalize(image)
    if torch.rand(1).item() < 0.5:
        image = image.flip(-1)
    return torch.nn.functional.pad(image, (2, 2, 2, 2))[:, 1:33, 2:34]


class Images(Dataset):
    def __init__(self, transform):
        torch.manual_seed(0)
        self.images = torch.randint(0, 256, (IMAGE_COUNT, 3, 32, 32), dtype=torch.uint8)
        self.labels = torch.randint(0, 10, (IMAGE_COUNT,)).tolist()
        self.transform = transform

    def __len__(self):
        return IMAGE_COUNT

    def __getitem__(self, i):
        return self.transform(self.images[i]), self.labels[i]


class Sleeps(Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, i):
        time.sleep(0.005)
        return i


def first(batch):
    while not isinstance(batch, torch.Tensor):
        batch = next(iter(batch.values() if isinstance(batch, dict) else batch))
    return batch


def epoch(loader):
    """Goes through the loader; the sum of the first element of each batch."""
    def work():
        torch.manual_seed(0)
        total = 0.0
        for batch in loader:
            total += float(first(batch).flatten()[0])
        return total / 100
    return work


def batches_of_a_sampler():
    return lambda: sum(len(batch) for batch in BatchSampler(RandomSampler(range(20000)), 64, False))


def collating():
    items = [(torch.ones(20), i, 1.5) for i in range(64)]
    return lambda: [default_collate(items) for _ in range(50)][0][1]


ROWS = {
    'rows': lambda: epoch(DataLoader(TensorDataset(*tensors()), 64)),
    'rows_shuffled': lambda: epoch(DataLoader(TensorDataset(*tensors()), 64, shuffle=True)),
    'rows_split': lambda: epoch(DataLoader(random_split(TensorDataset(*tensors()), [0.8, 0.2])[0], 64, shuffle=True)),
    'rows_subset': lambda: epoch(DataLoader(Subset(Rows(), range(100, 2000)), 64)),
    'rows_own': lambda: epoch(DataLoader(Rows(), 64, shuffle=True)),
    'rows_records': lambda: epoch(DataLoader(Records(), 64)),
    'rows_stream': lambda: epoch(DataLoader(Stream(), 64)),
    'rows_single': lambda: epoch(DataLoader(TensorDataset(*tensors()), None)),
    'images': lambda: epoch(DataLoader(Images(normalize), 64, shuffle=True)),
    'images_augmented': lambda: epoch(DataLoader(Images(augment), 64, shuffle=True)),
    'batch_sampler': batches_of_a_sampler,
    'collate': collating,
    'workers_sleeping': lambda: epoch(DataLoader(Sleeps(), 4, num_workers=4)),
    'workers_images': lambda: epoch(DataLoader(Images(normalize), 64, num_workers=2)),
}
GOALS = {'rows': 5, 'rows_shuffled': 5, 'rows_split': 5, 'rows_subset': 5, 'rows_own': 5, 'images': 3.5, 'images_augmented': 3.5, 'workers_sleeping': 1}
ELAPSED = ['workers_sleeping', 'workers_images']
