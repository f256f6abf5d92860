# needs: threading
"""Trace and profile functions belong to the thread that sets them."""
import sys
def k():
    x = 1
    y = x + 1
    def inner(): return x
    return x, y, inner()
import threading
res = []
def work():
    def tr(frame, event, arg):
        res.append((event, frame.f_code.co_name)); return tr
    sys.settrace(tr); k(); sys.settrace(None)
th = threading.Thread(target=work); th.start(); th.join(); print(res, sys.gettrace())

def outer():
    return sorted([2, 1], key=lambda v: v)
seen = []
def profile(frame, event, arg):
    if frame.f_code.co_filename == __file__: seen.append((event, frame.f_code.co_name))
th = threading.Thread(target=outer)
sys.setprofile(profile); outer(); sys.setprofile(None)
print(seen)
