#!/usr/bin/env python3
"""Records the corpus: real programs in a real terminal, typed at, with changes of size.

Each recording is a JSON file: the size at the start, and events in order, either ["o", base64 of output] or
["r", columns, rows]. Run it in this directory; name recordings to make only those. It wants bash, vim, less, top,
python3, sqlite3, git, gcc and vttest.

Nothing of the machine is in a recording: programs run in an empty directory, with a home, a prompt and a user that
are made up, and `top` sees one process.
"""

import base64
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

ENVIRONMENT = {
    "HOME": "/home/learner",
    "USER": "learner",
    "LOGNAME": "learner",
    "LANG": "C.UTF-8",
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "PS1": r"\[\e]0;study\a\]\[\e[1;32m\]learner\[\e[0m\]:\[\e[34m\]~/study\[\e[0m\]$ ",
    "PAGER": "less",
    "LESS": "-R",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A Learner",
    "GIT_AUTHOR_EMAIL": "learner@example.org",
    "GIT_COMMITTER_NAME": "A Learner",
    "GIT_COMMITTER_EMAIL": "learner@example.org",
    "GIT_AUTHOR_DATE": "2026-11-30T14:02:00Z",
    "GIT_COMMITTER_DATE": "2026-11-30T14:02:00Z",
}
SHELL = ["bash", "--norc", "--noprofile"]
VT100 = "\x1b[?1;2c"  # how a terminal says what it is: vttest asks first of all
QUIET = 0.35  # seconds without output after which the next key is typed


def set_size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def record(command, script, columns=80, rows=24, prepare=None):
    """Runs a command; `script` is a list of what to type, or of (columns, rows) to resize to."""
    directory = tempfile.mkdtemp(prefix="study")
    if prepare:
        prepare(directory)
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(directory)
        os.execvpe(command[0], command, ENVIRONMENT)
    set_size(fd, columns, rows)
    os.kill(pid, signal.SIGWINCH)
    events = []

    def read_until_quiet():
        deadline = time.time() + 8
        while time.time() < deadline:
            ready, _, _ = select.select([fd], [], [], QUIET)
            if not ready:
                return True
            try:
                data = os.read(fd, 65536)
            except OSError:
                return False
            if not data:
                return False
            if events and events[-1][0] == "o":
                events[-1][1] += data
            else:
                events.append(["o", data])
        return True

    alive = read_until_quiet()
    for step in script:
        if not alive:
            break
        if isinstance(step, tuple):
            events.append(["r", *step])
            set_size(fd, *step)
        else:
            os.write(fd, step.encode())
        alive = read_until_quiet()
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.close(fd)
    os.waitpid(pid, 0)
    shutil.rmtree(directory)
    for event in events:
        if event[0] == "o":
            event[1] = base64.b64encode(event[1]).decode()
    return {"columns": columns, "rows": rows, "events": events}


def write(directory, name, text):
    with open(os.path.join(directory, name), "w") as file:
        file.write(text)


def source(directory):
    write(directory, "tree.c", "\n".join(
        ["#include <stdio.h>", "", "/* A binary tree, from the third lecture. */", "struct node { int key; struct node *left, *right; };", ""]
        + [f"static int depth{i}(struct node *n) {{\n    return n ? 1 + depth{i}(n->left) : {i}; // é, 漢字\n}}\n" for i in range(40)]
        + ["int main(void) { printf(\"%d\\n\", depth0(0)); return 0; }", ""]))
    write(directory, "broken.c", "#include <stdio.h>\n\nint main(void) {\n    int x = \"text\";\n    for (int i = 0; i < 3; i++ {\n        printf(\"%s\\n\", x)\n    }\n    return y;\n}\n")
    os.mkdir(os.path.join(directory, "notes"))
    os.symlink("tree.c", os.path.join(directory, "latest"))
    os.chmod(os.path.join(directory, "broken.c"), 0o755)


def repository(directory):
    source(directory)
    run = lambda *command: subprocess.run(command, cwd=directory, env=ENVIRONMENT, check=True, capture_output=True)
    run("git", "init", "-q", "-b", "main")
    for i in range(30):
        write(directory, "notes/week.md", f"# Week {i}\n\nWhat I did not understand: {'recursion ' * (i % 7)}\n")
        run("git", "add", ".")
        run("git", "commit", "-q", "-m", f"Notes of week {i}: {'trees and ' * (i % 5)}lists — größer")
    run("git", "branch", "exam")
    write(directory, "notes/week.md", "# Last week\n\nNothing.\n")


WIDE = (
    "printf '%s\\n' '漢字かな交じり文。日本語の「句読点」、長い行はどこで折り返すのか、それが問題です。' "
    "'한국어 텍스트와 English 를 섞어 쓰기' '🙂 👩‍🔬 🇩🇪 ❤️ 👍🏽 emoji' 'e\u0301 n\u0303 a\u0308\u0323 combining' 'عربي עברית' '𝒳 ∀x∈ℝ'\r"
)
PROGRESS = (
    "for i in $(seq 0 4 100); do printf '\\r\\e[K\\e[32m%3d%%\\e[0m [%-25s]' $i "
    "$(printf '#%.0s' $(seq 1 $((i / 4 + 1)))); sleep 0.02; done; echo\r"
)

RECORDINGS = {
    "shell": lambda: record(SHELL, ["ls --color=always -la\r", "echo one; echo two >&2\r", "for i in $(seq 1 60); do echo \"line $i of the output\"; done\r", "grep --color=always -n depth tree.c | head -30\r", "eco typo", "\x01", "\x05", "\x15", "ls no\t\t\r", "history | tail -3\r", "\x0c", "echo after clear\r", "clear\r", "printf '\\e]8;;https://example.org/\\e\\\\a link\\e]8;;\\e\\\\ and \\e[4:3;58:2::255:0:0mcurly\\e[0m\\n'\r"], prepare=source),
    "vim": lambda: record(["vim", "-u", "NONE", "-N", "--cmd", "set nocp ruler hlsearch showcmd mouse=a | syntax on", "tree.c"], ["/depth\r", "n", "n", "\x06", "\x06", "\x02", "gg", "3dd", "p", "u", "ihello 漢字\x1b", ":split\r", "\x17w", "\x05\x05", ":set number\r", "V3j", "d", ":vsplit\r", "G", "50\x02", ":q!\r", ":qa!\r"], prepare=source),
    "vim-resized": lambda: record(SHELL, ["echo before; ls -l\r", "vim -u NONE -N -c 'syntax on' tree.c\r", "\x06", (100, 30), "\x06", (60, 18), "Gihello\x1b", (80, 24), ":q!\r", "echo back again\r"], prepare=source),
    "less": lambda: record(SHELL, ["grep --color=always -n '[a-z]*' tree.c | less -R\r", " ", " ", "b", "/depth3\r", "n", "G", "g", "\x0c", "-S\r", "q", "echo done\r"], prepare=source),
    "top": lambda: record(SHELL, ["sleep 60 & clear\r", "top -d 0.4 -p $!\r", "c", "z", "x", "1", "q", "echo done\r"], prepare=source),
    "python": lambda: record(["python3", "-I", "-q"], ["def f(n):\rreturn n and n * f(n - 1) or 1\r\r", "def f(n):\r    return n * f(n - 1) if n else 1\r\r", "[f(i) for i in range(40)]\r", "1/0\r", "print('é 漢字 🙂' * 20)\r", "import this\r", "help(len)\r", "q", "x = 'ab\x7fc'\r", "\x1b[A\r", "undefined\r", "exit()\r"]),
    "sqlite": lambda: record(["sqlite3"], ["create table t(id integer primary key, name text, mark real);\r", "insert into t(name, mark) values ('Ada', 1.0), ('Grete 漢', 2.3), ('Ольга', 1.7);\r", ".mode box\r", "select * from t order by mark;\r", ".mode column\r", "with recursive c(x) as (select 1 union all select x+1 from c where x < 80) select x, x*x, hex(x) from c;\r", "selec;\r", "select\r", "1;\r", ".quit\r"]),
    "git": lambda: record(SHELL, ["git log --graph --color=always --oneline | cat\r", "git log --color=always -p -3\r", " ", " ", "q", "git status\r", "git -c color.ui=always diff | cat\r", "git branch -a\r"], prepare=repository),
    "compiler": lambda: record(SHELL, ["gcc -fdiagnostics-color=always -Wall broken.c\r", "gcc -fdiagnostics-color=always -Wall -Wextra tree.c -o tree && ./tree\r", "gcc -fdiagnostics-color=always nothing.c\r"], columns=72, prepare=source),
    "progress": lambda: record(SHELL, [PROGRESS, "for i in 1 2 3; do printf 'a %d\\nb %d\\nc %d\\n\\e[3A' $i $i $i; sleep 0.1; done; printf '\\e[3B'\r", "seq 1 3 | xargs -I{} printf 'done {}\\r\\n'\r"], prepare=source),
    "wide": lambda: record(SHELL, [WIDE, (37, 20), WIDE, (61, 20), "echo '漢字漢字漢字漢字'\x02\x02\x7f\r", (24, 10), "echo 🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂\r"], prepare=source),
    "resized": lambda: record(SHELL, ["cat tree.c\r", (120, 30), "ls -la --color=always\r", (50, 12), "for i in $(seq 1 20); do printf 'a long line that wraps, number %d, ' $i; done; echo\r", (80, 24), "tail -5 tree.c\r", (30, 40), "echo end\r", (90, 10), "seq 1 30\r"], prepare=source),
    "long": lambda: record(SHELL, ["for i in $(seq 1 1400); do printf 'line %d \\e[3%dmcoloured\\e[0m\\tand a tab\\n' $i $((i % 8)); done\r", "printf 'x%.0s' $(seq 1 400); echo\r"], columns=60),
    "vttest-cursor": lambda: record(["vttest"], [VT100, "1\r"] + ["\r"] * 12),
    "vttest-screen": lambda: record(["vttest"], [VT100, "2\r"] + ["\r"] * 20),
    "vttest-sets": lambda: record(["vttest"], [VT100, "3\r", "8\r", "\r", "9\r", "\r", "10\r", "\r", "0\r"]),
    "vttest-insert": lambda: record(["vttest"], [VT100, "8\r"] + ["\r"] * 20),
    "vttest-double": lambda: record(["vttest"], [VT100, "4\r"] + ["\r"] * 9),
    "vttest-vt52": lambda: record(["vttest"], [VT100, "7\r"] + ["\r"] * 6),
    "vttest-bugs": lambda: record(["vttest"], [VT100, "9\r"] + [key for bug in "12345678" for key in [f"{bug}\r"] + ["\r"] * 3] + ["0\r"]),
    "vttest-reset": lambda: record(["vttest"], [VT100, "10\r", "1\r", "\r"] + [""] * 20 + ["\r"] + [""] * 20 + ["\r"] * 3),
    "vttest-vt220": lambda: record(["vttest"], [VT100, "11\r", "1\r", "2\r"] + [key for test in "1234" for key in [f"{test}\r"] + ["\r"] * 5]),
    "vttest-vt420": lambda: record(["vttest"], [VT100, "11\r", "3\r", "3\r"] + [key for test in range(9, 14) for key in [f"{test}\r"] + ["\r"] * 4]),
    "vttest-ecma48": lambda: record(["vttest"], [VT100, "11\r", "7\r", "1\r"] + [key for test in "1234" for key in [f"{test}\r"] + ["\r"] * 3] + ["0\r"] + [key for test in "23456" for key in [f"{test}\r"] + ["\r"] * 2]),
    "vttest-alternate": lambda: record(["vttest"], [VT100, "11\r", "8\r", "7\r"] + [key for test in "345" for key in [f"{test}\r"] + ["\r"] * 5]),
    "vttest-colors": lambda: record(["vttest"], [VT100, "11\r", "6\r"] + [key for test in range(2, 8) for key in [f"{test}\r"] + ["\r"] * 8]),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or RECORDINGS:
        recording = RECORDINGS[name]()
        with open(f"{name}.json", "w") as file:
            json.dump(recording, file, separators=(",", ":"))
            file.write("\n")
        print(name, sum(len(e[1]) for e in recording["events"] if e[0] == "o") * 3 // 4, "bytes")
