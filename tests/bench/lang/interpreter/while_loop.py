# A while loop with a comparison and a branch in each turn.
def work():
    i = odd = 0
    while i < 400000:
        if i & 1:
            odd += 1
        i += 1
    return odd
