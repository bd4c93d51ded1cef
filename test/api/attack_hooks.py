"""What no schema can say: a cursor is valid only when the hub made it, and an id leads somewhere only when the hub gave it.

Requests that are generated to be valid take cursors and ids that the hub answered before; hostile ones stay as they are.
"""

import json
import os

import schemathesis
from schemathesis import GenerationMode

cursors = {}
items = {}
# Values of path parameters that no list shows to this caller.
subjects = json.loads(os.environ.get("FM_SUBJECTS", "{}"))


@schemathesis.hook
def after_call(context, case, response):
    try:
        answer = response.json()
        found = answer["items"]
    except (ValueError, KeyError, TypeError):
        return
    if found and isinstance(found[0], dict):
        items[case.operation.path] = found[0]
    # It holds for the list and the order that it was made in.
    if answer.get("nextCursor"):
        cursors[(case.operation.path, str((case.query or {}).get("sort")))] = answer["nextCursor"]


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    if case.query and "cursor" in case.query:
        known = cursors.get((case.operation.path, str(case.query.get("sort"))))
        if known is None:
            case.query.pop("cursor")
        else:
            case.query["cursor"] = known
    for name in case.path_parameters or {}:
        listed = items.get(case.operation.path.split("/{")[0], {})
        known = subjects.get(name, listed.get(name))
        if known is not None:
            case.path_parameters[name] = known
