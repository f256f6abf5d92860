"""The pretty printer by its own names: the text of a value, and printers of classes."""
import _shell


def pretty(obj, verbose=False, max_width=79, newline='\n', max_seq_length=1000):
    """The value as a cell would show it in text."""
    return _shell.pretty(obj)


def pprint(obj, verbose=False, max_width=79, newline='\n', max_seq_length=1000):
    """Prints the value as a cell would show it."""
    print(pretty(obj))


def for_type(typ, func):
    """Registers a printer (object, p, cycle) of a class; gives the one before."""
    return get_ipython().display_formatter.formatters['text/plain'].for_type(typ, func)


def for_type_by_name(type_module, type_name, func):
    """The same for a class that need not be there yet."""
    return get_ipython().display_formatter.formatters['text/plain'].for_type_by_name(type_module, type_name, func)
