"""Completion of cells that have not run: what their imports bind counts."""
import os
import unittest
from harness import ECHO, KernelCase, main


@unittest.skipIf(ECHO, 'the stand-in knows no names')
class Completion(KernelCase):
    def setUp(self):
        self.k.run('%reset -f')

    def complete(self, code, cursor=None):
        cursor = len(code) if cursor is None else cursor
        msg_id = self.k.client.complete(code, cursor)
        content = self.k.reply(msg_id)['content']
        self.assertEqual(content['status'], 'ok')
        return content

    def matches(self, code):
        return self.complete(code)['matches']

    def test_imports_of_the_cell(self):
        content = self.complete('import sys\nsys.maxs')
        self.assertEqual((content['matches'], content['cursor_start'], content['cursor_end']), (['maxsize'], 15, 19))
        for code in ('import math as m\nm.isq', 'import sys, math as m\nm.isq', 'if True:\n    import math as m\n    m.isq',
                     'import sys; import math as m; m.isq', '# import os as m\nimport math as m\nm.isq',
                     'try: import math as m\nexcept ImportError: pass\nm.isq'):
            self.assertEqual(self.matches(code), ['isqrt'], code)
        self.assertEqual(self.matches('import torch.nn as nn\nnn.BatchNorm1'), ['BatchNorm1d'])
        self.assertEqual(self.matches('import torch.nn.functional\ntorch.nn.functional.log_sof'), ['log_softmax'])
        self.assertEqual(self.matches('import torch\ntorch.nn.functional.log_sof'), ['log_softmax'])
        self.assertEqual(self.matches('from torch import nn\nnn.BatchNorm1'), ['BatchNorm1d'])
        self.assertEqual(self.matches('from torch import nn as layers, optim\nlayers.BatchNorm1'), ['BatchNorm1d'])
        self.assertEqual(self.matches('from torch.utils import (\n    data,  # sets\n)\ndata.DataLo'), ['DataLoader'])
        self.assertEqual(self.matches('from torch.utils.data import DataLoader\nDataLoa'), ['DataLoader'])
        self.assertIn('in_features=', self.matches('from torch.nn import Linear\nLinear(in_f'))
        self.assertEqual(self.matches('from math import *\nisqr'), ['isqrt'])
        self.assertEqual(self.complete('import sys\nsy')['metadata']['_jupyter_types_experimental'][0]['type'], 'module')

    def test_what_is_no_import(self):
        for code in ('"""\nimport sys\n"""\nsys.maxs', '# import sys\nsys.maxs', 'x = "import sys"\nsys.maxs', 'import nosuch\nnosuch.a',
                     'from sys import nosuch\nnosuch.a', 'from . import sys\nsys.maxs', 'import\nsys.maxs', 'from sys\nsys.maxs',
                     'import sys.\nsys.maxs', 'reimport sys\nsys.maxs', 'from math import (isqrt\nmath.isq'):
            self.assertEqual(self.matches(code), [], code)

    def test_nothing_of_the_user_runs(self):
        path = os.path.join(self.k.folder.name, 'sideeffect.py')
        with open(path, 'w') as f:
            f.write('print("it ran")\nvalue_of_mine = 1\n')
        self.k.run(f'import sys; sys.path.insert(0, {self.k.folder.name!r})')
        for code in ('import sideeffect\nsideeffect.val', 'from sideeffect import val', 'from sideeffect import value_of_mine\nvalue_of_mine.re'):
            self.assertEqual(self.matches(code), [], code)
        reply, _ = self.k.run('"sideeffect" in sys.modules', user_expressions={'there': '"sideeffect" in sys.modules'})
        self.assertEqual(reply['content']['user_expressions']['there']['data']['text/plain'], 'False')
        self.k.run('import sideeffect as _hidden')
        self.assertEqual(self.matches('import sideeffect\nsideeffect.val'), ['value_of_mine'])

    def test_the_cells_names_are_left_alone(self):
        self.matches('import math\nmath.isq')
        reply, _ = self.k.run('', user_expressions={'there': '"math" in globals()'})
        self.assertEqual(reply['content']['user_expressions']['there']['data']['text/plain'], 'False')


if __name__ == '__main__':
    main()
