# needs: subprocess
"""Child processes, shells and signals."""
import os
import shlex
import signal
import subprocess

done = subprocess.run(['echo', 'hello'], capture_output=True, text=True)
print(done.returncode, repr(done.stdout), done.args, done)
print(subprocess.check_output('echo $((1 + 2))', shell=True).decode().strip())
try:
    subprocess.run(['false'], check=True)
except subprocess.CalledProcessError as error:
    print(error, error.returncode, error.cmd)
try:
    subprocess.run(['sleep', '10'], timeout=.05)
except subprocess.TimeoutExpired as error:
    print(round(error.timeout, 2), error.cmd)
try:
    subprocess.run(['there-is-no-such-program'])
except FileNotFoundError as error:
    print(type(error).__name__, error.errno)
with subprocess.Popen(['cat'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
    out, _ = child.communicate('line one\nline two\n')
    print(out.splitlines(), child.returncode)
child = subprocess.Popen(['sh', '-c', 'for i in 1 2 3; do echo $i; done'], stdout=subprocess.PIPE, text=True, bufsize=1)
for line in child.stdout:
    print('read', line.strip())
print(child.wait(), child.poll())
child = subprocess.Popen(['sleep', '10'])
child.terminate()
print(child.wait(), -signal.SIGTERM, signal.Signals(15).name)
print(subprocess.run(['sh', '-c', 'echo $WHERE; exit 3'], env={**os.environ, 'WHERE': 'here'}, stdout=subprocess.PIPE).stdout, shlex.split('a "b c" d'), shlex.quote('x y'))
subprocess.run(['echo', 'directly'])
print('after')
print(subprocess.getoutput('echo text'), subprocess.getstatusoutput('exit 2'))
with open('out.txt', 'w') as file:
    subprocess.run(['echo', 'to a file'], stdout=file)
print(open('out.txt').read())
with open('out.txt') as file:
    print(subprocess.run(['tr', 'a-z', 'A-Z'], stdin=file, capture_output=True, text=True).stdout)


class Runner:
    def __init__(self):
        self.log = []

    def __call__(self, *command, **options):
        done = subprocess.run(command, capture_output=True, text=True, **options)
        self.log.append((command[0], done.returncode))
        return done.stdout.rstrip()


run = Runner()
print(run('printf', '%s', 'x'), run('pwd', cwd='/'), run.log)
