"""Talks to the program made of ast_dump.c: many texts, one process. Text goes as UTF-8 bytes."""
import subprocess

EXEC, EVAL, SINGLE, IS_COMPLETE = range(4)


class Program:
    def __init__(self, path, *flags):
        self.args = [path, "-m", *flags]
        self.process = subprocess.Popen(self.args, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, text, mode=EXEC):
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        self.process.stdin.write(b"%d %d\n" % (mode, len(data)) + data)
        self.process.stdin.flush()
        answer = []
        while True:
            line = self.process.stdout.readline()
            if line == b"--\n":
                return b"".join(answer)[:-1].decode("utf-8", "replace")
            if line == b"":
                raise RuntimeError("the program died on %r (status %r)" % (text, self.process.wait()))
            answer.append(line)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()
