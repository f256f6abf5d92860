"""torch.multiprocessing: start methods and contexts, sharing strategies, processors; what of them a loader follows."""
import os

import torch
import torch.multiprocessing as mp
from torch.utils.data import DataLoader


def attempt(what, *arguments, **options):
    try:
        result = what(*arguments, **options)
        print(sorted(result) if isinstance(result, set) else type(result).__name__ if hasattr(result, 'get_start_method') else result)
    except Exception as error:
        print(type(error).__name__, str(error).split('{')[0])


print(mp.cpu_count() == os.cpu_count(), torch.multiprocessing is mp)
attempt(mp.get_all_sharing_strategies)
attempt(mp.get_sharing_strategy)
for strategy in ('file_system', 'foo', 'file_descriptor', None):
    attempt(mp.set_sharing_strategy, strategy)
    attempt(mp.get_sharing_strategy)
attempt(mp.get_start_method, allow_none=True)
attempt(mp.set_start_method, 'foo')
attempt(mp.get_start_method, allow_none=True)
attempt(mp.get_start_method)
attempt(mp.get_start_method, True)
attempt(mp.set_start_method, 'fork')
attempt(mp.set_start_method, 'spawn', force=True)
attempt(mp.get_start_method)
attempt(mp.get_context)
attempt(mp.get_all_start_methods)
for method in ('fork', 'spawn', 'forkserver', 'foo', None):
    attempt(mp.get_context, method)
context = mp.get_context('fork')
attempt(context.get_start_method)
attempt(context.get_context, 'spawn')
attempt(context.get_context)
attempt(context.set_start_method, 'fork')
print(context.cpu_count() == os.cpu_count(), context is mp.get_context('fork'))
attempt(mp.set_start_method, None, force=True)
attempt(mp.get_start_method, allow_none=True)
attempt(mp.set_start_method, 'fork')
print([batch.tolist() for batch in DataLoader(range(6), 2, num_workers=2)])
print([batch.tolist() for batch in DataLoader(range(6), 3, num_workers=1, multiprocessing_context=context)])
