# needs: json textwrap
"""help() of what Python has is what pydoc says."""
import json
import textwrap

help(json.dumps)
help(textwrap.TextWrapper)
help(textwrap.TextWrapper().fill)


class Wrapper(textwrap.TextWrapper):
    """Wraps."""

    def fill(self, text, *, mark='-'):
        """Fills."""
        return mark + super().fill(text)


help(Wrapper.fill)
