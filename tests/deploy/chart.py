"""The few constructs of Helm's templates that our chart uses, so that it can be rendered without Helm.

Anything else is an error here: a chart that this reads is simple enough to be read by people, too.
"""

import json
import re
from pathlib import Path
from typing import Any

import yaml

CHART = Path(__file__).parents[2] / "deploy" / "helm" / "protokol"
ACTION = re.compile(r"(\n[ \t]*)?\{\{(-?) (.*?) \}\}")
WORDS = re.compile(r'"[^"]*"|\S+')


def rendered(changes: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """All manifests of the chart, by name of file, with changed values."""
    values = yaml.safe_load((CHART / "values.yaml").read_text(encoding="utf-8"))
    for path, value in (changes or {}).items():
        *way, last = path.split(".")
        place = values
        for step in way:
            place = place[step]
        assert last in place, f"no value {path}"
        place[last] = value
    scope = {".": {"Values": values, "Release": {"Name": "games"}}}
    found = []
    for file in sorted((CHART / "templates").glob("*.yaml")):
        text = _render(_tokens(file.read_text(encoding="utf-8")), scope)
        found += [one for one in yaml.safe_load_all(text) if one is not None]
    return found


def _tokens(text: str) -> list[tuple[str, str]]:
    """Text and actions in turn; `{{-` takes the white space before it away."""
    found, at = [], 0
    for match in ACTION.finditer(text):
        line, trim, action = match[1] or "", match[2], match[3]
        found.append(("text", text[at : match.start()] + ("" if trim else line)))
        found.append(("do", action))
        at = match.end()
    return [*found, ("text", text[at:])]


def _render(tokens: list[tuple[str, str]], scope: dict[str, Any]) -> str:
    out = ""
    while tokens:
        kind, text = tokens.pop(0)
        if kind == "text":
            out += text
            continue
        first = text.split()[0]
        if first in ("if", "range"):
            block = _block(tokens)
            if first == "if":
                out += _render(block, scope) if _value(text.partition(" ")[2], scope) else ""
            else:
                names, _, what = text.partition(" ")[2].partition(":= ")
                variables, many = names.replace(",", " ").split(), _value(what, scope)
                pairs = sorted(many.items()) if isinstance(many, dict) else [(one,) for one in many]
                for each in pairs:
                    out += _render(list(block), {**scope, **dict(zip(variables, each, strict=True))})
        else:
            out += str(_value(text, scope))
    return out


def _block(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Up to the `end` that belongs to it."""
    depth = 1
    found: list[tuple[str, str]] = []
    while True:
        token = tokens.pop(0)
        word = token[1].split()[0] if token[0] == "do" else ""
        depth += (word in ("if", "range")) - (word == "end")
        if not depth:
            return found
        found.append(token)


def _value(text: str, scope: dict[str, Any]) -> Any:
    first, *pipes = text.split(" | ")
    words = WORDS.findall(first)
    value = _yaml(_at(words[1], scope)) if words[0] == "toYaml" else _at(words[0], scope)
    for pipe in pipes:
        name, *more = pipe.split()
        if name == "quote":
            value = json.dumps(str(value))
        elif name == "nindent":
            value = "\n" + "\n".join(" " * int(more[0]) + line for line in str(value).splitlines())
        else:
            raise AssertionError(f"{{{{ {text} }}}}: {name} is not known here")
    return value


def _at(path: str, scope: dict[str, Any]) -> Any:
    """`.Values.image.tag`, `$one.port`; what is not there is an error, not nothing."""
    start, *steps = path.split(".")
    value = scope[start or "."]
    for step in steps:
        value = value[step]
    return value


def _yaml(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=False, sort_keys=True)
    return text.rstrip("\n")
