"""Forms of values by their class: get_ipython().display_formatter. Nothing is asked of it until something is registered."""
import sys

import _shell

_FORMS = ('text/plain', 'text/html', 'text/markdown', 'image/svg+xml', 'image/png', 'application/pdf', 'image/jpeg',
          'text/latex', 'application/json', 'application/javascript')
_METHODS = {'text/html': '_repr_html_', 'text/markdown': '_repr_markdown_', 'image/svg+xml': '_repr_svg_',
            'image/png': '_repr_png_', 'application/pdf': '_repr_pdf_', 'image/jpeg': '_repr_jpeg_',
            'text/latex': '_repr_latex_', 'application/json': '_repr_json_', 'application/javascript': '_repr_javascript_'}
_NOTHING = object()


class FormatterWarning(UserWarning):
    """A printer has given what it must not."""


def _name_of(cls):
    return (cls.__module__, cls.__name__)


class Formatter:
    """The printers of one mime type, by class."""

    def __init__(self, owner, mime):
        self._owner, self.format_type = owner, mime
        self.print_method = _METHODS.get(mime, '_repr_pretty_')
        self.type_printers, self.deferred_printers, self.singleton_printers = {}, {}, {}
        self._enabled = True

    @property
    def enabled(self):
        """Whether this form is shown."""
        return self._enabled

    @enabled.setter
    def enabled(self, value):
        self._enabled = bool(value)
        self._owner._begin()

    def __call__(self, obj):
        data = _shell.format(obj)[0]
        return data.get(self.format_type)

    def _key(self, typ):
        if isinstance(typ, str):
            module, dot, name = typ.rpartition('.')
            return module, name
        return typ

    def for_type(self, typ, func=None):
        """Registers a printer of a class, or of "module.name"; without one, gives the printer that there is."""
        key = self._key(typ)
        if isinstance(key, tuple):
            return self.for_type_by_name(*key, func)
        before = self.type_printers.get(key)
        if before is None and _name_of(key) in self.deferred_printers:
            before = self.deferred_printers.pop(_name_of(key))
            self.type_printers[key] = before
        if func is not None:
            self.type_printers[key] = func
            self._owner._begin()
        return before

    def for_type_by_name(self, type_module, type_name, func=None):
        """The same for a class that need not be there yet."""
        key = (type_module, type_name)
        for cls in self.type_printers:
            if _name_of(cls) == key:
                return self.for_type(cls, func)
        before = self.deferred_printers.get(key)
        if func is not None:
            self.deferred_printers[key] = func
            self._owner._begin()
        return before

    def lookup_by_type(self, typ):
        """The printer of a class or of one of its bases; KeyError where there is none."""
        if isinstance(typ, str):
            key = self._key(typ)
            for cls, function in list(self.type_printers.items()):
                if _name_of(cls) == key:
                    return function
            if key in self.deferred_printers:
                return self.deferred_printers[key]
            raise KeyError('No registered printer for %r' % typ)
        for cls in getattr(typ, '__mro__', (typ,)):
            if cls in self.type_printers or self._is_deferred(cls):
                return self.type_printers[cls]
        raise KeyError('No registered printer for %r' % typ)

    def lookup(self, obj):
        """The printer of an object."""
        return self.lookup_by_type(type(obj))

    def pop(self, typ, default=_NOTHING):
        """Takes the printer of a class away and gives it. KeyError where there is none and no default."""
        key = self._key(typ)
        if isinstance(key, tuple):
            for cls in list(self.type_printers):
                if _name_of(cls) == key:
                    return self.type_printers.pop(cls)
            if key in self.deferred_printers:
                return self.deferred_printers.pop(key)
        elif key in self.type_printers or self._is_deferred(key):
            return self.type_printers.pop(key)
        if default is _NOTHING:
            raise KeyError('No registered value for %r' % (typ,))
        return default

    def __contains__(self, typ):
        try:
            self.lookup_by_type(typ)
        except KeyError:
            return False
        return True

    def _is_deferred(self, cls):
        key = _name_of(cls)
        if key not in self.deferred_printers:
            return False
        self.type_printers[cls] = self.deferred_printers.pop(key)
        return True

    def _of_class(self, cls):
        """The printer of exactly this class, or None."""
        if cls in self.type_printers or self.deferred_printers and self._is_deferred(cls):
            return self.type_printers[cls]
        return None

    def _knows(self, obj):
        return type(obj) in self or any(cls in self.type_printers for cls in type(obj).__mro__)

    def _says(self, obj, errors):
        """What the printers say of an object; _NOTHING: none is registered. An exception is kept, and is no form."""
        if not self._enabled:
            return None
        try:
            printer = self.lookup(obj)
        except KeyError:
            return _NOTHING
        try:
            return printer(obj)
        except Exception as e:
            errors.append(e)
            return None


class PlainTextFormatter(Formatter):
    """text/plain: printers get the object, the pretty printer and whether it is inside of itself."""

    max_width, max_seq_length, newline, verbose = 79, 1000, '\n', False
    _precision, _pprint = '', True

    @property
    def float_format(self):
        """How floats are written, "%r" if nothing is set."""
        return self._precision or '%r'

    @property
    def pprint(self):
        """Whether values are laid out."""
        return self._pprint

    @pprint.setter
    def pprint(self, value):
        self._pprint = bool(value)
        self._owner._begin()

    @property
    def float_precision(self):
        """A number of digits, a format for one float, or nothing."""
        return self._precision

    @float_precision.setter
    def float_precision(self, value):
        if not isinstance(value, (str, int)):
            raise ValueError("Precision must be an integer or a format")
        if isinstance(value, str) and '%' in value:
            try:
                value % 3.14159
            except Exception:
                raise ValueError('Precision must be int or format string, not %r' % value) from None
            form = value
        elif value not in ('', None):
            try:
                digits = int(value)
                assert digits >= 0
            except ValueError:
                raise ValueError('Precision must be int or format string, not %r' % value) from None
            except AssertionError:
                raise ValueError('int precision must be non-negative, not %r' % digits) from None
            form = '%%.%if' % digits
            if 'numpy' in sys.modules:
                import numpy
                numpy.set_printoptions(precision=digits)
        else:
            form = ''
            if 'numpy' in sys.modules:
                import numpy
                numpy.set_printoptions(precision=8)
        self._precision = form
        if form:
            self.type_printers[float] = lambda obj, p, cycle: p.text(form % obj)
        else:
            self.type_printers.pop(float, None)
        self._owner._begin()


class MimeBundleFormatter(Formatter):
    """Several forms at once: printers give a dict of mime types."""


class DisplayFormatter:
    """The printers of all mime types, in `formatters`."""

    def __init__(self, shell):
        self.shell = shell
        self.formatters = {mime: (PlainTextFormatter if mime == 'text/plain' else Formatter)(self, mime) for mime in _FORMS}
        self.mimebundle_formatter = MimeBundleFormatter(self, 'mimebundle')
        self.ipython_display_formatter = Formatter(self, 'display')
        self._active = list(_FORMS)

    @property
    def active_types(self):
        """The mime types that are shown."""
        return [mime for mime in _FORMS if self.formatters[mime].enabled]

    @active_types.setter
    def active_types(self, value):
        for mime, formatter in self.formatters.items():
            formatter._enabled = mime in value
        self._begin()

    @property
    def format_types(self):
        """All mime types."""
        return list(self.formatters)

    @property
    def plain_text_only(self):
        """Whether only text is shown."""
        return self.active_types == ['text/plain']

    def format(self, obj, include=None, exclude=None):
        """The forms of an object and their metadata."""
        data, metadata = _shell.format(obj)
        if 'application/json' in data:
            import json
            data['application/json'] = json.loads(data['application/json'])
        for mime in list(data):
            if include is not None and mime not in include or exclude is not None and mime in exclude:
                del data[mime]
        return data, metadata

    def _begin(self):
        """From now on displays ask: called when something is registered."""
        _shell.display_hooks(self._printer, self._bundle)

    def _printer(self, cls):
        return self.formatters['text/plain']._of_class(cls)

    def _bundle(self, obj):
        """(whether the object has shown itself, forms that stand first, forms that follow, the first exception or None)."""
        first, forms, errors = {}, {}, []
        if self.ipython_display_formatter._says(obj, errors) is not _NOTHING:
            return True, first, forms, None
        answer = self.mimebundle_formatter._says(obj, errors)
        if answer is not _NOTHING and answer is not None:
            data, metadata = answer if isinstance(answer, tuple) else (answer, {})
            first = {mime: (value, metadata[mime]) if mime in metadata else value for mime, value in data.items()
                     if mime not in self.formatters or not self.formatters[mime]._knows(obj)}
        for mime, formatter in self.formatters.items():
            if mime == 'text/plain':
                if not formatter._pprint and mime not in first:
                    first[mime] = repr(obj)
                continue
            answer = formatter._says(obj, errors)
            if answer is not _NOTHING and mime not in first:
                forms[mime] = answer
        return False, first, forms, errors[0] if errors else None


def format_display_data(obj, include=None, exclude=None):
    """The forms of an object and their metadata."""
    return get_ipython().display_formatter.format(obj, include, exclude)
