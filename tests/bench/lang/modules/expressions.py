# Regular expressions over 10 MB: a log of lines with names, numbers, addresses, dates and quoted texts.
import re

LINE = ('2026-11-{:02d} 12:{:02d}:07,123 INFO [worker-{}] user{}@example.org GET https://example.org/path/{}?q=value&n={} "status ok" 200 '
        'key{}=value{}; Total: {}.{:02d} EUR (cached) the quick brown Fox jumps over the lazy dog\n')


def text():
    return ''.join(LINE.format(i % 28 + 1, i % 60, i % 8, i, i, i * 7, i, i, i * 3, i % 100) for i in range(45_000))


def found(pattern, flags=0):
    def make():
        log, expression = text(), re.compile(pattern, flags)
        return lambda: len(expression.findall(log))
    return make


def matched(pattern, flags=0):
    def make():
        log, expression = text(), re.compile(pattern, flags)

        def work():
            size = 0
            for match in expression.finditer(log):
                size += match.end() - match.start(1)
            return size
        return work
    return make


def substituted(pattern, replacement, flags=0):
    def make():
        log, expression = text(), re.compile(pattern, flags)
        return lambda: len(expression.sub(replacement, log))
    return make


def parts(pattern):
    def make():
        log, expression = text(), re.compile(pattern)
        return lambda: len(expression.split(log))
    return make


def lines_matched():
    lines = text().splitlines()
    match = re.compile(r'(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+),(\d+) (\w+) \[([^\]]*)\]').match

    def work():
        count = 0
        for line in lines:
            count += len(match(line).groups())
        return count
    return work


def cached():
    def work():
        count = 0
        for i in range(20_000):
            count += re.match(r'[a-z]+(\d+)', 'key17').end() + (re.search('x', 'abc') is None)
        return count
    return work


ROWS = {
    're_literal': found('worker-7'),
    're_words': found(r'\w+'),
    're_numbers': found(r'\d+'),
    're_floats': found(r'[-+]?\d+\.\d+(?:[eE][-+]?\d+)?'),
    're_emails': found(r'[\w.+-]+@[\w-]+\.[\w.-]+'),
    're_urls': found(r'https?://[^\s"<>]+'),
    're_dates': found(r'(\d{4})-(\d{2})-(\d{2})'),
    're_alternation': found(r'INFO|WARNING|ERROR|DEBUG'),
    're_alternation_words': found(r'\b(?:quick|lazy|jumps|cached)\b'),
    're_lookahead': found(r'\w+(?==)'),
    're_lookbehind': found(r'(?<=key)\d+'),
    're_greedy': found(r'".*"'),
    're_lazy': found(r'\[.*?\]'),
    're_ignorecase': found(r'fox|DOG', re.IGNORECASE),
    're_ignorecase_words': found(r'[a-z]+@', re.IGNORECASE),
    're_lines': found(r'^\d+.*dog$', re.MULTILINE),
    're_pairs': matched(r'(\w+)=(\w+)'),
    're_backreference': found(r'(\w)\1'),
    're_repeated_group': found(r'(?:\w+ ){3,}dog'),
    're_sub_text': substituted(r'\d{2,}', '#'),
    're_sub_groups': substituted(r'(\w+)@(\w+)', r'\2 at \1'),
    're_sub_function': substituted(r'\d+', lambda match: match.group().zfill(8)),
    're_split': parts(r'[;,\s]+'),
    're_match_lines': lines_matched,
    're_cached': cached,
}
