"""What the time between exec and the first answer depends on, as facts that cannot flake: no test here measures a time."""
import os
import subprocess
import unittest

from harness import PROGRAM, Kernel, main


class Start(unittest.TestCase):
    def test_descriptors_never_make_a_running_kernel_wait(self):
        # The system stops a process of several threads for 10 ms and more while it makes a larger table.
        kernel = Kernel()
        self.addCleanup(kernel.close)
        with open(f'/proc/{kernel.process.pid}/status') as status:
            size = next(int(line.split()[1]) for line in status if line.startswith('FDSize:'))
        used = max(int(fd) for fd in os.listdir(f'/proc/{kernel.process.pid}/fd'))
        self.assertGreaterEqual(size, 512)
        self.assertLess(used, 128)

    def test_the_library_that_signs_is_not_loaded_before_the_sockets_are_bound(self):
        done = subprocess.run(['ldd', PROGRAM], capture_output=True, text=True)
        if done.returncode:
            self.skipTest('ldd does not read this program')
        self.assertIn('libzmq', done.stdout)
        self.assertNotIn('libcrypto', done.stdout)


if __name__ == '__main__':
    main()
