"""matplotlib_inline for this kernel: the backend that shows figures in the notebook, by this kernel's own display. Stands for the
modules matplotlib_inline, matplotlib_inline.backend_inline and matplotlib_inline.config."""
import io
import sys

__version__ = '0.2'
_FORMATS = ('pdf', 'retina', 'svg', 'jpeg', 'jpg', 'png2x', 'png')
_METHODS = {'png': '_repr_png_', 'png2x': '_repr_png_', 'retina': '_repr_png_', 'svg': '_repr_svg_', 'jpeg': '_repr_jpeg_', 'jpg': '_repr_jpeg_',
            'pdf': '_repr_pdf_'}


# %config InlineBackend: how a value of the option is written there, and what it does
_OPTIONS = {
    'close_figures': ('<Bool>', 'Whether all figures are closed at the end of a cell.'),
    'figure_format': ('<Unicode>', 'One format instead of figure_formats.'),
    'figure_formats': ('<set-item-1>...', "The formats in which figures are shown: 'png', 'retina', 'jpeg', 'svg', 'pdf'."),
    'print_figure_kwargs': ('<key-1>=<value-1>...', 'What savefig is given beside the format, such as bbox_inches.'),
    'rc': ('<key-1>=<value-1>...', 'Settings of matplotlib for figures in the notebook.'),
}


class InlineBackend:
    """What %config InlineBackend.NAME = VALUE sets: the formats of figures, rc parameters, options of savefig, and whether figures
    are closed at the end of a cell."""

    _the = None
    __module__ = 'matplotlib_inline.config'

    def __init__(self):
        self.__dict__.update(rc={}, figure_formats={'png'}, print_figure_kwargs={'bbox_inches': 'tight'}, close_figures=True)

    @classmethod
    def instance(cls):
        """The one object of the session."""
        if InlineBackend._the is None:
            InlineBackend._the = InlineBackend()
        return InlineBackend._the

    def described(self):
        """The options and their values, as %config prints them."""
        title = 'InlineBackend(InlineBackendConfig) options'
        rows = [title, '-' * (len(title) - 2)]
        for name, (value, text) in _OPTIONS.items():
            current = '' if name == 'figure_format' else getattr(self, name)
            rows += ['InlineBackend.%s=%s' % (name, value), '    ' + text, '    Current: %r' % (current,)]
        return '\n'.join(rows)

    @property
    def figure_format(self):
        """One of the formats."""
        return next(iter(self.figure_formats), '')

    def __setattr__(self, name, value):
        if name in ('figure_format', 'figure_formats'):
            chosen = {value} if isinstance(value, str) else set(value)
            _select(chosen, {})
            self.__dict__['figure_formats'] = chosen
        elif name in self.__dict__:
            self.__dict__[name] = value
            if name == 'print_figure_kwargs':
                _select(self.figure_formats, {})
        else:
            raise AttributeError('InlineBackend has no option %r' % name)


def _printed(figure, kind, chosen):
    """The figure in one format: bytes or text, or (bytes, metadata); None for one without content. chosen: options of savefig."""
    if not figure.axes and not figure.lines:
        return None
    double = kind in ('retina', 'png2x')
    name = 'png' if double else 'jpeg' if kind == 'jpg' else kind
    settings = {'format': name, 'facecolor': figure.get_facecolor(), 'edgecolor': figure.get_edgecolor(),
                'dpi': figure.dpi * (2 if double else 1), **chosen}
    if figure.canvas is None:
        from matplotlib.backend_bases import FigureCanvasBase
        FigureCanvasBase(figure)
    out = io.BytesIO()
    figure.canvas.print_figure(out, **settings)
    data = out.getvalue()
    if kind == 'svg':
        return data.decode('utf-8')
    if double:
        width, height = (int.from_bytes(data[at:at + 4], 'big') // 2 for at in (16, 20))
        return data, {'width': width, 'height': height}
    return data


_selection = None  # the formats and the options that were chosen for them


def _select(formats, options):
    """Figures are shown in these formats from now on. ValueError for one that there is not."""
    global _selection
    wrong = [each for each in formats if each not in _FORMATS]
    if wrong:
        raise ValueError('supported formats are: %s not %s' % (','.join(map(repr, _FORMATS)), ','.join(map(repr, wrong))))
    _selection = tuple(formats), {**InlineBackend.instance().print_figure_kwargs, **options}
    _apply_selection()


def _apply_selection():
    """Gives figures the methods by which a front end sees them."""
    if 'matplotlib.figure' not in sys.modules:
        return
    from matplotlib.figure import Figure
    formats, options = _selection
    for name in set(_METHODS.values()):
        if name in Figure.__dict__:
            delattr(Figure, name)
    for kind in formats:
        setattr(Figure, _METHODS[kind], lambda figure, _kind=kind: _printed(figure, _kind, options))


def set_matplotlib_formats(*formats, **options):
    """Chooses the formats in which figures are shown, and options of savefig for them."""
    _select(formats, options)


def set_matplotlib_close(close=True):
    """Whether figures are closed at the end of a cell."""
    InlineBackend.instance().close_figures = close


_drawn = []  # figures that this cell has made
_asked = False  # one was made where pyplot shows them by itself


def show(close=None, block=None):
    """Shows all open figures, and closes them unless the configuration keeps them."""
    global _asked
    from matplotlib._pylab_helpers import Gcf
    from IPython.display import display
    if close is None:
        close = InlineBackend.instance().close_figures
    try:
        for manager in Gcf.get_all_fig_managers():
            display(manager.canvas.figure)
    finally:
        _drawn.clear()
        _asked = False
        if close and Gcf.get_all_fig_managers():
            sys.modules['matplotlib.pyplot'].close('all')


def flush_figures():
    """At the end of a cell: what was made in it is shown. An error of a figure is shown and the figures are given up."""
    global _asked
    from matplotlib._pylab_helpers import Gcf
    from IPython import get_ipython
    if not _asked:
        return
    try:
        if InlineBackend.instance().close_figures:
            show(True)
        else:
            from IPython.display import display
            for figure in [each for each in _drawn if any(each is manager.canvas.figure for manager in Gcf.get_all_fig_managers())]:
                display(figure)
    except Exception:
        shell = get_ipython()
        if shell is None:
            raise
        shell.showtraceback()
    finally:
        _drawn.clear()
        _asked = False


def new_figure_manager_given_figure(num, figure):
    """What pyplot makes a figure's manager by: the figure is shown at the end of its cell."""
    global _asked
    import matplotlib
    manager = FigureCanvas.new_manager(figure, num)
    if matplotlib.is_interactive():
        _drawn.append(figure)
        _asked = True
    return manager


def new_figure_manager(num, *args, FigureClass=None, **kwargs):
    """The same for a figure that is yet to be made."""
    from matplotlib.figure import Figure
    return new_figure_manager_given_figure(num, (FigureClass or Figure)(*args, **kwargs))


def use(inline):
    """Whether figures are shown at the end of a cell; as values they are shown in any case."""
    backend = InlineBackend.instance()
    if inline:
        sys.modules['matplotlib'].rcParams.update(backend.rc)
    _select(backend.figure_formats, {})
    after_cell(flush_figures, inline)


def _activate():
    """Figures of pyplot are shown from now on. The names that matplotlib asks a backend for are made here, so that the module can be
    imported without it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    import matplotlib
    globals().setdefault('FigureCanvas', FigureCanvasAgg)
    matplotlib.interactive(True)
    use(True)


def __getattr__(name):
    if name == 'FigureCanvas':
        _activate()
        return globals()[name]
    raise AttributeError('module %r has no attribute %r' % (__name__, name))
