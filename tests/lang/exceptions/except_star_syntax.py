# except* out of place.
for src in ['try: pass\nexcept* ValueError: pass\nexcept TypeError: pass','try: pass\nexcept ValueError: pass\nexcept* TypeError: pass','try: pass\nexcept*: pass',
 'def f():\n try: pass\n except* V: return','def f():\n try: pass\n except* V: return 9','def f():\n try: pass\n except* V: return x','for i in x:\n try: pass\n except* V: break','for i in x:\n try: pass\n except* V: continue','def f():\n try: pass\n except* V:\n  for i in x: return',
 'def f():\n try: pass\n except* V:\n  def g(): return\n  for x in y: break\n  while 1: continue','try: pass\nexcept* (A, B): pass\nexcept* C as d: pass','try: pass\nexcept* A, B: pass','try: pass\nexcept * A: pass', 'try: pass\nexcept* A as 3: pass', 'def f():\n try: pass\n except* V: pass\n else: return 1\n finally: return 2','try:\n x\nexcept* A:\ny']:
    try: compile(src,'s','exec'); print('compiled')
    except SyntaxError as e: print(type(e).__name__, e, e.lineno, e.offset, e.end_lineno, e.end_offset)
