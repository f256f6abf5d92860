"""Rich display: objects that carry their own mime type, handles for outputs that change, display() with options."""
from posix import urandom

from _display import base64, clear_output, show


def _new_id():
    return urandom(16).hex()


class _Raw:
    """A bundle that is shown as it stands."""

    def __init__(self, data, metadata):
        self._data, self._metadata = data, metadata

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self._data, self._metadata or {}

    def __repr__(self):
        return ''


def _hidden(data):
    """The types that showing a bundle must not add."""
    return () if 'text/plain' in data else ('text/plain',)


def publish_display_data(data, metadata=None, *, transient=None, **kwargs):
    """Publish data and metadata to all frontends."""
    identity = (transient or {}).get('display_id')
    show(_Raw(data, metadata), None, _hidden(data), identity, kwargs.get('update', False))


class DisplayHandle:
    """A handle on an updatable display."""

    def __init__(self, display_id=None):
        self.display_id = _new_id() if display_id is None else display_id

    def __repr__(self):
        return '<%s display_id=%s>' % (self.__class__.__name__, self.display_id)

    def display(self, obj, **kwargs):
        """Make a new display with my id, updating existing instances."""
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        """Update existing displays with my id."""
        update_display(obj, display_id=self.display_id, **kwargs)


def display(*objs, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False,
            **kwargs):
    """Display a Python object in all frontends."""
    update = kwargs.pop('update', False)
    if update and display_id is None:
        raise TypeError('display_id required for update_display')
    if transient and 'display_id' in transient and display_id is None:
        display_id = transient['display_id']
    if display_id is True:
        display_id = _new_id()
    if clear:
        clear_output(wait=True)
    if not objs and display_id is not None:
        show(_Raw({}, None), None, ('text/plain',), display_id, update)
    for obj in objs:
        if raw:
            show(_Raw(obj, metadata), include, tuple(exclude or ()) + _hidden(obj), display_id, update)
        else:
            show(obj, include, exclude, display_id, update, metadata)
    if display_id is not None:
        return DisplayHandle(display_id)


def update_display(obj, *, display_id, **kwargs):
    """Update an existing display by id."""
    kwargs['update'] = True
    display(obj, display_id=display_id, **kwargs)


class DisplayObject:
    """An object that wraps data to be displayed."""

    _read_flags = 'r'

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if data is not None and isinstance(data, str) and filename is None and url is None and data.startswith('http'):
            url, data = data, None
        self.data, self.url, self.filename = data, url, filename
        self.metadata = {} if metadata is None else metadata
        self.reload()

    def reload(self):
        """Reload the raw data from file."""
        if self.filename is not None:
            with open(self.filename, self._read_flags) as file:
                self.data = file.read()

    def __repr__(self):
        return '<%s.%s object>' % (self.__class__.__module__, self.__class__.__name__)

    def _shown(self):
        return (self.data, dict(self.metadata)) if self.metadata else self.data


class TextDisplayObject(DisplayObject):
    """Create a text display object given raw data."""

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if data is not None and not isinstance(data, str):
            raise TypeError('%s expects text, not %r' % (self.__class__.__name__, data))
        DisplayObject.__init__(self, data, url, filename, metadata)


class Pretty(TextDisplayObject):
    """Text that is shown as it is."""

    def _repr_pretty_(self, printer, cycle):
        printer.text(self.data)


class HTML(TextDisplayObject):
    """HTML text."""

    def _repr_html_(self):
        return self._shown()

    def __html__(self):
        return self._repr_html_()


class Markdown(TextDisplayObject):
    """Markdown text."""

    def _repr_markdown_(self):
        return self._shown()


class Latex(TextDisplayObject):
    """LaTeX text."""

    def _repr_latex_(self):
        return self._shown()


class Math(TextDisplayObject):
    """A formula."""

    def _repr_latex_(self):
        text = '$\\displaystyle %s$' % self.data.strip('$')
        return (text, dict(self.metadata)) if self.metadata else text


class SVG(TextDisplayObject):
    """A drawing."""

    def _repr_svg_(self):
        return self._shown()


class Javascript(TextDisplayObject):
    """A program for the front end."""

    def _repr_javascript_(self):
        return self.data


class JSON(DisplayObject):
    """A value that the front end shows as a tree."""

    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root='root', **kwargs):
        self.metadata = {'expanded': expanded, 'root': root}
        self.metadata.update(metadata or {})
        self.metadata.update(kwargs)
        DisplayObject.__init__(self, data, url, filename, self.metadata)

    def _repr_json_(self):
        return self._shown()


class Image(DisplayObject):
    """A picture: its bytes, a file, or an address that the front end loads."""

    _read_flags = 'rb'
    _types = {'png': 'image/png', 'jpeg': 'image/jpeg', 'jpg': 'image/jpeg', 'gif': 'image/gif', 'webp': 'image/webp'}

    def __init__(self, data=None, url=None, filename=None, format=None, embed=None, width=None, height=None,
                 retina=False, unconfined=False, metadata=None, alt=None):
        name = filename if filename is not None else url if url is not None else data if isinstance(data, str) else None
        if isinstance(data, str):
            if data.startswith('http') or data.startswith('data:'):
                url, data = data, None
            else:
                filename, data = data, None
        if format is None:
            ending = name.rsplit('.', 1)[-1].lower() if isinstance(name, str) and '.' in name else 'png'
            format = {'jpg': 'jpeg'}.get(ending, ending if ending in self._types else 'png')
            if isinstance(data, bytes):
                format = 'jpeg' if data[:2] == b'\xff\xd8' else 'gif' if data[:3] == b'GIF' else 'png'
        self.format, self.width, self.height, self.alt = format.lower(), width, height, alt
        self.embed = embed if embed is not None else url is None
        if self.embed and url is not None:
            raise ValueError('the kernel does not load pictures from addresses: %s' % url)
        DisplayObject.__init__(self, data, url, filename, metadata)

    def _bundle_metadata(self):
        found = {name: value for name, value in (('width', self.width), ('height', self.height), ('alt', self.alt)) if value}
        found.update(self.metadata)
        return found

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.embed:
            text = '<img src="%s"' % self.url
            for name in ('width', 'height', 'alt'):
                if getattr(self, name):
                    text += ' %s="%s"' % (name, getattr(self, name))
            return {'text/html': text + '/>'}
        mime = self._types[self.format]
        data = base64(self.data) if isinstance(self.data, bytes) else self.data
        metadata = self._bundle_metadata()
        return {mime: data}, ({mime: metadata} if metadata else {})


class IFrame:
    """A page inside the notebook."""

    def __init__(self, src, width, height, extras=None, **kwargs):
        self.src, self.width, self.height, self.extras, self.params = src, width, height, extras or [], kwargs

    def _repr_html_(self):
        parameters = '&'.join(['%s=%s' % item for item in self.params.items()])
        return ('\n        <iframe\n            width="%s"\n            height="%s"\n            src="%s%s"\n'
                '            frameborder="0"\n            allowfullscreen\n'
                '            referrerpolicy="strict-origin-when-cross-origin"\n            %s\n        ></iframe>\n        '
                % (self.width, self.height, self.src, '?' + parameters if parameters else '', ' '.join(self.extras)))


for _class in (Pretty, HTML, Markdown, Latex, Math, SVG, Javascript, JSON, Image):
    _class.__module__ = 'IPython.core.display'
DisplayHandle.__module__ = 'IPython.core.display_functions'
IFrame.__module__ = 'IPython.lib.display'
