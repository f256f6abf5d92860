"""%logstart, %logstop, %logon, %logoff, %logstate."""
import os

from IPython.core.magics import options


def logstart(line):
    """%logstart [-o] [-r] [-t] [-q] [FILE [MODE]]: writes inputs into a file. Modes: append, backup, global, over, rotate."""
    opts, rest = options(line, 'ortq', words=False)
    logger = get_ipython().logger
    words = rest.split()
    name, mode = (words + [None, None])[:2]
    if mode is None:
        mode = 'backup' if name else 'rotate'
    if mode not in ('append', 'backup', 'global', 'over', 'rotate'):
        from warnings import warn
        name, mode = rest, 'backup'
    quiet = 'q' in opts
    shown, raw, times = 'o' in opts, 'r' in opts, 't' in opts
    head = '# IPython log file\n\n'
    try:
        logger.logstart(os.path.expanduser(name) if name else None, head, mode, shown, times, raw)
    except Exception as e:
        from warnings import warn
        warn("Couldn't start log: %s" % e)
        return
    from IPython.core.history import entries
    past = [text for number, text in entries('', raw=raw, all_of_it=True)]
    if times:
        logger.timestamp = False
    for text in past:
        logger.logfile.write(text.rstrip('\n') + '\n')
    logger.logfile.flush()
    logger.timestamp = times
    if not quiet:
        print('Activating auto-logging. Current session state plus future input saved.')
        logger.logstate()


def logstop(line):
    """%logstop: closes the file."""
    get_ipython().logger.logstop()


def logon(line):
    """%logon: goes on writing."""
    get_ipython().logger.switch_log(1)


def logoff(line):
    """%logoff: writes nothing for a while."""
    get_ipython().logger.switch_log(0)


def logstate(line):
    """%logstate: what is written where."""
    get_ipython().logger.logstate()
