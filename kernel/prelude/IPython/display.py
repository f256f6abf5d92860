"""Rich display: objects that carry their own mime type, handles for outputs that change, display() with options."""
from posix import urandom

from _display import base64, clear_output, show

__all__ = ['Audio', 'Code', 'DisplayHandle', 'DisplayObject', 'FileLink', 'FileLinks', 'GeoJSON', 'HTML', 'IFrame', 'Image', 'JSON',
           'Javascript', 'Latex', 'Markdown', 'Math', 'Pretty', 'ProgressBar', 'SVG', 'ScribdDocument', 'TextDisplayObject', 'Video',
           'VimeoVideo', 'YouTubeVideo', 'clear_output', 'display', 'display_html', 'display_javascript', 'display_jpeg',
           'display_json', 'display_latex', 'display_markdown', 'display_pdf', 'display_png', 'display_pretty', 'display_svg',
           'publish_display_data', 'update_display']


def _new_id():
    return urandom(16).hex()


class _Raw:
    """A bundle that is shown unchanged."""

    def __init__(self, data, metadata):
        self._data, self._metadata = data, metadata

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self._data, self._metadata or {}

    def __repr__(self):
        return ''


def _hidden(data):
    """The types that showing a bundle must not add."""
    return () if 'text/plain' in data else ('text/plain',)


def _check_transient(transient):
    for name in transient or ():
        if name != 'display_id':
            raise TypeError('transient data other than display_id is not sent: %r' % (name,))


def publish_display_data(data, metadata=None, *, transient=None, **kwargs):
    """Publish data and metadata to all frontends."""
    if not isinstance(data, dict):
        raise TypeError('data must be a dict, got: %r' % (data,))
    if metadata is not None and not isinstance(metadata, dict):
        raise TypeError('metadata must be a dict, got: %r' % (metadata,))
    _check_transient(transient)
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
    _check_transient(transient)
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
            show(_Raw(obj, metadata), None, _hidden(obj), display_id, update)
        else:
            show(obj, include, exclude, display_id, update, metadata)
    if display_id is not None:
        return DisplayHandle(display_id)


def update_display(obj, *, display_id, **kwargs):
    """Update an existing display by id."""
    kwargs['update'] = True
    display(obj, display_id=display_id, **kwargs)


def _display_mime(mime, objs, raw, metadata):
    for obj in objs:
        if raw:
            data = base64(obj) if isinstance(obj, bytes) else obj
            publish_display_data({mime: data}, {mime: metadata} if metadata else metadata)
        else:
            display(obj, metadata=metadata, include=[mime])


def _maker(name, mime, what):
    def display_one(*objs, **kwargs):
        raw, metadata = kwargs.pop('raw', False), kwargs.pop('metadata', None)
        if kwargs:
            raise TypeError("%s() got an unexpected keyword argument '%s'" % (name, sorted(kwargs)[0]))
        _display_mime(mime, objs, raw, metadata)
    display_one.__name__ = display_one.__qualname__ = name
    display_one.__doc__ = 'Display the %s representation of an object.' % what
    return display_one


display_pretty = _maker('display_pretty', 'text/plain', 'pretty (default)')
display_html = _maker('display_html', 'text/html', 'HTML')
display_markdown = _maker('display_markdown', 'text/markdown', 'Markdown')
display_svg = _maker('display_svg', 'image/svg+xml', 'SVG')
display_png = _maker('display_png', 'image/png', 'PNG')
display_jpeg = _maker('display_jpeg', 'image/jpeg', 'JPEG')
display_latex = _maker('display_latex', 'text/latex', 'LaTeX')
display_json = _maker('display_json', 'application/json', 'JSON')
display_javascript = _maker('display_javascript', 'application/javascript', 'Javascript')
display_pdf = _maker('display_pdf', 'application/pdf', 'PDF')


class DisplayObject:
    """An object that wraps data to be displayed."""

    _read_flags = 'r'
    _show_mem_addr = False
    metadata = None

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if isinstance(data, str) and filename is None and url is None and data.startswith('http'):
            url, data = data, None
        self.data, self.url, self.filename = data, url, filename
        if metadata is not None:
            self.metadata = metadata
        elif self.metadata is None:
            self.metadata = {}
        self.reload()
        self._check_data()

    def _check_data(self):
        """Override in subclass if there's something to check."""

    def _loaded(self):
        """Whether the data of an address is wanted here, not only in the front end."""
        return True

    def reload(self):
        """Reload the raw data from file or URL."""
        if self.filename is not None:
            with open(self.filename, self._read_flags) as file:
                self.data = file.read()
        elif self.url is not None and self._loaded():
            raise ValueError('the kernel does not load data from addresses: %s' % (self.url,))

    def __repr__(self):
        return '<%s.%s object>' % (self.__class__.__module__, self.__class__.__name__)

    def _shown(self):
        return (self.data, dict(self.metadata)) if self.metadata else self.data


class TextDisplayObject(DisplayObject):
    """Create a text display object given raw data."""

    def _check_data(self):
        if self.data is not None and not isinstance(self.data, str):
            raise TypeError('%s expects text, not %r' % (self.__class__.__name__, self.data))


class Pretty(TextDisplayObject):
    """Text that is shown as it is."""

    def _repr_pretty_(self, printer, cycle):
        printer.text(self.data)


class HTML(TextDisplayObject):
    """HTML text."""

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if isinstance(data, str):
            text = data.lstrip().lower()
            if text.startswith('<iframe ') and text.endswith('</iframe>'):
                import warnings
                warnings.warn('Consider using IPython.display.IFrame instead')
        TextDisplayObject.__init__(self, data, url, filename, metadata)

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

    def _check_data(self):
        TextDisplayObject._check_data(self)
        if self.data is not None:  # an XML prologue or doctype would be invalid inside of the page
            start, end = self.data.find('<svg'), self.data.rfind('</svg>')
            if 0 <= start < end:
                self.data = self.data[start:end + 6]

    def _repr_svg_(self):
        return self._shown()


_LOAD_LIBRARY = """new Promise(function(resolve, reject) {
	var script = document.createElement("script");
	script.onload = resolve;
	script.onerror = reject;
	script.src = "%s";
	document.head.appendChild(script);
}).then(() => {
"""

_LOAD_STYLE = """var link = document.createElement("link");
	link.rel = "stylesheet";
	link.type = "text/css";
	link.href = "%s";
	document.head.appendChild(link);
"""


def _listed(values):
    if values is None:
        return []
    if isinstance(values, str):
        return [values]
    if not isinstance(values, (list, tuple)):
        raise TypeError('expected sequence, got: %r' % (values,))
    return values


class Javascript(TextDisplayObject):
    """A program for the front end, with the libraries and styles that it needs."""

    def __init__(self, data=None, url=None, filename=None, lib=None, css=None):
        self.lib, self.css = _listed(lib), _listed(css)
        TextDisplayObject.__init__(self, data, url, filename)

    def _repr_javascript_(self):
        text = ''.join([_LOAD_STYLE % address for address in self.css])
        text += ''.join([_LOAD_LIBRARY % address for address in self.lib])
        return text + (self.data or '') + '\n});' * len(self.lib)


class JSON(DisplayObject):
    """A value that the front end shows as a tree."""

    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root='root', **kwargs):
        self.metadata = {'expanded': expanded, 'root': root}
        self.metadata.update(metadata or {})
        self.metadata.update(kwargs)
        DisplayObject.__init__(self, data, url, filename)

    def _check_data(self):
        if isinstance(self.data, str):
            raise TypeError('JSON expects JSONable dict or list, not JSON strings')
        if self.data is not None and not isinstance(self.data, (dict, list)):
            raise TypeError('%s expects JSONable dict or list, not %r' % (self.__class__.__name__, self.data))

    def _repr_json_(self):
        return self._shown()


class GeoJSON(JSON):
    """Geographic features, drawn as a map by the front end."""

    def _ipython_display_(self):
        publish_display_data({'application/geo+json': self.data, 'text/plain': '<IPython.display.GeoJSON object>'},
                             {'application/geo+json': self.metadata})


def _ending(name):
    """What follows the last dot of a name, '' where there is none."""
    last = str(name).rsplit('/', 1)[-1]
    return last.rsplit('.', 1)[-1].lower() if '.' in last else ''


def _png_size(data):
    return int.from_bytes(data[16:20], 'big'), int.from_bytes(data[20:24], 'big')


def _gif_size(data):
    return int.from_bytes(data[6:8], 'little'), int.from_bytes(data[8:10], 'little')


def _jpeg_size(data):
    at = 4
    while at + 8 < len(data):
        at += int.from_bytes(data[at:at + 2], 'big')
        if data[at] != 0xff:
            break
        if data[at + 1] == 0xc0:
            return int.from_bytes(data[at + 7:at + 9], 'big'), int.from_bytes(data[at + 5:at + 7], 'big')
        at += 2
    return None


class Image(DisplayObject):
    """A picture: its bytes, a file, or an address that the front end loads."""

    _read_flags = 'rb'
    _types = {'png': 'image/png', 'jpeg': 'image/jpeg', 'gif': 'image/gif', 'webp': 'image/webp'}

    def __init__(self, data=None, url=None, filename=None, format=None, embed=None, width=None, height=None,
                 retina=False, unconfined=False, metadata=None, alt=None):
        if isinstance(data, str):
            if data.startswith('http') or data.startswith('data:'):
                url, data = data, None
            else:
                filename, data = data, None
        if data is None and url is None and filename is None:
            raise ValueError('No image data found. Expecting filename, url, or data.')
        if format is None:
            ending = _ending(filename if filename is not None else url if url is not None else '')
            format = self._guessed(data) if isinstance(data, bytes) else 'jpeg' if ending == 'jpg' else ending or 'png'
        self.format, self.width, self.height = format.lower(), width, height
        self.retina, self.unconfined, self.alt = retina, unconfined, alt
        self.embed = embed if embed is not None else url is None
        if self.embed and self.format not in self._types:
            raise ValueError("Cannot embed the '%s' image format" % (self.format,))
        if not self.embed and url is None:
            raise ValueError('a picture that is not embedded needs an address: url=')
        if data is not None and not isinstance(data, (bytes, bytearray)):
            raise TypeError("a bytes-like object is required, not '%s'" % (data.__class__.__name__,))
        DisplayObject.__init__(self, data, url, filename, metadata)
        if self.width is None and self.metadata.get('width', {}):
            self.width = metadata['width']
        if self.height is None and self.metadata.get('height', {}):
            self.height = metadata['height']
        if self.alt is None and self.metadata.get('alt', {}):
            self.alt = metadata['alt']
        if retina:
            self._halve()

    @staticmethod
    def _guessed(data):
        if data[:2] == b'\xff\xd8':
            return 'jpeg'
        if data[:3] == b'GIF':
            return 'gif'
        return 'webp' if data[:4] == b'RIFF' and data[8:12] == b'WEBP' else 'png'

    def _loaded(self):
        return self.embed

    def _halve(self):
        """The size of a picture with twice the dots."""
        size = None
        sizes = {'png': _png_size, 'jpeg': _jpeg_size, 'gif': _gif_size}
        if self.embed and self.format in sizes:
            size = sizes[self.format](self.data)
        if size:
            self.width, self.height = size[0] // 2, size[1] // 2

    def _bundle_metadata(self):
        found = dict(self.metadata)
        for name, value in (('width', self.width), ('height', self.height), ('unconfined', self.unconfined), ('alt', self.alt)):
            if value:
                found[name] = value
        return found

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.embed:
            text = '<img src="%s"' % self.url
            for name in ('width', 'height'):
                if getattr(self, name):
                    text += ' %s="%s"' % (name, getattr(self, name))
            text += ' class="unconfined"' if self.unconfined else ''
            text += ' alt="%s"' % self.alt if self.alt else ''
            return {'text/html': text + '/>'}
        mime, metadata = self._types[self.format], self._bundle_metadata()
        return {mime: base64(bytes(self.data))}, ({mime: metadata} if metadata else {})


_VIDEO_TYPES = {'mp4': 'video/mp4', 'webm': 'video/webm', 'ogv': 'video/ogg', 'mov': 'video/quicktime', 'avi': 'video/x-msvideo',
                'mpeg': 'video/mpeg', 'mpg': 'video/mpeg', 'm4v': 'video/mp4'}
_AUDIO_TYPES = {'wav': 'audio/x-wav', 'mp3': 'audio/mpeg', 'ogg': 'audio/ogg', 'oga': 'audio/ogg', 'flac': 'audio/flac',
                'aif': 'audio/x-aiff', 'aiff': 'audio/x-aiff', 'au': 'audio/basic', 'm4a': 'audio/mp4'}


class Video(DisplayObject):
    """A film: an address that the front end loads, or its bytes."""

    _read_flags = 'rb'

    def __init__(self, data=None, url=None, filename=None, embed=False, mimetype=None, width=None, height=None,
                 html_attributes='controls'):
        if isinstance(data, str) and url is None and filename is None:
            if data.startswith('http') or data.startswith('data:'):
                url, data = data, None
            else:
                filename, data = data, None
        if not embed and url is None:
            raise ValueError('To embed videos, you must pass embed=True (this may make your notebook files huge)\n'
                             "Consider passing Video(url='...')")
        self.mimetype, self.embed, self.width, self.height = mimetype, embed, width, height
        self.html_attributes = html_attributes
        DisplayObject.__init__(self, data, url, filename)

    def _loaded(self):
        return self.embed

    def _repr_html_(self):
        width = ' width="%s"' % self.width if self.width else ''
        height = ' height="%s"' % self.height if self.height else ''
        if not self.embed:
            return ('<video src="%s" %s %s %s>\n      Your browser does not support the <code>video</code> element.\n    </video>'
                    % (self.url, self.html_attributes, width, height))
        mime = self.mimetype or _VIDEO_TYPES.get(_ending(self.filename or ''), 'video/mp4')
        data = base64(bytes(self.data)) if isinstance(self.data, (bytes, bytearray)) else self.data
        return ('<video %s %s %s>\n <source src="data:%s;base64,%s" type="%s">\n Your browser does not support the video tag.\n </video>'
                % (self.html_attributes, width, height, mime, data, mime))


def _wave(channels, rate):
    """Samples of 16 bits as a file; a list for each channel."""
    count = len(channels)
    body = bytearray()
    for frame in zip(*channels):
        for sample in frame:
            body += int(sample).to_bytes(2, 'little', signed=True)
    head = [16, 1 | count << 16, rate, rate * count * 2, count * 2 | 16 << 16]
    return (b'RIFF' + (36 + len(body)).to_bytes(4, 'little') + b'WAVEfmt ' +
            b''.join([number.to_bytes(4, 'little') for number in head]) +
            b'data' + len(body).to_bytes(4, 'little') + bytes(body))


class Audio(DisplayObject):
    """A sound: samples, a file, its bytes, or an address that the front end loads."""

    _read_flags = 'rb'

    def __init__(self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True, *,
                 element_id=None):
        if isinstance(data, str) and url is None and filename is None:
            if data.startswith('http') or data.startswith('data:'):
                url, data = data, None
            else:
                filename, data = data, None
        if data is None and url is None and filename is None:
            raise ValueError('No audio data found. Expecting filename, url, or data.')
        if embed is False and url is None:
            raise ValueError('No url found. Expecting url when embed=False')
        self.embed = embed if embed is not None else url is None
        self.autoplay, self.element_id, self.mimetype = autoplay, element_id, None
        DisplayObject.__init__(self, data, url, filename)
        if self.data is not None and not isinstance(self.data, (bytes, bytearray)):
            if rate is None:
                raise ValueError('rate must be specified when data is a numpy array or list of audio samples.')
            self.data = self._samples(self.data, rate, normalize)

    @staticmethod
    def _samples(data, rate, normalize):
        data = data.tolist() if hasattr(data, 'tolist') else list(data)
        channels = [list(c) for c in data] if data and isinstance(data[0], (list, tuple)) else [data]
        largest = max([abs(sample) for channel in channels for sample in channel], default=0)
        if normalize:
            scale = largest or 1
        elif largest > 1:
            raise ValueError('Audio data must be between -1 and 1 when normalize=False.')
        else:
            scale = 1
        return _wave([[sample / scale * 32767 for sample in channel] for channel in channels], int(rate))

    def _loaded(self):
        return self.embed

    def reload(self):
        """Reload the raw data from file or URL."""
        DisplayObject.reload(self)
        name = self.filename if self.filename is not None else self.url
        self.mimetype = _AUDIO_TYPES.get(_ending(name), 'audio/wav') if name is not None else 'audio/wav'

    def autoplay_attr(self):
        return 'autoplay="autoplay"' if self.autoplay else ''

    def element_id_attr(self):
        return 'id="%s"' % self.element_id if self.element_id else ''

    def src_attr(self):
        if self.embed and self.data is not None:
            return 'data:%s;base64,%s' % (self.mimetype, base64(bytes(self.data)))
        return self.url if self.url is not None else ''

    def _repr_html_(self):
        return ('\n                <audio %s controls="controls" %s>\n                    <source src="%s" type="%s" />\n'
                '                    Your browser does not support the audio element.\n                </audio>\n              '
                % (self.element_id_attr(), self.autoplay_attr(), self.src_attr(), self.mimetype))


def _quoted(value):
    """A value inside an address."""
    plain = b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~'
    return ''.join([chr(b) if b in plain else '+' if b == 32 else '%%%02X' % b for b in str(value).encode()])


class IFrame:
    """A page inside the notebook."""

    def __init__(self, src, width, height, extras=None, **kwargs):
        self.src, self.width, self.height, self.extras, self.params = src, width, height, extras or [], kwargs

    def _repr_html_(self):
        parameters = '&'.join([_quoted(name) + '=' + _quoted(value) for name, value in self.params.items()])
        return ('\n        <iframe\n            width="%s"\n            height="%s"\n            src="%s%s"\n'
                '            frameborder="0"\n            allowfullscreen\n'
                '            referrerpolicy="strict-origin-when-cross-origin"\n            %s\n        ></iframe>\n        '
                % (self.width, self.height, self.src, '?' + parameters if parameters else '', ' '.join(self.extras)))


class YouTubeVideo(IFrame):
    """A film of YouTube."""

    def __init__(self, id, width=400, height=300, allow_autoplay=False, **kwargs):
        self.id = id
        if allow_autoplay:
            kwargs['autoplay'] = 1
            kwargs['extras'] = list(kwargs.get('extras', [])) + ['allow="autoplay"']
        IFrame.__init__(self, 'https://www.youtube.com/embed/%s' % id, width, height, **kwargs)


class VimeoVideo(IFrame):
    """A film of Vimeo."""

    def __init__(self, id, width=400, height=300, **kwargs):
        self.id = id
        IFrame.__init__(self, 'https://player.vimeo.com/video/%s' % id, width, height, **kwargs)


class ScribdDocument(IFrame):
    """A document of Scribd."""

    def __init__(self, id, width=400, height=300, **kwargs):
        self.id = id
        IFrame.__init__(self, 'https://www.scribd.com/embeds/%s/content' % id, width, height, **kwargs)


def _escaped(text):
    return str(text).replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;').replace("'", '&#x27;')


class FileLink:
    """A link to a file that the front end can open."""

    html_link_str = "<a href='%s' target='_blank'>%s</a>"

    def __init__(self, path, url_prefix='', result_html_prefix='', result_html_suffix='<br>'):
        from os.path import isdir
        if isdir(path):
            raise ValueError("Cannot display a directory using FileLink. Use FileLinks to display '%s'." % (path,))
        self.path, self.url_prefix = str(path), url_prefix
        self.result_html_prefix, self.result_html_suffix = result_html_prefix, result_html_suffix

    def _format_path(self):
        link = self.html_link_str % (_escaped(self.url_prefix + self.path), _escaped(self.path))
        return self.result_html_prefix + link + self.result_html_suffix

    def _repr_html_(self):
        from os.path import exists
        if not exists(self.path):
            return ("Path (<tt>%s</tt>) doesn't exist. It may still be in the process of being generated, or you may have the "
                    'incorrect path.' % self.path)
        return self._format_path()

    def __repr__(self):
        from os.path import abspath
        return abspath(self.path)


class FileLinks(FileLink):
    """Links to the files of a folder, and of the folders in it."""

    def __init__(self, path, url_prefix='', included_suffixes=None, result_html_prefix='', result_html_suffix='<br>',
                 notebook_display_formatter=None, terminal_display_formatter=None, recursive=True):
        from os.path import isfile
        if isfile(path):
            raise ValueError("Cannot display a file using FileLinks. Use FileLink to display '%s'." % (path,))
        self.path, self.url_prefix = str(path).rstrip('/') or '/', url_prefix
        self.result_html_prefix, self.result_html_suffix = result_html_prefix, result_html_suffix
        self.included_suffixes, self.recursive = included_suffixes, recursive
        self.notebook_display_formatter = notebook_display_formatter or self._get_notebook_display_formatter()
        self.terminal_display_formatter = terminal_display_formatter or self._get_terminal_display_formatter()

    def _is_shown(self, folder, name):
        from os.path import isfile, join
        return isfile(join(folder, name)) and (self.included_suffixes is None or any(map(name.endswith, self.included_suffixes)))

    def _get_display_formatter(self, folder_line, file_line):
        """A function of a folder and the names in it that gives lines: one of the folder, if it has files to be shown, one of each of them."""
        def lines(folder, names, included_suffixes=None):
            shown = [name for name in names if self._is_shown(folder, name)]
            return [folder_line(folder)] * bool(shown) + [file_line(folder, name) for name in shown]
        return lines

    def _get_notebook_display_formatter(self, spacer='&nbsp;&nbsp;'):
        def line(text):
            return self.result_html_prefix + text + self.result_html_suffix

        def link(folder, name):
            return line(spacer + self.html_link_str % (_escaped('%s%s/%s' % (self.url_prefix, folder, name)), _escaped(name)))
        return self._get_display_formatter(lambda folder: line(folder + '/'), link)

    def _get_terminal_display_formatter(self, spacer='  '):
        return self._get_display_formatter('%s/'.__mod__, lambda folder, name: spacer + name)

    def _format_path(self, formatter=None):
        from os import walk
        folders = sorted(walk(self.path))[:None if self.recursive else 1]
        return '\n'.join(line for folder, _, names in folders
                         for line in (formatter or self.notebook_display_formatter)(folder, names, self.included_suffixes))

    def __repr__(self):
        return self._format_path(self.terminal_display_formatter)


class Code(TextDisplayObject):
    """A program with the colours of its language, which pygments knows; without that package, as plain text."""

    def __init__(self, data=None, url=None, filename=None, language=None):
        self.language = language
        TextDisplayObject.__init__(self, data, url, filename)

    def _get_lexer(self):
        from pygments import lexers
        if self.language:
            return lexers.get_lexer_by_name(self.language)
        return lexers.guess_lexer_for_filename(self.filename, self.data) if self.filename else lexers.guess_lexer(self.data)

    def _highlighted(self, formatter, **options):
        import pygments
        from pygments import formatters
        writer = getattr(formatters, formatter)(**options)
        return writer, pygments.highlight(self.data, self._get_lexer(), writer)

    def __repr__(self):
        return self.data

    def _repr_html_(self):
        try:
            writer, text = self._highlighted('HtmlFormatter')
        except ModuleNotFoundError:
            return '<div class="highlight"><pre>%s</pre></div>' % _escaped(self.data)
        return '<style>%s</style>%s' % (writer.get_style_defs('.output_html'), text)

    def _repr_latex_(self):
        try:
            return self._highlighted('LatexFormatter')[1]
        except ModuleNotFoundError:
            return None


class ProgressBar:
    """A bar that moves as its progress is set, or as it is iterated over."""

    def __init__(self, total):
        self.total, self._progress = total, 0
        self.html_width, self.text_width = '60ex', 60
        self._display_id = urandom(8).hex()

    def __repr__(self):
        filled = int(self._progress / self.total * self.text_width)
        return '[%s%s] %d/%d' % ('=' * filled, ' ' * (self.text_width - filled), self.progress, self.total)

    def _repr_html_(self):
        return "<progress style='width:%s' max='%s' value='%s'></progress>" % (self.html_width, self.total, self.progress)

    def display(self):
        display(self, display_id=self._display_id)

    def update(self):
        display(self, display_id=self._display_id, update=True)

    @property
    def progress(self):
        return self._progress

    @progress.setter
    def progress(self, value):
        self._progress = value
        self.update()

    def __iter__(self):
        self.display()
        self._progress = -1
        return self

    def __next__(self):
        self.progress += 1
        if self.progress < self.total:
            return self.progress
        raise StopIteration


for _class in (Pretty, HTML, Markdown, Latex, Math, SVG, Javascript, JSON, GeoJSON, Image, Video, ProgressBar, DisplayObject,
               TextDisplayObject):
    _class.__module__ = 'IPython.core.display'
DisplayHandle.__module__ = 'IPython.core.display_functions'
for _class in (IFrame, YouTubeVideo, VimeoVideo, ScribdDocument, FileLink, Audio):
    _class.__module__ = 'IPython.lib.display'
