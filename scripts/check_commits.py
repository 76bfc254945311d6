#!/usr/bin/env python3
"""Fails if the subject of a commit is too long or not in the imperative mood.

Commits up to BASE are older than the rule.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASE = "2f37b91df021f212bb0399b6b95876aba1d3724c"
MAX_LENGTH = 72
# Wrong beginnings of subjects: "Added", "Adding", "Adds", "feat: add", "add".
VERBS = (
    "Adds|Added|Adding|Changes|Changed|Changing|Fixes|Fixed|Fixing|Makes|Made|Making"
    "|Moves|Moved|Moving|Removes|Removed|Removing|Renames|Renamed|Renaming|Updates|Updated|Updating"
)
NOT_IMPERATIVE = re.compile(rf"[a-z]|({VERBS})\b|\w+:|.*\.$")


def subjects(*revisions):
    command = ["git", "log", "--no-merges", "--format=%h %s", *revisions]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return result.stdout.splitlines() if result.returncode == 0 else None


def main():
    # In a shallow clone, which lacks BASE, check only the last commit.
    commits = subjects(f"{BASE}..HEAD")
    if commits is None:
        commits = subjects("-1")
    if commits is None:
        sys.exit("error: expected a git repository")
    wrong = 0
    for commit in commits:
        name, subject = commit.split(" ", 1)
        if len(subject) > MAX_LENGTH:
            print(f"{name}: {len(subject)} characters: expected at most {MAX_LENGTH}: {subject}", file=sys.stderr)
            wrong += 1
        if NOT_IMPERATIVE.match(subject):
            print(f"{name}: expected an imperative without a full stop: {subject}", file=sys.stderr)
            wrong += 1
    if wrong:
        sys.exit(f"error: {wrong} faults in subjects of commits")


main()
