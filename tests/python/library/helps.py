# needs: quopri wsgiref
"""help() of what Python has is what pydoc says."""
import quopri
from wsgiref.headers import Headers

help(quopri.decode)
help(Headers)
help(Headers().get_all)


class Fields(Headers):
    """Fields."""

    def get_all(self, name, *, mark='-'):
        """All of them."""
        return mark + ' '.join(super().get_all(name))


help(Fields.get_all)
