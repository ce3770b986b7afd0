"""`/docs`: every operation on one page, for people; plain HTML without a script.

Rules: made of the OpenAPI document; whatever is said is escaped.
"""

from functools import cache
from html import escape
from typing import Any, Final

from cotty.doors.http.openapi import document
from cotty.doors.schemas import Schema

STYLE: Final = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem; border-top: 1px solid #8884; padding-top: 1rem }
code { font-family: ui-monospace, monospace }
td, th { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0 }
nav a { margin-right: 1rem; white-space: nowrap }
"""


@cache
def page() -> bytes:
    """The page."""
    paths = {path: each for path, each in document()["paths"].items() if "post" in each}
    links = " ".join(f'<a href="#{path[5:]}">{path[5:]}</a>' for path in paths)
    verbs = "".join(_verb(path, each["post"]) for path, each in paths.items())
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>cotty</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/docs/style.css">'
        f'<h1>cotty</h1><p>{escape(document()["info"]["description"])} The document is <a href="/openapi.json">'
        f"/openapi.json</a>.</p><nav>{links}</nav>{verbs}</html>"
    ).encode()


def _verb(path: str, post: Schema) -> str:
    given = post["requestBody"]["content"]["application/json"]["schema"]
    answered = post["responses"]["200"]["content"]["application/json"]["schema"]
    return (
        f'<h2 id="{path[5:]}"><code>POST {path}</code></h2><p>{escape(post["summary"])} Tier: '
        f"<code>{post['tags'][0]}</code>.</p>{_table('given', given)}{_table('answered', answered)}"
    )


def _table(title: str, schema: Schema) -> str:
    named = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    rows = "".join(
        f"<tr><td><code>{name}</code><td>{escape(_kind(each))}<td>{escape(each.get('description', ''))}"
        for name, each in named.get("properties", {}).items()
    )
    return f"<table><tr><th>{title}<th>is<th>{rows}</table>" if rows else ""


def _kind(schema: Any) -> str:  # noqa: ANN401  (any JSON schema)
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    inner = f" of {_kind(schema['items'])}" if "items" in schema else ""
    return f"{schema.get('type', 'anything')}{inner}"
