"""Cells and files that ask for too much: the kernel raises the exception CPython raises, and lives on with all variables."""
import io
import json
import os
import pickle
import signal
import time
import unittest
import zipfile
from pathlib import Path

from harness import ECHO, KernelCase, main, text

if ECHO:
    raise unittest.SkipTest('needs the real language')


class WithVariables(KernelCase):
    """Each failing cell is followed by one that reads a variable of the first."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.k.run('kept = 42')

    def error(self, code):
        """Run a cell, look after the variable, return the name of the cell's exception."""
        reply, _ = self.k.run(code, timeout=120)
        self.assertEqual(text(self.k.run('print(kept)')[1]), '42\n')
        return reply['content'].get('ename')


class Cells(WithVariables):
    def test_nul(self):
        self.assertEqual(self.error('x = 1\0'), 'ValueError')  # as compile() says it

    def test_lone_surrogate(self):
        # jupyter_client would not send it: JSON with the escape
        self.k.client.session.pack = lambda content: json.dumps(content, default=str).encode()
        self.error("x = '\ud800'")

    def test_10_megabytes(self):
        self.assertIsNone(self.error('x = 1\n' * 1_700_000))

    def test_nested_brackets(self):
        self.assertIn(self.error('(' * 100_000), ('SyntaxError', 'MemoryError', 'RecursionError'))
        self.assertIn(self.error('[' * 100_000 + ']' * 100_000), ('SyntaxError', 'MemoryError', 'RecursionError'))

    def test_nested_operators(self):
        self.assertIn(self.error('-' * 100_000 + '1'), ('SyntaxError', 'MemoryError', 'RecursionError', None))

    def test_endless_recursion(self):
        self.assertEqual(self.error('def f(n):\n    return f(n + 1) + 1\nf(0)'), 'RecursionError')

    def test_recursion_through_methods(self):
        self.assertEqual(self.error('class A:\n    def __repr__(self):\n        return repr(self)\nrepr(A())'), 'RecursionError')

    def test_beyond_memory(self):
        self.assertEqual(self.error('x = [0] * (1 << 60)'), 'MemoryError')
        self.assertIn(self.error("x = 'a' * (1 << 62)"), ('MemoryError', 'OverflowError'))
        self.assertIn(self.error('import torch\ntorch.zeros(1 << 50)'), ('RuntimeError', 'MemoryError'))

    def test_deep_structures_are_freed(self):
        self.assertIsNone(self.error('x = []\nfor _ in range(1000000):\n    x = [x]\nx = None'))


class Files(WithVariables):
    """torch.load of what no torch.save has written."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = Path(cls.k.folder.name)
        cls.k.run(f"import os, torch\nos.chdir({str(cls.folder)!r})\ntorch.save({{'a': torch.arange(6.), 'n': 1}}, 'good.pt')")
        cls.good = (cls.folder / 'good.pt').read_bytes()

    def load(self, content):
        (self.folder / 'bad.pt').write_bytes(content)
        return self.error("x = torch.load('bad.pt')")

    def test_the_good_file_is_good(self):
        self.assertIsNone(self.load(self.good))

    def test_truncated(self):
        for size in (*range(0, len(self.good), 97), len(self.good) - 1):
            self.assertIsNotNone(self.load(self.good[:size]), size)

    def test_changed_bytes_never_kill(self):
        for position in range(0, len(self.good), 61):
            changed = bytearray(self.good)
            changed[position] ^= 0xff
            self.load(bytes(changed))

    def test_a_program_inside_is_not_executed(self):
        marker = self.folder / 'executed'

        class Evil:
            def __reduce__(self):
                return os.system, (f'touch {marker}',)

        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, 'w') as archive:
            archive.writestr('evil/data.pkl', pickle.dumps(Evil(), protocol=2))
            archive.writestr('evil/version', '3\n')
        self.assertIn(self.load(buffer.getvalue()), ('UnpicklingError', 'RuntimeError'))
        self.assertFalse(marker.exists())


class Products(WithVariables):
    def test_a_product_can_be_interrupted(self):
        request = self.k.client.execute('import torch\na = torch.ones(10000, 10000)\n(a @ a).sum()', allow_stdin=False)
        time.sleep(1)
        begun = time.monotonic()
        os.killpg(self.k.process.pid, signal.SIGINT)
        self.assertEqual(self.k.reply(request)['content'].get('ename'), 'KeyboardInterrupt')
        self.assertLess(time.monotonic() - begun, 1)
        self.k.until_idle(request)
        self.error('a = None')


if __name__ == '__main__':
    main()
