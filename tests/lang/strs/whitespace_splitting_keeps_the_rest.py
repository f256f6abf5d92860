# The last part of a limited split keeps its white space.
print('  a  b  c  '.split(None, 1), '  a  b  c  '.rsplit(None, 1), ' a '.split(None, 0), ' a '.rsplit(None, 0), 'a b '.split(None, 5), b'  a  b  '.split(None, 1), b'  a  b  '.rsplit(None, 1), bytearray(b' a ').split(None, 0))
