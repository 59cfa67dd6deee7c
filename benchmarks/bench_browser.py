"""The browser table: how soon the first page stands in Chromium, how large its script is."""

from __future__ import annotations

import gzip
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from importlib.resources import files

from playwright.sync_api import Page, sync_playwright

from benchmarks.bench_server import Serving
from benchmarks.timing import Row, pretty

TIMES = 9
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def _first_load(page: Page, address: str) -> float:
    """Seconds from asking for the address to a page on which a game can be begun."""
    begun = time.perf_counter()
    page.goto(address)
    page.locator("form.set-up").wait_for()
    return time.perf_counter() - begun


def rows() -> Iterator[Row]:
    """All rows of this part."""
    assets = files("firelane.server").joinpath("static", "assets")
    script = sum(len(gzip.compress(one.read_bytes())) for one in assets.iterdir() if one.name.endswith(".js"))
    yield Row("the script, compressed", f"{script / 1000:.0f} kB", "300 kB", "")
    if CHROMIUM is None:
        yield Row("first page load", "no Chromium here", "1.5 s", "make system")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            address = f"http://127.0.0.1:{serving.port}/"
            taken = []
            for _ in range(TIMES):  # each with nothing kept from before
                context = browser.new_context()
                taken.append(_first_load(context.new_page(), address))
                context.close()
            note = (
                f"{pretty(taken[0])} the first of a server not made ready, {pretty(min(taken))} the quickest"
            )
            yield Row(
                "first page load in Chromium",
                f"{pretty(statistics.median(taken))} at the median",
                "1.5 s",
                note,
            )
        finally:
            browser.close()
            serving.stop()
