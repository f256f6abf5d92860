# Sorting with a key function.
def work():
    numbers = [i * 7919 % 100003 for i in range(60000)]
    return sorted(numbers, key=lambda n: -n)[:3]
