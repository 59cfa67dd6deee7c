"""The axe checks: what a page has that hinders people."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def hindrances(page: Page) -> list[str]:
    """Every serious or critical finding, with where it is."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run().then(result => result.violations)")
    return [
        f"{one['id']}: {one['help']} ({', '.join(node['html'][:120] for node in one['nodes'][:4])})"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
