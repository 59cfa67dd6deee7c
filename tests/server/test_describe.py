"""The description of the protocol is that of the code."""

from pathlib import Path

import msgspec

from firelane.server import describe
from firelane.server.endpoints import ENDPOINTS

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def test_the_page_is_the_one_that_the_code_makes():
    assert PAGE.read_text("utf-8") == describe.page(), "python -m firelane.server.describe > docs/protocol.md"


def test_every_endpoint_is_in_the_description():
    described = describe.openapi()
    assert {(one.path, one.method.lower()) for one in ENDPOINTS} == {
        (path, method) for path, methods in described["paths"].items() for method in methods
    }
    for one in ENDPOINTS:
        operation = described["paths"][one.path][one.method.lower()]
        assert ("security" in operation) == (one.secret or one.link)
        if isinstance(one.body, type):
            assert operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith(
                f"/{one.body.__name__}"
            )


def test_every_reference_in_the_descriptions_leads_somewhere():
    for described, root in (
        (describe.openapi(), "#/components/schemas/"),
        (describe.socket_schema(), "#/$defs/"),
    ):
        known = described.get("components", {}).get("schemas") or described["$defs"]
        text = msgspec.json.encode(described).decode()
        names = {part.partition('"')[0] for part in text.split(root)[1:]}
        assert len(names) > 20
        assert names <= set(known)
