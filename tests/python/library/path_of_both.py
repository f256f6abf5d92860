# needs: runpy tempfile
"""Changes that code of Python makes in sys.path."""
import sys, os, tempfile, site
folder = tempfile.mkdtemp()
open(folder + '/module_of_path.py', 'w').write('import sys\nplace = sys._getframe().f_code.co_filename[-17:]\n')
site.addsitedir(folder)
print(folder in sys.path, sys.path[-1] == folder)
import module_of_path
print(module_of_path.place)
import runpy
open(folder + '/adds.py', 'w').write('import sys\nsys.path.insert(0, "/first")\nsys.path = sys.path + ["/last"]\n')
runpy.run_path(folder + '/adds.py')
print('/first' in sys.path, '/last' in sys.path, sys.path.index('/first') < sys.path.index(folder))
open(folder + '/takes.py', 'w').write('import sys\nsys.path.remove("/first")\n')
runpy.run_path(folder + '/takes.py')
print('/first' in sys.path, '/last' in sys.path)
path = sys.path
path.append('/mine')
open(folder + '/looks.py', 'w').write('import sys, this_is_not_there\n')
try:
    runpy.run_path(folder + '/looks.py')
except ModuleNotFoundError as error:
    print(error)
open(folder + '/looks.py', 'w').write('import sys\nfound = "/mine" in sys.path\n')
print(runpy.run_path(folder + '/looks.py')['found'], path is sys.path)
