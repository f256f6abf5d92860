"""Functions of modules for devices that a build of PyTorch for the CPU does not have: rows of their names and what stands for all of them."""

from types import FunctionType


def define(module, rows):
    """Puts the functions of rows into a module's names, each under its own name and with the row's arguments."""
    public = []
    for names, pattern in rows:
        for name in names.split():
            made = FunctionType(pattern.__code__.replace(co_name=name), module, name, pattern.__defaults__)
            made.__qualname__, made.__module__ = name, module['__name__']
            made.__doc__ = f'{name} where there is no such device.'
            module[name] = made
            public.append(name)
    module['__all__'] = sorted(public)


def refusing(error, text):
    """What a row says instead of an answer."""
    def refuse(*about):
        raise error(text % about if about else text)
    return refuse
