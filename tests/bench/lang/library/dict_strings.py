# A dict whose keys are f-strings.
def work():
    table = {}
    for i in range(60000):
        table[f'key-{i % 5000}'] = i
    return len(table), table['key-77']
