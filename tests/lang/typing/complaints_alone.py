# A complaint of brackets has no context: the second look says it, not the first.
from typing import List, Optional
for wrong in (lambda: Optional[1, 2], lambda: List[int, str]):
    try:
        wrong()
    except TypeError as e:
        print(e, e.__context__)
