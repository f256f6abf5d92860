"""A notebook that compiles a file in C, opens it with ctypes and lets it work on a tensor: where no Python is on the machine."""
import shutil
import unittest

from harness import ECHO, KernelCase, main, text


@unittest.skipIf(ECHO or not shutil.which('gcc'), 'there is no language, or no compiler')
class Foreign(KernelCase):
    environment = {'TENSOR_PYTHON': 'off'}

    def output(self, code, stream='stdout'):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'ok', reply['content'])
        return text(messages, stream)

    def test_a_function_of_c_changes_a_tensor(self):
        self.output('import ctypes, os, tempfile, torch\nfolder = tempfile.mkdtemp()\nos.chdir(folder)')
        self.output('%%writefile scale.c\nvoid scale(float *x, int n, float by) { for (int i = 0; i < n; i++) x[i] *= by; }\n')
        self.output('!gcc -shared -fPIC -o lib.so scale.c')
        self.output("lib = ctypes.CDLL('./lib.so')\nlib.scale.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_float]\nlib.scale.restype = None\n"
                    "x = torch.ones(2, 3)\nlib.scale(x.data_ptr(), x.numel(), 1.5)")
        self.assertEqual(self.output('print(x)'), 'tensor([[1.5000, 1.5000, 1.5000],\n        [1.5000, 1.5000, 1.5000]])\n')

    def test_a_callback_that_fails_tells_so(self):
        self.output('import ctypes\nf = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda n: 1 // n)')
        self.assertEqual(self.output('print(f(1))'), '1\n')
        told = self.output('_ = f(0)', 'stderr')
        self.assertIn('Exception ignored on calling ctypes callback function: <function <lambda> at ', told)
        self.assertIn('ZeroDivisionError', told)


if __name__ == '__main__':
    main()
