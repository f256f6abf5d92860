"""Switches of the libraries below; they are accepted, what they change is not there."""


class _Switches:
    def __init__(self, **values):
        self.__dict__.update(values)

    def is_available(self):
        return self.available

    def version(self):
        return None


cudnn = _Switches(available=False, enabled=True, benchmark=False, deterministic=False, allow_tf32=True, benchmark_limit=10)
cuda = _Switches(available=False, matmul=_Switches(available=False, allow_tf32=False,
                                                   allow_fp16_reduced_precision_reduction=True))
cuda.is_built = lambda: False
mps = _Switches(available=False)
mps.is_built = lambda: False
mkl = _Switches(available=False)
mkldnn = _Switches(available=False)
openmp = _Switches(available=False)
