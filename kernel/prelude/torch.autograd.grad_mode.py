"""Switches of what is recorded, as context managers and decorators."""

from torch import _C

_make = object.__new__
_switch = _C._set_grad_enabled


class _Mode:
    """A context manager that also decorates functions."""

    def __call__(self, function):
        mode = self

        def wrapped(*args, **kwargs):
            with mode.clone():
                return function(*args, **kwargs)

        wrapped.__name__ = getattr(function, '__name__', 'wrapped')
        wrapped.__doc__ = getattr(function, '__doc__', None)
        wrapped.__wrapped__ = function
        return wrapped

    def clone(self):
        return type(self)()


class no_grad(_Mode):
    """Nothing is recorded inside."""

    def __new__(cls, function=None):
        if function is None:
            return _make(cls)
        return no_grad()(function)

    def __enter__(self):
        self.prev = _switch(False)

    def __exit__(self, kind, value, traceback):
        _switch(self.prev)


class enable_grad(_Mode):
    """Operations are recorded inside."""

    def __new__(cls, function=None):
        if function is None:
            return _make(cls)
        return enable_grad()(function)

    def __enter__(self):
        self.prev = _switch(True)

    def __exit__(self, kind, value, traceback):
        _switch(self.prev)


class set_grad_enabled(_Mode):
    """Switches recording on or off, at once and for a with block."""

    def __init__(self, mode):
        self.prev = _switch(mode)
        self.mode = mode

    def __call__(self, function):
        _switch(self.prev)
        return super().__call__(function)

    def __enter__(self):
        _switch(self.mode)

    def __exit__(self, kind, value, traceback):
        _switch(self.prev)

    def __str__(self):
        return 'torch.set_grad_enabled(mode=%s)' % self.mode

    __repr__ = __str__

    def clone(self):
        return type(self)(self.mode)


class inference_mode(_Mode):
    """Nothing is recorded inside, and results know it."""

    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return _make(cls)
        return inference_mode()(mode)

    def __init__(self, mode=True):
        self.mode = mode

    def __enter__(self):
        self.prev_inference = _C._set_inference_mode(self.mode)
        self.prev = _switch(not self.mode)

    def __exit__(self, kind, value, traceback):
        _switch(self.prev)
        _C._set_inference_mode(self.prev_inference)

    def clone(self):
        return type(self)(self.mode)


class set_detect_anomaly:
    """Switches the search for the operation behind a failing backward."""

    def __init__(self, mode, check_nan=True):
        self.prev = _C._is_anomaly_enabled()
        _C._set_anomaly_enabled(mode)

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        _C._set_anomaly_enabled(self.prev)


class detect_anomaly(set_detect_anomaly):
    """Looks for the operation behind a failing backward inside."""

    def __init__(self, check_nan=True):
        super().__init__(True, check_nan)
