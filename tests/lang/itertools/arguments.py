from itertools import *
def tr(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for a in [(-1,),('a',),(1,-2),('x',5),(1,'x'),(1,5,0),(1,5,-1),(1,5,'q'),(None,None,None),(),(1,2,3,4),(-1,5)]:
    tr(lambda: list(islice(range(10),*a)))
tr(lambda: islice())
tr(lambda: islice(5,5)); tr(lambda: count('a')); tr(lambda: count([])); tr(lambda: count(1,'a'));tr(lambda: count(1,[]));tr(lambda: count(2,3,4)); tr(lambda: count(start=5,step=2)); tr(lambda: count(1.5)); tr(lambda: count(1,1.0)); tr(lambda: count(True)); tr(lambda:next(count(True)));tr(lambda: count(10**20)); tr(lambda: count(1,foo=2))
tr(lambda: repeat(5,-3)); tr(lambda: repeat(5)); tr(lambda: repeat(5,times=3)); tr(lambda: repeat()); tr(lambda: repeat(1,'a')); tr(lambda: repeat(1).__length_hint__()); tr(lambda: repeat(1,4).__length_hint__())
tr(lambda: cycle()); tr(lambda: cycle(5)); tr(lambda: list(chain(1))); tr(lambda: list(chain([1],2))); tr(lambda: chain(a=1)); tr(lambda: chain.from_iterable(5)); tr(lambda: list(chain.from_iterable([1])))
tr(lambda: accumulate()); tr(lambda: list(accumulate([1,'a']))); tr(lambda: list(accumulate([1,2],None,initial=5))); tr(lambda: accumulate([1],initial=3,x=2)); tr(lambda: list(accumulate([],initial=3))); tr(lambda:list(accumulate('abc')))
tr(lambda: compress([1])); tr(lambda: compress(1,2)); tr(lambda: list(compress(data='abc',selectors=[1,0,1])));
for f in (dropwhile,takewhile,filterfalse,starmap):
    tr(lambda: f(None)); tr(lambda: f(None,5)); tr(lambda: list(f(None,[1,0]))); tr(lambda: f(None,[],x=1))
tr(lambda: pairwise()); tr(lambda: pairwise(5)); tr(lambda: list(pairwise([1])))
tr(lambda: zip_longest(1)); tr(lambda: zip_longest(x=1)); tr(lambda: list(zip_longest('ab','c',fillvalue='-'))); tr(lambda:list(zip_longest()))
tr(lambda: product(1)); tr(lambda: product([1],repeat=-1)); tr(lambda: product([1],repeat='a')); tr(lambda: list(product())); tr(lambda: list(product('ab',repeat=0))); tr(lambda: product([1],foo=1)); tr(lambda: list(product([],[1])))
tr(lambda: permutations('abc',-1)); tr(lambda: permutations('abc','a')); tr(lambda: list(permutations('abc',0))); tr(lambda: list(permutations('abc',5))); tr(lambda: permutations()); tr(lambda: list(permutations('')))
tr(lambda: combinations('abc',-1)); tr(lambda: combinations('abc','a')); tr(lambda: list(combinations('abc',0))); tr(lambda: combinations('a')); tr(lambda: combinations_with_replacement('abc',-1)); tr(lambda: list(combinations_with_replacement('',0))); tr(lambda: list(combinations_with_replacement('',2))); tr(lambda: combinations_with_replacement('ab'))

tr(lambda: groupby()); tr(lambda: groupby(5)); tr(lambda: [(k,list(g)) for k,g in groupby('aabbc')]); tr(lambda: [(k,list(g)) for k,g in groupby('aAbB',key=str.lower)])
tr(lambda: tee()); tr(lambda: tee([1],-1)); tr(lambda: tee(5)); tr(lambda: len(tee([1],0))); tr(lambda: tee([1],'a')); tr(lambda: tee([1],n=2))
for c in (count,cycle,repeat,chain,accumulate,compress,dropwhile,filterfalse,islice,starmap,takewhile,pairwise,zip_longest,product,permutations,combinations,groupby,combinations_with_replacement): tr(lambda: c)
tr(lambda: type(tee([1])[0])); tr(lambda: count()[0]); tr(lambda: len(chain())); tr(lambda: chain()+1)
class C(count): pass
c=C(5); c.x=3; print(next(c),c.x, c)
tr(lambda: repr(cycle([1]))[:27]); tr(lambda: type(next(groupby('a'))[1]))
tr(lambda: zip_longest.__doc__); tr(lambda: chain.__doc__)
a,b=tee([1,2,3]); print(next(a)); import copy; d=copy.copy(a); print(list(a),list(b),list(d))
