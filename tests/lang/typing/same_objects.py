# typing remembers what it has made.
def t(label, f):
    try: print(label, 'ok', f())
    except BaseException as e: print(label, type(e).__name__, e)
from typing import List, Dict, Optional, Union, Tuple, Callable, Any
t('ty', lambda: (List[int] is List[int], Dict[str,int] is Dict[str,int], Optional[int] is Optional[int], Union[int,str] is Union[int,str], Tuple[int,...] is Tuple[int,...], Callable[[int],str] is Callable[[int],str], List[List[int]] is List[List[int]]))
