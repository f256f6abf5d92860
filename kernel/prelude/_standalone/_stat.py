"""The names of stat, which CPython has in a module in C as well."""
import stat

globals().update({name: value for name, value in vars(stat).items() if name.startswith(('S_', 'ST_', 'SF_', 'UF_')) or name == 'filemode'})
