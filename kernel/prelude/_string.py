"""The parts of format strings, as string.Formatter takes them apart."""
from string import _parse_format as formatter_parser
from string import _split_field as formatter_field_name_split
