"""The filters that CPython begins with, and none after resetwarnings()."""
import warnings

warnings.filters[:] = [one for one in warnings.filters if one[2] is not Warning]  # of the option -W, with which this may run
for one in warnings.filters:
    print(one)


def count(*categories):
    with warnings.catch_warnings(record=True) as heard:
        for category in categories:
            warnings.warn('text', category)
        return [w.category.__name__ for w in heard]


class Own(DeprecationWarning):
    pass


KINDS = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning, UserWarning, Own)
print(count(*KINDS))
warnings.resetwarnings()
print(warnings.filters, count(*KINDS))
warnings.filterwarnings('ignore', module='__main__')
print(count(*KINDS))
