"""Models of a folder that has a file hubconf.py: its functions make them; and files from the network, which the other Python loads."""

import os
import sys
from types import ModuleType

ENV_TORCH_HOME, ENV_XDG_CACHE_HOME, ENV_GITHUB_TOKEN = 'TORCH_HOME', 'XDG_CACHE_HOME', 'GITHUB_TOKEN'
DEFAULT_CACHE_DIR = '~/.cache'
VAR_DEPENDENCY = 'dependencies'
MODULE_HUBCONF = 'hubconf.py'
READ_DATA_CHUNK = 128 * 1024

_folder = [None]


def _offline(name):
    raise NotImplementedError('torch.hub.%s: nothing is loaded from the network in this version; use source=\'local\' with a folder, or files '
                              'that are there' % name)


def _get_torch_home():
    """$TORCH_HOME, or torch in the folder of caches."""
    caches = os.environ.get(ENV_XDG_CACHE_HOME, DEFAULT_CACHE_DIR)
    return os.path.expanduser(os.environ.get(ENV_TORCH_HOME, os.path.join(caches, 'torch')))


def get_dir():
    """The folder where PyTorch keeps what it has loaded: $TORCH_HOME/hub, by default ~/.cache/torch/hub."""
    return _folder[0] if _folder[0] is not None else os.path.join(_get_torch_home(), 'hub')


def set_dir(d):
    """Sets that folder."""
    _folder[0] = os.path.expanduser(d)


def _imported(folder):
    """The module of a folder's hubconf.py, made anew; modules beside it can be imported meanwhile."""
    path = os.path.join(folder, MODULE_HUBCONF)
    with open(path) as file:
        text = file.read()
    module = ModuleType('hubconf')
    module.__file__ = path
    sys.path.insert(0, str(folder))
    try:
        exec(compile(text, path, 'exec'), module.__dict__)
    finally:
        sys.path.remove(str(folder))
    return module


def _is_there(package):
    try:
        __import__(package)
    except ImportError:
        return False
    return True


def load(repo_or_dir, model, *args, source='github', trust_repo='check', force_reload=False, verbose=True, skip_validation=False, **kwargs):
    """What the function of that name in the folder's hubconf.py makes of the other arguments. source='local': repo_or_dir is a folder."""
    source = source.lower()
    if source not in ('github', 'local'):
        raise ValueError('Unknown source: "%s". Allowed values: "github" | "local".' % source)
    if source == 'github':
        _offline('load')
    module = _imported(repo_or_dir)
    if not isinstance(model, str):
        raise ValueError('Invalid input: model should be a string of function name')
    missing = [package for package in getattr(module, 'dependencies', ()) if not _is_there(package)]
    if missing:
        raise RuntimeError('Missing dependencies: ' + ', '.join(missing))
    function = getattr(module, model, None)
    if not callable(function):
        raise RuntimeError('Cannot find callable %s in hubconf' % model)
    return function(*args, **kwargs)


def list(github, force_reload=False, skip_validation=False, trust_repo='check', verbose=True):
    """Refused: the names of a repository on the network."""
    _offline('list')


def help(github, model, force_reload=False, skip_validation=False, trust_repo='check'):
    """Refused: the documentation of a repository on the network."""
    _offline('help')


def __getattr__(name):
    if name == 'tqdm':  # the bar of progress, where the package is there
        try:
            from tqdm import tqdm
        except ImportError:
            return _NoBar
        return tqdm
    if name == 'HASH_REGEX':  # how the name of a file tells its hash
        import re
        return re.compile(r'-([a-f0-9]*)\.')
    if name == 'urlparse':
        from urllib.parse import urlparse
        return urlparse
    raise AttributeError("module 'torch.hub' has no attribute %r" % name)


class _NoBar:
    """What stands for a bar of tqdm where that is not installed: percentages on standard error."""

    def __init__(self, total=None, disable=False, unit=None, *args, **kwargs):
        self.total, self.n, self.disable = total, 0, disable

    def update(self, n):
        """n more are done."""
        self.n += n
        if not self.disable:
            sys.stderr.write('\r%.1f%%' % (100 * self.n / self.total) if self.total else '\r%.1f bytes' % self.n)
            sys.stderr.flush()

    def set_description(self, *args, **kwargs):
        """Percentages have no description."""

    def close(self):
        """Ends the line."""
        self.disable = True

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if not self.disable:
            sys.stderr.write('\n')


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Loads a file from an address to the path dst, which appears when all of it is there and its SHA-256 begins with hash_prefix (if given;
    RuntimeError otherwise). progress: shows a bar on standard error."""
    import hashlib
    from urllib.request import Request, urlopen
    dst = os.path.expanduser(dst)
    part = '%s.%s.partial' % (dst, os.urandom(16).hex())
    digest = hashlib.sha256()
    try:
        with urlopen(Request(url, headers={'User-Agent': 'torch.hub'})) as answer, open(part, 'wb') as file:
            size = answer.headers.get('Content-Length')
            with __getattr__('tqdm')(total=int(size) if size else None, disable=not progress, unit='B', unit_scale=True, unit_divisor=1024) as bar:
                while block := answer.read(128 * 1024):
                    file.write(block)
                    digest.update(block)
                    bar.update(len(block))
        if hash_prefix is not None and digest.hexdigest()[:len(hash_prefix)] != hash_prefix:
            raise RuntimeError('invalid hash value (expected "%s", got "%s")' % (hash_prefix, digest.hexdigest()))
        os.rename(part, dst)
    finally:
        if os.path.exists(part):
            os.remove(part)


def _from_zip(path, folder, map_location, weights_only):
    """The state in the one file of a zip archive of the old kind; None: this is no such archive."""
    import torch
    import zipfile
    if not zipfile.is_zipfile(path):
        return None
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        if any('/' in member.filename for member in members):  # what torch.save writes today
            return None
        if len(members) != 1:
            raise RuntimeError('Only one file(not dir) is allowed in the zipfile')
        archive.extractall(folder)
        return torch.load(os.path.join(folder, members[0].filename), map_location=map_location, weights_only=weights_only)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None, weights_only=False):
    """The state in a file of an address. The file is loaded once, to model_dir (by default the folder checkpoints in get_dir()), under
    file_name or the last part of the address. check_hash: the name ends in -HASH, with which the file's SHA-256 must begin."""
    import torch
    from urllib.parse import urlparse
    if os.environ.get('TORCH_MODEL_ZOO'):
        import warnings
        warnings.warn('TORCH_MODEL_ZOO is deprecated, please use env TORCH_HOME instead')
    folder = os.path.join(get_dir(), 'checkpoints') if model_dir is None else model_dir
    os.makedirs(folder, exist_ok=True)
    name = file_name if file_name is not None else os.path.basename(urlparse(url).path)
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        print('Downloading: "%s" to %s' % (url, path), flush=True)
        stem, dash, rest = name.rpartition('-')
        digits = rest.split('.')[0]
        known = check_hash and dash and len(digits) >= 8 and '.' in rest and all(digit in '0123456789abcdef' for digit in digits)
        download_url_to_file(url, path, digits if known else None, progress=progress)
    state = _from_zip(path, folder, map_location, weights_only)
    return torch.load(path, map_location=map_location, weights_only=weights_only) if state is None else state


__all__ = ['download_url_to_file', 'get_dir', 'help', 'list', 'load', 'load_state_dict_from_url', 'set_dir']
