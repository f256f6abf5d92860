"""The log of inputs: %logstart and its kin."""
import os
import time


class Logger:
    """Writes inputs, and if that is wanted values, into a file."""

    def __init__(self, shell):
        self.shell = shell
        self.logfname, self.logmode, self.loghead = 'ipython_log.py', 'backup', '#!/usr/bin/env python\n# ipython_log.py\n'
        self.logfile, self.log_active = None, False
        self.log_output = self.log_raw_input = self.timestamp = False

    def logstart(self, logfname=None, loghead=None, logmode=None, log_output=False, timestamp=False, log_raw_input=False):
        """Opens the file. RuntimeError where one is open already."""
        if self.logfile is not None:
            raise RuntimeError('Log file is already active: %s' % self.logfname)
        if logfname is not None:
            self.logfname = logfname
        if loghead is not None:
            self.loghead = loghead
        if logmode is not None:
            self.logmode = logmode
        self.timestamp, self.log_output, self.log_raw_input = timestamp, log_output, log_raw_input
        mode, exists = self.logmode, os.path.isfile(self.logfname)
        path = self.logfname
        if mode == 'global':
            path = os.path.join(self.shell.home_dir, self.logfname)
        elif mode == 'backup' and exists:
            old = self.logfname + '~'
            if os.path.exists(old):
                os.remove(old)
            os.rename(self.logfname, old)
        elif mode == 'rotate' and exists:
            self._rotate()
        self.logfname = path
        self.logfile = open(path, 'a' if mode in ('append', 'global') else 'w', encoding='utf-8')
        if mode not in ('append',):
            self.logfile.write(self.loghead)
        self.logfile.flush()
        self.log_active = True

    def _rotate(self):
        stem = self.logfname
        taken = sorted(name for name in os.listdir(os.path.dirname(stem) or '.') if name.startswith(os.path.basename(stem) + '.'))
        for name in reversed(taken):
            number = name.rpartition('.')[2].rstrip('~')
            if number.isdigit():
                os.rename(os.path.join(os.path.dirname(stem), name), '%s.%03d~' % (stem, int(number) + 1))
        os.rename(stem, stem + '.001~')

    def switch_log(self, val):
        """Begins or ends writing into the file that is open."""
        if val not in (False, True, 0, 1):
            raise ValueError('Call switch_log ONLY with a boolean argument, not with: %s' % val)
        word = {0: 'OFF', 1: 'ON', False: 'OFF', True: 'ON'}
        if self.logfile is None:
            print("\nLogging hasn't been started yet (use logstart for that).\n\n%logon/%logoff are for temporarily starting and "
                  'stopping logging for a logfile\nwhich already exists. But you must first start the logging process with\n'
                  '%logstart (optionally giving a logfile name).')
        elif self.log_active == val:
            print('Logging is already', word[val])
        else:
            print('Switching logging', word[val])
            self.log_active = not self.log_active

    def logstate(self):
        """Prints the state of the log."""
        if self.logfile is None:
            print('Logging has not been activated.')
            return
        rows = (('Filename', self.logfname), ('Mode', self.logmode), ('Output logging', self.log_output),
                ('Raw input log', self.log_raw_input), ('Timestamping', self.timestamp),
                ('State', 'active' if self.log_active else 'temporarily suspended'))
        for title, value in rows:
            print('%-15s: %s' % (title, value))

    def note(self, raw):
        """A cell begins."""
        if self.log_active and self.logfile is not None:
            text = raw
            if not self.log_raw_input:
                from IPython.core.history import _translated
                text = _translated(raw)
            if self.timestamp:
                self.logfile.write(time.strftime('# %a, %d %b %Y %H:%M:%S\n', time.localtime()))
            self.logfile.write(text.rstrip('\n') + '\n')
            self.logfile.flush()

    def note_output(self, value):
        """A cell has shown a value."""
        if self.log_active and self.logfile is not None and self.log_output:
            self.logfile.write(''.join('#[Out]# %s\n' % line for line in repr(value).split('\n')))
            self.logfile.flush()

    def logstop(self):
        """Closes the file."""
        if self.logfile is None:
            print("Logging hadn't been started.")
            return
        self.logfile.close()
        self.logfile, self.log_active = None, False
