"""Carries out the jobs of standard input, one a line: action, source, target, field, value, divided by tabulators."""
import sys


def serve(actions):
    for line in sys.stdin:
        action, source, target, field, value = line.rstrip("\n").split("\t")
        try:
            actions[action](source, target, field, value.replace("\\n", "\n"))
            answer = "done"
        except Exception as error:  # the test reports it
            answer = f"failed: {type(error).__name__}: {error}".replace("\n", " ")
        print(answer, flush=True)
