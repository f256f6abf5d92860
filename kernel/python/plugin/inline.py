"""matplotlib_inline for this kernel: the backend that shows figures in the notebook, by this kernel's own display. Stands for the
modules matplotlib_inline, matplotlib_inline.backend_inline and matplotlib_inline.config."""
import io
import sys

__version__ = '0.2'
_FORMATS = ('png', 'retina', 'svg', 'jpeg', 'jpg', 'pdf')
_METHODS = {'png': '_repr_png_', 'retina': '_repr_png_', 'svg': '_repr_svg_', 'jpeg': '_repr_jpeg_', 'jpg': '_repr_jpeg_',
            'pdf': '_repr_pdf_'}


class InlineBackend:
    """What %config InlineBackend.NAME = VALUE sets: the formats of figures, rc parameters, options of savefig, and whether figures
    are closed at the end of a cell."""

    _the = None

    def __init__(self):
        self.__dict__.update(rc={}, figure_formats={'png'}, print_figure_kwargs={'bbox_inches': 'tight'}, close_figures=True)

    @classmethod
    def instance(cls):
        """The one object of the session."""
        if InlineBackend._the is None:
            InlineBackend._the = InlineBackend()
        return InlineBackend._the

    @property
    def figure_format(self):
        """One of the formats."""
        return next(iter(self.figure_formats), '')

    def __setattr__(self, name, value):
        if name in ('figure_format', 'figure_formats'):
            chosen = {value} if isinstance(value, str) else set(value)
            wrong = sorted(chosen - set(_FORMATS))
            if wrong:
                raise ValueError('supported formats are: %s not %s' % (list(_FORMATS), wrong))
            self.__dict__['figure_formats'] = chosen
            _select_formats()
        elif name in self.__dict__:
            self.__dict__[name] = value
            if name == 'rc' and 'matplotlib' in sys.modules:
                sys.modules['matplotlib'].rcParams.update(value)
        else:
            raise AttributeError('InlineBackend has no option %r' % name)


def _printed(figure, kind):
    """The figure in one format: bytes or text, or (bytes, metadata); None for one without content."""
    if not figure.axes and not figure.lines:
        return None
    options = dict(InlineBackend.instance().print_figure_kwargs)
    dpi = figure.dpi * (2 if kind == 'retina' else 1)
    name = {'retina': 'png', 'jpg': 'jpeg'}.get(kind, kind)
    settings = {'format': name, 'facecolor': figure.get_facecolor(), 'edgecolor': figure.get_edgecolor(), 'dpi': dpi, **options}
    if figure.canvas is None:
        from matplotlib.backend_bases import FigureCanvasBase
        FigureCanvasBase(figure)
    out = io.BytesIO()
    figure.canvas.print_figure(out, **settings)
    data = out.getvalue()
    if kind == 'svg':
        return data.decode('utf-8')
    if kind == 'retina':
        width, height = (int.from_bytes(data[at:at + 4], 'big') // 2 for at in (16, 20))
        return data, {'width': width, 'height': height}
    return data


def _select_formats():
    """Gives figures the methods by which a front end sees the formats of the configuration."""
    if 'matplotlib.figure' not in sys.modules:
        return
    from matplotlib.figure import Figure
    for name in set(_METHODS.values()):
        if name in Figure.__dict__:
            delattr(Figure, name)
    for kind in InlineBackend.instance().figure_formats:
        setattr(Figure, _METHODS[kind], lambda figure, _kind=kind: _printed(figure, _kind))


def set_matplotlib_formats(*formats, **options):
    """Chooses the formats in which figures are shown, and options of savefig for them."""
    backend = InlineBackend.instance()
    if options:
        backend.print_figure_kwargs = {**backend.print_figure_kwargs, **options}
    backend.figure_formats = formats


def set_matplotlib_close(close=True):
    """Whether figures are closed at the end of a cell."""
    InlineBackend.instance().close_figures = close


def show(close=None, block=None):
    """Shows all open figures, and closes them unless the configuration keeps them."""
    from matplotlib._pylab_helpers import Gcf
    from IPython.display import display
    if close is None:
        close = InlineBackend.instance().close_figures
    try:
        for manager in Gcf.get_all_fig_managers():
            display(manager.canvas.figure)
    finally:
        if close and Gcf.get_all_fig_managers():
            sys.modules['matplotlib.pyplot'].close('all')


def flush_figures():
    """At the end of a cell: what is open is shown. An error of a figure is printed and the figure given up."""
    from matplotlib._pylab_helpers import Gcf
    if not Gcf.get_all_fig_managers():
        return
    try:
        show(None if InlineBackend.instance().close_figures else False)
    except Exception:
        import traceback
        traceback.print_exc()


def use(inline):
    """Whether figures are shown at the end of a cell; as values they are shown in any case."""
    _select_formats()
    after_cell(flush_figures, inline)


def _activate():
    """Figures of pyplot are shown from now on. The names that matplotlib asks a backend for are made here, so that the module can be
    configured before matplotlib is there."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    import matplotlib
    globals().setdefault('FigureCanvas', FigureCanvasAgg)
    matplotlib.interactive(True)
    matplotlib.rcParams.update(InlineBackend.instance().rc)
    use(True)


def __getattr__(name):
    if name == 'FigureCanvas':
        _activate()
        return globals()[name]
    raise AttributeError('module %r has no attribute %r' % (__name__, name))
