"""What is printed and displayed inside of a `with` block, kept in place of being shown."""
from _shell import CapturedIO, capture_begin, capture_end


class RichOutput:
    """One thing that was displayed."""

    def __init__(self, data=None, metadata=None, transient=None, update=False):
        self.data, self.metadata, self.transient, self.update = data or {}, metadata or {}, transient or {}, update

    def display(self):
        """Shows it again."""
        from IPython.display import publish_display_data
        publish_display_data(self.data, self.metadata)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.data, self.metadata

    def _form(self, mime):
        data = self.data.get(mime)
        return (data, self.metadata[mime]) if mime in self.metadata else data


def rich_outputs(bundles):
    """Objects of the forms that were displayed."""
    return [RichOutput(data) for data in bundles]


class capture_output:
    """with capture_output() as captured: ... stdout, stderr and display say which of the three are kept."""

    def __init__(self, stdout=True, stderr=True, display=True):
        self.stdout, self.stderr, self.display = stdout, stderr, display

    def __enter__(self):
        self._captured = capture_begin(self.stdout, self.stderr, self.display)
        return self._captured

    def __exit__(self, exc_type, exc_value, traceback):
        capture_end(self._captured)
