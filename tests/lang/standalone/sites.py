"""Folders of packages: site and sysconfig."""
import contextlib
import io
import os
import site
import sys
import sysconfig

os.makedirs('packages/more')
with open('packages/a.pth', 'w') as file:
    file.write('# a comment\n\nimport sys; sys.from_pth = 1\nmore\nabsent\n')
with open('packages/b.pth', 'w') as file:
    file.write('import no_such_module\nmore\n')
before = list(sys.path)
with contextlib.redirect_stderr(io.StringIO()) as told:
    known = site.addsitedir('packages', set())
print([os.path.relpath(path) for path in sys.path if path not in before], sys.from_pth, len(known))
print(told.getvalue().splitlines()[0].replace(os.getcwd(), 'HERE'), told.getvalue().splitlines()[-1])
print(site.addsitedir('packages/none'), site.makepath('a', '..', 'b') == (os.path.abspath('b'), os.path.abspath('b')))
os.environ['PYTHONUSERBASE'] = '/base'
site.USER_BASE = site.USER_SITE = None
print(site.getuserbase(), site.getusersitepackages(), site._getuserbase() == sysconfig._getuserbase())
sys.path[:] = ['x', 'y', 'x']
site.removeduppaths()
print(sys.path == [os.path.abspath('x'), os.path.abspath('y')])
print(sysconfig.get_path_names(), sysconfig.get_python_version())
print(sysconfig.get_platform().split('-')[0])
