/* Fuzz targets of the library's modules: any bytes give values or the exceptions that the module is known for, and what
 * can be written and read again stays the same. The rows are the targets: FUZZ_ROW names one. */
#include "bind_prelude.h"
#include "lang.h"

#define FUZZ_PREPARE(t) install(t)

/* The modules that need no tensors, as the program has them where there is no Python. */
static int install(struct lang_thread *t)
{
    for (const struct lang_source_module *m = bind_prelude; m->name; m++)
        if (m->name[0] != 't' || m->name[1] != 'o' || m->name[2] != 'r')
            if (lang_add_source_module(t, m) < 0)
                return -1;
    return 0;
}

#include "fuzz_eval.h"

/* text: the input, data: its bytes. Where an input has several parts, a zero lies between them. */
static const char shared[] = "import io, sys, warnings\n"
                             "warnings.simplefilter('ignore')\n"
                             "def attempt(function, *arguments, **keywords):\n"
                             "    try:\n"
                             "        return function(*arguments, **keywords)\n"
                             "    except SystemError:\n"
                             "        raise\n"
                             "    except Exception:\n"
                             "        return None\n"
                             "def same(a, b):\n"
                             "    return a == b or repr(a) == repr(b)\n"
                             "def parts(of, count):\n"
                             "    found = of.split(of[:0] + (b'\\0' if isinstance(of, bytes) else '\\0'), count - 1)\n"
                             "    return found + [of[:0]] * (count - len(found))\n";

static const struct {
    const char *name, *checks;
} rows[] = {
    {"re", "import re\n"
           "FLAGS = [0, re.I, re.M, re.S, re.X, re.A, re.I | re.M, re.I | re.A]\n"
           "def use(pattern, subject, template):\n"
           "    for match in pattern.finditer(subject):\n"
           "        assert 0 <= match.start() <= match.end() <= len(subject)\n"
           "        assert match[0] == subject[match.start():match.end()]\n"
           "        match.groups(), match.groupdict(), match.lastgroup, match.regs\n"
           "        attempt(match.expand, template)\n"
           "    assert pattern.sub(lambda match: match[0], subject) == subject\n"
           "    first = pattern.search(subject)\n"
           "    whole, begin = pattern.fullmatch(subject), pattern.match(subject)\n"
           "    assert first or not begin\n"
           "    assert not whole or whole.span() == (0, len(subject))\n"
           "    assert len(pattern.findall(subject)) == len(list(pattern.finditer(subject)))\n"
           "    if not pattern.groups and not pattern.match(subject[:0]):\n"
           "        assert len(pattern.split(subject)) == 1 + len(pattern.findall(subject))\n"
           "    attempt(pattern.subn, template, subject, 3)\n"
           "    pattern.search(subject, 1, 5), repr(pattern), hash(pattern)\n"
           "def check(text):\n"
           "    for of in (text, data):\n"
           "        flags = FLAGS[data[0] % len(FLAGS)] if data else 0\n"
           "        source, subject, template = parts(of[1:], 3)\n"
           "        assert re.fullmatch(re.escape(subject), subject)\n"
           "        pattern = attempt(re.compile, source, flags)\n"
           "        if pattern:\n"
           "            use(pattern, subject, template)\n"
           "    re.purge()\n"
           "    return True\n"},
    {"json", "import json\n"
             "def check(text):\n"
             "    attempt(json.loads, data)\n"
             "    attempt(json.loads, text, parse_float=str, parse_constant=str, object_pairs_hook=tuple)\n"
             "    attempt(json.JSONDecoder(strict=False).raw_decode, text, len(text) // 2)\n"
             "    value = attempt(json.loads, text)\n"
             "    for options in ({}, {'indent': 1}, {'ensure_ascii': False, 'separators': (',', ':')}, {'sort_keys': "
             "True}):\n"
             "        written = json.dumps(value, **options)\n"
             "        assert same(json.loads(written), value) or 'sort_keys' in options, written\n"
             "        assert ''.join(json.JSONEncoder(**options).iterencode(value)) == written\n"
             "    assert json.loads(json.dumps(text)) == text\n"
             "    return True\n"},
    {"csv", "import csv\n"
            "def check(text):\n"
            "    head, text = text[:4].ljust(4, '0'), text[4:]\n"
            "    numbers = [ord(c) for c in head]\n"
            "    options = dict(delimiter=',;\\t|'[numbers[0] % 4], quotechar='\"\\'x'[numbers[1] % 3], "
            "quoting=numbers[2] % 4,\n"
            "                   doublequote=numbers[3] % 2 == 0, skipinitialspace=numbers[3] % 4 > 1, "
            "strict=numbers[3] % 8 > 3,\n"
            "                   escapechar=None if numbers[3] % 16 > 7 else '\\\\')\n"
            "    rows = attempt(lambda: list(csv.reader(io.StringIO(text, newline=''), **options)))\n"
            "    attempt(lambda: list(csv.DictReader(text.splitlines(True), **options)))\n"
            "    attempt(lambda: csv.Sniffer().sniff(text[:200]))\n"
            "    attempt(lambda: csv.Sniffer().has_header(text[:200]))\n"
            "    if rows:\n"
            "        attempt(lambda: csv.writer(io.StringIO(), **options).writerows(rows))\n"
            "        rows = [[str(item) for item in row] for row in rows if row]\n"
            "        out = io.StringIO(newline='')\n"
            "        csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)\n"
            "        assert list(csv.reader(io.StringIO(out.getvalue(), newline=''))) == rows, rows\n"
            "    return True\n"},
    {"struct", "import struct\n"
               "def check(text):\n"
               "    source, contents = parts(data, 2)\n"
               "    form = attempt(struct.Struct, source)\n"
               "    attempt(struct.calcsize, text)\n"
               "    if not form:\n"
               "        return True\n"
               "    attempt(form.unpack, contents), attempt(form.unpack_from, contents, -3)\n"
               "    attempt(lambda: list(form.iter_unpack(contents)))\n"
               "    attempt(form.pack_into, bytearray(contents), 1, *range(3)), attempt(form.pack, *contents[:4])\n"
               "    values = attempt(form.unpack_from, contents)\n"
               "    if values is not None:\n"
               "        assert form.size <= len(contents)\n"
               "        again = form.unpack(form.pack(*values))\n"
               "        assert same(again, values), (source, values, again)\n"
               "    return True\n"},
    {"zipfile", "import zipfile\n"
                "def use(archive):\n"
                "    for info in archive.infolist()[:20]:\n"
                "        repr(info), info.is_dir(), attempt(lambda: info.date_time)\n"
                "        attempt(lambda: archive.open(info).read(100_000))\n"
                "        attempt(lambda: archive.open(info).readline(100))\n"
                "        attempt(lambda: archive.open(info, pwd=b'p').seek(5, 1))\n"
                "        attempt(archive.getinfo, info.filename)\n"
                "    attempt(lambda: [str(path) for path in zipfile.Path(archive).iterdir()])\n"
                "def check(text):\n"
                "    zipfile.is_zipfile(io.BytesIO(data))\n"
                "    archive = attempt(zipfile.ZipFile, io.BytesIO(data))\n"
                "    if archive:\n"
                "        use(archive)\n"
                "    def add():\n"
                "        with zipfile.ZipFile(io.BytesIO(data), 'a') as archive:\n"
                "            archive.writestr('added', data[:50], zipfile.ZIP_DEFLATED)\n"
                "            use(archive)\n"
                "    attempt(add)\n"
                "    return True\n"},
    /* the first byte says whether the sums of headers are put right */
    {"tarfile", "import tarfile\n"
                "def summed(contents):\n"
                "    blocks = []\n"
                "    for at in range(0, len(contents), 512):\n"
                "        block = bytearray(contents[at:at + 512])\n"
                "        if len(block) == 512 and any(block):\n"
                "            block[148:156] = b'        '\n"
                "            block[148:156] = b'%06o\\0 ' % sum(block)\n"
                "        blocks.append(bytes(block))\n"
                "    return b''.join(blocks)\n"
                "def use(archive):\n"
                "    for member in archive:\n"
                "        repr(member), member.isdir(), member.issym(), attempt(member.tobuf)\n"
                "        for choose in (tarfile.data_filter, tarfile.tar_filter):\n"
                "            attempt(choose, member, '/nowhere')\n"
                "        file = attempt(archive.extractfile, member)\n"
                "        if file:\n"
                "            attempt(file.read, 1000), attempt(file.seek, 3), attempt(file.readline)\n"
                "    attempt(archive.getnames), attempt(archive.getmember, 'a')\n"
                "def check(text):\n"
                "    contents = summed(data[1:]) if data[:1] < b'a' else data[1:]\n"
                "    for mode in ('r:', 'r|'):\n"
                "        for keywords in ({}, {'errorlevel': 2}, {'ignore_zeros': True}):\n"
                "            attempt(lambda: use(tarfile.open(fileobj=io.BytesIO(contents), mode=mode, **keywords)))\n"
                "    return True\n"},
    {"strptime",
     "import time\n"
     "from datetime import date, datetime, time as clock, timedelta\n"
     "def check(text):\n"
     "    value, form = parts(text, 2)\n"
     "    moment = attempt(datetime.strptime, value, form)\n"
     "    attempt(time.strptime, value, form)\n"
     "    if moment:\n"
     "        attempt(moment.strftime, form)\n"
     "        assert datetime.fromisoformat(moment.isoformat()) == moment\n"
     "        assert moment.replace(tzinfo=None) - timedelta(0) == moment.replace(tzinfo=None)\n"
     "    attempt(datetime(2026, 11, 27, 8, 53, 26, 5).strftime, form)\n"
     "    attempt(format, date(1, 2, 3), form), attempt(time.strftime, form, (2026, 11, 27, 1, 2, 3, 4, 331, "
     "0))\n"
     "    for kind in (date, clock, datetime):\n"
     "        made = attempt(kind.fromisoformat, value)\n"
     "        assert made is None or kind.fromisoformat(made.isoformat()) == made\n"
     "    return True\n"},
};

#define TEXT_(name) #name
#define TEXT(name) TEXT_(name)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char checks[1 << 13];
    for (size_t i = 0; !*checks && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, TEXT(FUZZ_ROW)) == 0)
            snprintf(checks, sizeof checks, "%s%s", shared, rows[i].checks);
    fuzz_check(checks, data, size);
    return 0;
}
