# Rows with nans: median gives the first of them, the others put them last; rows long enough for every way of sorting.
import torch

for length in (3, 20, 200, 9000):
    rows = ((torch.arange(4 * length) * 7919 % 1013).reshape(4, length) - 500) / 8
    rows[1, length // 2] = rows[1, 1] = rows[3, -1] = float('nan')
    for tensor in (rows, rows.double(), rows.half()):
        print(length, tensor.dtype, tensor.median(1), tensor[1].median())
        values, places = tensor.kthvalue(length // 2 + 1, 1)
        print(values, (tensor.gather(1, places.unsqueeze(1)).squeeze(1) == values).tolist(), tensor.topk(2, 1)[0])
        values, places = tensor.sort(dim=1, descending=True, stable=True)
        print(values[:, :3], places[:, :3])
        print(tensor.nanmedian(1)[0], tensor.argmax(1), tensor.argmin(1), tensor.cummax(1)[1][:, -1])
