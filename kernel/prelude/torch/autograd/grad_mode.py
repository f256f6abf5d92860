"""Switches of what is recorded, as context managers and decorators."""

from torch import _C

_make = object.__new__
_switch = _C._set_grad_enabled


def _each_step_in(mode, generator):
    """Runs a generator in a mode, but not what happens between its steps."""
    try:
        with mode.clone():
            value = generator.send(None)
        while True:
            try:
                given = yield value
            except GeneratorExit:
                with mode.clone():
                    generator.close()
                raise
            except BaseException as failure:
                with mode.clone():
                    value = generator.throw(failure)
            else:
                with mode.clone():
                    value = generator.send(given)
    except StopIteration as end:
        return end.value


class _Mode:
    """A context manager that also decorates functions."""

    def __call__(self, function):
        mode = self
        code = getattr(function, '__code__', None)
        if code is not None and code.co_flags & 0x20:
            def wrapped(*args, **kwargs):
                return _each_step_in(mode, function(*args, **kwargs))
        else:
            def wrapped(*args, **kwargs):
                with mode.clone():
                    return function(*args, **kwargs)
        for name in ('__module__', '__name__', '__qualname__', '__doc__'):
            if hasattr(function, name):
                setattr(wrapped, name, getattr(function, name))
        wrapped.__dict__.update(getattr(function, '__dict__', {}))
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
        return 'torch.autograd.grad_mode.set_grad_enabled(mode=%s)' % self.mode

    __repr__ = __str__

    def clone(self):
        """Another one of the same mode."""
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
        """Another one of the same mode."""
        return type(self)(self.mode)


class set_detect_anomaly:
    """Switches the search for the operation behind a failing backward: set_detect_anomaly(mode, check_nan=True)."""

    def __init__(self, mode, check_nan=True):
        self._set(mode, check_nan)

    def _set(self, mode, check_nan):
        self.prev, self.prev_check_nan = _C.is_anomaly_enabled(), _C.is_anomaly_check_nan_enabled()
        self.mode, self.check_nan = mode, check_nan
        _C._set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, kind, value, traceback):
        _C._set_anomaly_enabled(self.prev, self.prev_check_nan)


class detect_anomaly(set_detect_anomaly):
    """Finds the operation whose backward fails inside: an error names one that returns nan, a warning shows where it was recorded."""

    def __init__(self, check_nan=True):
        import warnings
        self.check_nan = check_nan
        self.prev, self.prev_check_nan = _C.is_anomaly_enabled(), _C.is_anomaly_check_nan_enabled()
        warnings.warn('Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging.',
                      stacklevel=2)

    def __enter__(self):
        self.prev, self.prev_check_nan = _C.is_anomaly_enabled(), _C.is_anomaly_check_nan_enabled()
        _C._set_anomaly_enabled(True, self.check_nan)


__all__ = ['enable_grad', 'inference_mode', 'no_grad', 'set_grad_enabled']
