# torch.tensor of lists whose numbers are of several types, or change their type after some: type of the result, values, errors.
import torch

LISTS = [[1, 2, 3], [1, 2.5], [2.5, 1], [True, 1], [1, True], [True, 2.5], [2.5, True, 1], [1, 2 ** 62], [2 ** 63 - 1, 1.5], [1.5, 2 ** 63], [1, 2j], [1.5, 2j, 3],
         [1, None], [1.5, None], [1, 'a'], [1.5, 'a'], [1, 2 ** 64], [1.5, 2 ** 64], [1, torch.tensor(2)], [1.5, torch.tensor(2)], [torch.tensor(2), 1.5],
         [1, torch.tensor([2])], [1, [2]], [[1], 2], [[1, 2], [3.5, 4]], [[1.5, 2.5], [3, 4]], [[1, 2], [3]], [[1.5], [2.5, 3]], [[], []], [(1, 2), [3, 4]], (1.5, 2),
         [1e300, 1], [float('nan'), float('inf'), -0.0], range(5), [range(2), [1.5, 2]], [16777217, 1.5], [16777217.0, 3]]
TYPES = [None, torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.bool, torch.float16, torch.complex64]
for data in LISTS:
    print('==', str(data)[:60])
    for dtype in TYPES:
        try:
            made = torch.tensor(data, dtype=dtype)
            print(made.dtype, made.tolist())
        except Exception as error:
            print(type(error).__name__, str(error).split('\n')[0])
