"""Magics, get_ipython(), displays: topics of cells, message by message as IPython has them (transcript.py, make-cells)."""
import difflib
import importlib.util
import os
import sys
import tempfile
import unittest
from pathlib import Path

from harness import ECHO, Kernel, main
from transcript import transcript

FOLDER = Path(__file__).resolve().parent / 'cells'


def there_is_a_plugin():
    folder = os.path.dirname(os.path.realpath(os.environ['TENSOR_KERNEL']))
    return any(os.path.exists(os.path.join(folder, place, 'tensor-python.so')) for place in ('.', '../lib/tensor-kernel'))


@unittest.skipIf(ECHO, 'the stand-in has no magics')
class Cells(unittest.TestCase):
    maxDiff = None


def test_of(topic):
    def test(self):
        text = topic.read_text()
        needed = text.split('\n', 1)[0].removeprefix('# needs:').split() if text.startswith('# needs:') else []
        if needed and (not there_is_a_plugin() or any(name != 'python' and importlib.util.find_spec(name) is None for name in needed)):
            self.skipTest(f'{needed} are not there')
        with tempfile.TemporaryDirectory() as home:
            folder, before = os.path.join(os.path.realpath(home), 'work'), os.getcwd()
            os.mkdir(folder)
            os.chdir(folder)
            kernel = Kernel(environment={'HOME': os.path.dirname(folder), 'IPYTHONDIR': os.path.join(home, '.ipython'),
                                         'TENSOR_PYTHON': sys.executable if needed else 'off'})
            try:
                found = transcript(kernel, text, [(folder, 'WORK'), (os.path.dirname(folder), 'HOME')])
            finally:
                os.chdir(before)
                kernel.close()
        expected = topic.with_suffix('.out').read_text()
        if found != expected:
            self.fail('\n'.join(difflib.unified_diff(expected.splitlines(), found.splitlines(), 'IPython', 'here', lineterm='', n=6)))
    return test


for each in sorted(FOLDER.glob('*.cells')):
    setattr(Cells, 'test_' + each.stem, test_of(each))

if __name__ == '__main__':
    main()
