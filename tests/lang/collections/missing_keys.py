# What KeyErrors of mappings carry; OrderedDict hands a tuple on as the arguments
import collections, functools
def tr(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e, e.args)
O=collections.OrderedDict
for k in ((1,2),(1,),(),'a',None, 1.5, ValueError('x'), KeyError('y'), KeyError):
    print(k if not isinstance(k,Exception) else repr(k))
    tr(lambda: O().move_to_end(k))
    tr(lambda: O().pop(k))
    tr(lambda: O()[k])
    tr(lambda: O().__delitem__(k))
    tr(lambda: {}.pop(k))
    tr(lambda: {}[k])
    tr(lambda: {}.__delitem__(k))
    tr(lambda: set().remove(k))
    tr(lambda: collections.defaultdict(None)[k])
    tr(lambda: collections.defaultdict()[k])
    tr(lambda: collections.ChainMap({})[k])
    tr(lambda: collections.ChainMap({}).pop(k))
    tr(lambda: collections.UserDict()[k])
    tr(lambda: collections.Counter().pop(k))
    tr(lambda: '{a}'.format_map({}))
    tr(lambda: frozenset().__contains__(k))
class O2(O):
    def __missing__(self,k): raise KeyError(k)
for k in ((1,2),(1,),()):
    tr(lambda: O2().move_to_end(k))
    tr(lambda: O2().pop(k))
    tr(lambda: O2()[k])
