# needs: numpy
"""What both sides have: the environment, the module path, the streams, the filters of warnings, the current folder."""
import os
import sys
import warnings
warnings.simplefilter('default')
warnings.showwarning = lambda message, category, *place, **options: print(category.__name__, message, place[1], file=sys.stdout)
os.environ['A_FIRST'] = '1'
import numpy as np
import subprocess, logging, tempfile
def py(text):
    "runs code over there"
    import code
    code.InteractiveInterpreter({'ours': ours}).runsource(text, '<py>', 'exec')
def ours(): print('ours prints'); warnings.warn('from ours')
os.environ['B_LATER'] = '2'
py("import os; print(os.environ['A_FIRST'], os.environ.get('B_LATER')); os.environ['C_THERE'] = '3'; del os.environ['A_FIRST']")
print(os.environ.get('C_THERE'), os.environ.get('A_FIRST'), os.getenv('C_THERE'), 'A_FIRST' in os.environ, flush=True)
print(subprocess.run(['sh', '-c', 'echo $B_LATER $C_THERE'], capture_output=True, text=True).stdout)
os.environ.pop('B_LATER'); os.environ.update(D_UP='4')
py("import os; print(os.environ.get('B_LATER'), os.environ.get('D_UP'), os.getenv('D_UP'))")
d = tempfile.mkdtemp()
with open(d + '/zz_there.py', 'w') as f: f.write('x = 5\n')
sys.path.append(d)
py("import zz_there; print(zz_there.x)")
sys.path.remove(d)
py("import sys, json.tool; print([p for p in sys.path if p.startswith('/tmp/tmp')])")
print('order'); py("import sys; print('there'); sys.stdout.write('w\\n')"); print('end')
import io, contextlib
f = io.StringIO()
with contextlib.redirect_stdout(f):
    py("print('captured')"); print('too')
print(repr(f.getvalue()))
py('''
import io, contextlib
f = io.StringIO()
with contextlib.redirect_stdout(f):
    print('a'); ours()
print(repr(f.getvalue()))
''')
print('back')
warnings.filterwarnings('ignore')
np.float32(1) + 0; np.array([1.]) / 0; py("import warnings; warnings.warn('ignored')")
warnings.resetwarnings(); warnings.simplefilter('always')
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    np.array([1.]) / 0; py("import warnings; warnings.warn('there', DeprecationWarning)"); warnings.warn('here')
print([(str(x.message), x.category.__name__) for x in w], w[0].category, w[0].filename.split('/')[-1], w[0].lineno)
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try: np.array([1.]) / 0
    except RuntimeWarning as e: print('raised', e)
py('''
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    ours(); warnings.warn('own')
print([str(x.message) for x in w])
warnings.filterwarnings('ignore', message='quiet (?=now)')
''')
warnings.warn('quiet now'); warnings.filterwarnings('ignore', message='(?i)hush{1,2} ')
warnings.warn('hush all')
r = logging.getLogger('x'); logging.basicConfig(stream=sys.stdout, format='%(levelname)s %(message)s'); r.warning('log %d', 3)


class Last(logging.Handler):
    def emit(self, record):
        print(record.name, record.levelname, record.getMessage().split(os.sep)[-1])


logging.getLogger('py.warnings').addHandler(Last())
logging.getLogger('py.warnings').propagate = False
logging.captureWarnings(True)
warnings.warn('captured')
logging.captureWarnings(False)
warnings.warn('not captured')
old = warnings.showwarning
warnings.showwarning = lambda m, c, f, l, file=None, line=None: print('shown', m, c.__name__)
np.array([1.]) / 0
warnings.showwarning = old
os.chdir('/'); py("import os; print(os.getcwd())"); py("import os; os.chdir('/tmp')"); print(os.getcwd())
warnings.resetwarnings()
for i in range(2): np.array([1.]) / 0
np.array([1.]) / 0
