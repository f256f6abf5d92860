"""Record of phased-in incompatible language changes.

Each line is of the form:

    FeatureName = "_Feature(" OptionalRelease "," MandatoryRelease ")"
"""

all_feature_names = ['nested_scopes', 'generators', 'division', 'absolute_import', 'with_statement', 'print_function',
                     'unicode_literals', 'barry_as_FLUFL', 'generator_stop', 'annotations']
__all__ = ['all_feature_names'] + all_feature_names


class _Feature:
    """A feature: the releases since when it can be and must be used (None: never), the flag of compile()."""

    def __init__(self, optional, mandatory, flag):
        vars(self).update(optional=optional, mandatory=mandatory, compiler_flag=flag)

    getOptionalRelease, getMandatoryRelease = lambda self: self.optional, lambda self: self.mandatory

    def __repr__(self):
        return f'_Feature({", ".join(map(repr, vars(self).values()))})'


nested_scopes = _Feature((2, 1, 0, 'beta', 1), (2, 2, 0, 'alpha', 0), 16)
generators = _Feature((2, 2, 0, 'alpha', 1), (2, 3, 0, 'final', 0), 0)
division = _Feature((2, 2, 0, 'alpha', 2), (3, 0, 0, 'alpha', 0), 131072)
absolute_import = _Feature((2, 5, 0, 'alpha', 1), (3, 0, 0, 'alpha', 0), 262144)
with_statement = _Feature((2, 5, 0, 'alpha', 1), (2, 6, 0, 'alpha', 0), 524288)
print_function = _Feature((2, 6, 0, 'alpha', 2), (3, 0, 0, 'alpha', 0), 1048576)
unicode_literals = _Feature((2, 6, 0, 'alpha', 2), (3, 0, 0, 'alpha', 0), 2097152)
barry_as_FLUFL = _Feature((3, 1, 0, 'alpha', 2), (4, 0, 0, 'alpha', 0), 4194304)
generator_stop = _Feature((3, 5, 0, 'beta', 1), (3, 7, 0, 'alpha', 0), 8388608)
annotations = _Feature((3, 7, 0, 'beta', 1), None, 16777216)
