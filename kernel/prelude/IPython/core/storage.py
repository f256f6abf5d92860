"""What is kept from one session to the next: a file of pickles for each key, in IPython's folder."""
import os
import pickle


class Database:
    """A dict of texts with slashes in them; values are pickled. get_ipython().db."""

    def __init__(self, shell):
        self.root = os.path.join(shell.ipython_dir, 'profile_default', 'db')

    def _path(self, key):
        return os.path.join(self.root, *key.split('/'))

    def __setitem__(self, key, value):
        path = self._path(key)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        data = pickle.dumps(value, 2)
        with open(path + '.new', 'wb') as file:
            file.write(data)
        os.replace(path + '.new', path)

    def __getitem__(self, key):
        try:
            with open(self._path(key), 'rb') as file:
                data = file.read()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            raise KeyError(key) from None
        return pickle.loads(data)

    def __delitem__(self, key):
        try:
            os.remove(self._path(key))
        except OSError:
            pass

    def __contains__(self, key):
        return os.path.isfile(self._path(key))

    def get(self, key, default=None):
        """The value of a key, or the default."""
        return self[key] if key in self else default

    def keys(self, globpat=None):
        """All keys, or those directly in a folder: "autorestore/*"."""
        if globpat is not None:
            folder = globpat.removesuffix('/*')
            names = os.listdir(self._path(folder)) if os.path.isdir(self._path(folder)) else []
            return [folder + '/' + name for name in sorted(names)]
        found = []
        for folder, folders, names in os.walk(self.root):
            prefix = os.path.relpath(folder, self.root)
            found += [name if prefix == '.' else prefix + '/' + name for name in names]
        return found

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())
