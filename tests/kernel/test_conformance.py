"""jupyter_kernel_test over the installed kernel."""
import os
import unittest

try:
    import jupyter_kernel_test
except ImportError as problem:
    raise unittest.SkipTest('jupyter_kernel_test is not installed') from problem

if os.environ.get('TENSOR_ECHO'):
    raise unittest.SkipTest('needs the real language')


class Conformance(jupyter_kernel_test.KernelTests):
    kernel_name = os.environ.get('TENSOR_KERNEL_NAME', 'tensor')
    language_name = 'python'
    file_extension = '.py'
    code_hello_world = "print('hello, world')"
    code_stderr = "import sys; print('oops', file=sys.stderr)"
    completion_samples = [{'text': 'zi', 'matches': {'zip'}}, {'text': 'import ti'}]
    complete_code_samples = ['1', "print('hello, world')", "def f(x):\n  return x*2\n\n\n", 'x = [1,\n2]']
    incomplete_code_samples = ["print('''hello", 'def f(x):\n  x*2', 'if True:', 'x = [1,']
    invalid_code_samples = ['import = 7q', '1 +* 2', 'x = = 1']
    code_generate_error = "raise ValueError('on purpose')"
    code_execute_result = [{'code': '1+2+3', 'result': '6'}, {'code': "'a' * 3", 'result': "'aaa'"},
                           {'code': '[n*n for n in range(1, 4)]', 'result': '[1, 4, 9]'}]
    supported_history_operations = ('tail', 'range', 'search')
    code_history_pattern = '1?2*'
    code_inspect_sample = 'zip'
    code_clear_output = 'from IPython.display import clear_output; clear_output()'
    code_display_data = [{'code': 'display(1)', 'mime': 'text/plain'}]
