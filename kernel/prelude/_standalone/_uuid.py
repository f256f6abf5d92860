"""UUIDs of the time as the system makes them."""
from uuid import _generate_time_safe as generate_time_safe

has_uuid_generate_time_safe = 1
