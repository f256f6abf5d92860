# A script that is indented badly.
def f():
pass
