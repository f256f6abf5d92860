"""`-m json.tool`: JSON texts, checked and written in a readable form."""
import argparse
import json
import sys
from pathlib import Path

_LAYOUTS = {  # an option: how it is given, what it says of itself
    '--indent': dict(type=int, default=4, help='separate items with newlines and use this number of spaces for indentation'),
    '--tab': dict(action='store_const', dest='indent', const='\t', help='separate items with newlines and use tabs for indentation'),
    '--no-indent': dict(action='store_const', dest='indent', const=None, help='separate items with spaces rather than newlines'),
    '--compact': dict(action='store_true', help='suppress all whitespace separation (most compact)'),
}


def _options():
    parser = argparse.ArgumentParser(
        prog='python -m json.tool',
        description='A simple command line interface for json module to validate and pretty-print JSON objects.')
    parser.add_argument('infile', nargs='?', type=argparse.FileType(encoding='utf-8'), default=sys.stdin,
                        help='a JSON file to be validated or pretty-printed')
    parser.add_argument('outfile', nargs='?', type=Path, help='write the output of infile to outfile')
    for name, text in (('--sort-keys', 'sort the output of dictionaries alphabetically by key'),
                       ('--no-ensure-ascii', 'disable escaping of non-ASCII characters'),
                       ('--json-lines', 'parse input using the JSON Lines format. Use with --no-indent or --compact to produce '
                                        'valid JSON Lines output.')):
        parser.add_argument(name, action='store_true', help=text)
    layout = parser.add_mutually_exclusive_group()
    for name, given in _LAYOUTS.items():
        layout.add_argument(name, **given)
    return parser.parse_args()


def _write(options):
    """Reads all of the input before the output is opened, which may be the same file; one line of JSON Lines at a time."""
    with options.infile as infile:
        texts = infile if options.json_lines else [infile.read()]
        values = map(json.loads, texts)
        layout = dict(sort_keys=options.sort_keys, indent=options.indent, ensure_ascii=not options.no_ensure_ascii)
        if options.compact:
            layout.update(indent=None, separators=(',', ':'))
        if options.outfile is None:
            out, values = sys.stdout, values
        else:
            values = values if options.json_lines else list(values)
            out = open(options.outfile, 'w', encoding='utf-8')
        try:
            for value in values:
                json.dump(value, out, **layout)
                out.write('\n')
        finally:
            out.flush() if out is sys.stdout else out.close()


def main():
    """The program: its arguments are those of the command line."""
    options = _options()
    try:
        _write(options)
    except BrokenPipeError as error:
        raise SystemExit(error.errno)
    except ValueError as error:
        raise SystemExit(error)


if __name__ == '__main__':
    main()
