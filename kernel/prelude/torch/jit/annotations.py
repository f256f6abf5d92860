"""Annotations that only scripted functions have, and typing's, which scripts import from here."""

from typing import Any, Dict, List, Optional, Tuple, Union

from torch.futures import Future


class BroadcastingListCls:
    """A list of a fixed length, for which one value may stand: BroadcastingList2[int]."""

    def __getitem__(self, types):
        return None


BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = BroadcastingListCls()
