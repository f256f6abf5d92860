# Tables of CSV, 10 MB.
import csv
import io


def rows():
    return [[i, f'name {i}', i / 3, 'said "yes", twice' if i % 4 == 0 else 'plain', '', 'a longer text without anything special in it'] for i in range(110_000)]


def text():
    out = io.StringIO()
    csv.writer(out).writerows([['id', 'name', 'share', 'remark', 'empty', 'text'], *rows()])
    return out.getvalue()


def read():
    table = text()
    return lambda: sum(map(len, csv.reader(io.StringIO(table, newline=''))))


def read_lines():
    lines = text().splitlines(True)
    return lambda: sum(map(len, csv.reader(lines)))


def read_numbers():
    lines = ['%d;%d;%.3f;%d' % (i, i * 2, i / 3, i * 5) for i in range(200_000)]
    return lambda: sum(map(len, csv.reader(lines, delimiter=';', quoting=csv.QUOTE_NONNUMERIC)))


def read_dicts():
    lines = text().splitlines(True)[:50_000]
    return lambda: sum(len(row['name']) for row in csv.DictReader(lines))


def write():
    table = rows()

    def work():
        out = io.StringIO()
        csv.writer(out).writerows(table)
        return len(out.getvalue())
    return work


def write_rows():
    table = rows()

    def work():
        out = io.StringIO()
        writer = csv.writer(out, quoting=csv.QUOTE_ALL)
        for row in table:
            writer.writerow(row)
        return len(out.getvalue())
    return work


def write_dicts():
    names = ['id', 'name', 'share', 'remark', 'empty', 'text']
    table = [dict(zip(names, row)) for row in rows()[:50_000]]

    def work():
        out = io.StringIO()
        writer = csv.DictWriter(out, names)
        writer.writeheader()
        writer.writerows(table)
        return len(out.getvalue())
    return work


ROWS = {f'csv_{each.__name__}': each for each in (read, read_lines, read_numbers, read_dicts, write, write_rows, write_dicts)}
