"""Reads the first ROWS rows of each list with pynetbox's `.all()`, as a script would, and prints rows and seconds as JSON."""

import itertools
import json
import sys
import time

import pynetbox

url, token, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
nb = pynetbox.api(url, token=token)
out = {}
for name in sys.argv[4:]:
    app, endpoint = name.split(".")
    records = getattr(getattr(nb, app), endpoint)
    began = time.perf_counter()
    # pynetbox asks for as many rows as a page holds by itself; a whole page of interfaces takes half a minute.
    seen = sum(1 for _ in itertools.islice(records.all(limit=min(rows, 1000)), rows))
    out[name] = {"rows": seen, "seconds": time.perf_counter() - began}
print(json.dumps(out))
