# subprocess: what a child is given, its user and groups, functions before the program, errors of each step
import os
import signal
import subprocess
import sys
import threading
from subprocess import PIPE, Popen, run


signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored from the start


def attempt(call):
    try:
        print(call())
    except BaseException as error:
        print(type(error).__name__, error)


def output(text, **options):
    return run(['sh', '-c', text], stdout=PIPE, text=True, **options).stdout


print(output('umask; echo $0', umask=0o27), output('echo $A$B', env={'A': 'a', 'B': 'b'}), end='')
print(output('pwd', cwd='/'), end='')
print(output('echo one; echo two >&2', stderr=subprocess.STDOUT), end='')
parent = os.getpgid(0)
for options in ({}, {'process_group': 0}, {'start_new_session': True}):
    child = Popen(['cat'], stdin=PIPE, **options)
    print(os.getpgid(child.pid) == parent, open(f'/proc/{child.pid}/stat').read().split()[5] == str(child.pid), os.getpgid(child.pid) == child.pid)
    child.communicate()


def before():
    os.write(1, b'before the program\n')
    os.environ['LEFT'] = 'unseen'


sys.stdout.flush()
print(run(['sh', '-c', 'echo the program'], preexec_fn=before).returncode)
attempt(lambda: run(['true'], preexec_fn=lambda: 1 / 0))
attempt(lambda: run(['true'], preexec_fn=5))
os.register_at_fork(after_in_child=lambda: os.write(1, b'after the fork\n'))
sys.stdout.flush()
run(['true'], preexec_fn=before)
run(['true'])

# descriptors
reader, writer = os.pipe()
print(run(['sh', '-c', f'echo kept >&{writer}'], pass_fds=[writer]).returncode, os.read(reader, 10))
print(run(['sh', '-c', f'echo closed >&{writer}'], stderr=subprocess.DEVNULL).returncode != 0)
os.set_inheritable(writer, True)
print(run(['sh', '-c', f'echo open >&{writer}'], close_fds=False).returncode, os.read(reader, 10))
attempt(lambda: run(['true'], pass_fds=[-1]))
attempt(lambda: run(['true'], pass_fds=['x']))
with Popen(['cat'], stdin=PIPE, stdout=PIPE, pipesize=65536 * 2) as child:
    import fcntl
    print(fcntl.fcntl(child.stdin, fcntl.F_GETPIPE_SZ))

# signals of the child
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
print(output("grep SigBlk /proc/self/status"), end='')
signal.pthread_sigmask(signal.SIG_SETMASK, [])
print(output("grep SigBlk /proc/self/status"), end='')
for options in {}, {'restore_signals': False}:  # SIGPIPE and SIGXFSZ; others may be ignored from the start
    print(hex(int(output("grep SigIgn /proc/self/status", **options).split()[1], 16) & (1 << 12 | 1 << 24)))
child = Popen(['sleep', '10'])
child.send_signal(signal.SIGINT)
print(child.wait(), repr(child))
child = Popen(['sleep', '10'])
child.send_signal(signal.SIGSTOP)
print(os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1]))
child.kill()
print(child.wait(), child.poll(), child.terminate())

# who may say what
for options in ({'user': 'nosuch'}, {'user': -1}, {'user': 2 ** 32}, {'user': 1.5}, {'group': 'nosuch'}, {'group': -5},
                {'group': 2 ** 40}, {'group': 1.5}, {'extra_groups': 'x'}, {'extra_groups': [1.5]}, {'extra_groups': ['nosuch']},
                {'extra_groups': [-1]}, {'extra_groups': [2 ** 40]}, {'extra_groups': 5}, {'umask': 'x'}, {'process_group': 'x'},
                {'cwd': '/nosuch'}, {'executable': '/nosuch'}, {'env': {'a=b': 'c'}}, {'env': {'a': 'b\0'}}, {'bufsize': 1.5},
                {'pipesize': 1.5}, {'startupinfo': 1}, {'creationflags': 2}, {'stdin': 5.5}, {'capture_output': True, 'stdout': 1},
                {'input': b'', 'stdin': 0}, {'user': os.getuid()}, {'group': os.getgid()}):
    attempt(lambda: run(['true'], **options).returncode)
for args in ('', [], 'nosuch', ['nosuch', 'x'], [''], [b'true'], ('true',), 5, None, 'a\0b'):
    attempt(lambda: run(args).returncode)

# output in pieces, time that runs out
with Popen(['sh', '-c', 'echo early; exec sleep 10'], stdout=PIPE, text=True) as child:
    try:
        child.communicate(timeout=0.2)
    except subprocess.TimeoutExpired as error:
        print(error, error.output, error.cmd[0])
    child.kill()
    print(child.communicate(), child.returncode)
attempt(lambda: run(['sleep', '10'], timeout=0.05, capture_output=True))
attempt(lambda: subprocess.check_output(['sh', '-c', 'echo out; exit 3'], stderr=PIPE))
attempt(lambda: subprocess.check_call(['sh', '-c', 'kill -9 $$']))
with Popen(['cat'], stdin=PIPE, stdout=PIPE, stderr=PIPE) as child:
    print([len(part) for part in child.communicate(b'x' * 300000)])
with Popen(['cat'], stdin=PIPE, stdout=PIPE, text=True) as child:
    print(child.communicate('text\r\nof lines\n'))
with Popen(['true'], stdin=PIPE) as child:
    child.wait()
    print(child.communicate(b'x' * 300000))
signal.signal(signal.SIGALRM, lambda *_: print('alarm'))
signal.setitimer(signal.ITIMER_REAL, 0.05)
print(run(['sh', '-c', 'sleep 0.1; echo done'], stdout=PIPE).stdout)
threads = [threading.Thread(target=lambda: results.append(output('echo x'))) for _ in range(8)]
results = []
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(results == ['x\n'] * 8)
