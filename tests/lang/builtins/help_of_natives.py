# help() of functions in C, methods and slot wrappers.
for x in (len, int.__add__, str.upper, [].append, dict.fromkeys, 'a'.join, object.__init__, abs, (5).__add__, object.__eq__, [].__len__, isinstance, iter, 'a'.upper, {}.__setitem__):
    help(x)
