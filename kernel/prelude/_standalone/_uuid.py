"""UUIDs of the time as the system makes them: unsafe where several processes make one at the same moment."""
from uuid import uuid1 as _uuid1

has_uuid_generate_time_safe = 1


def generate_time_safe():
    """The 16 bytes of one, and whether no other process can have made the same: 0, or -1 where that is not known to be so."""
    return _uuid1().bytes, -1
