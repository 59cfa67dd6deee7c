"""A real server, a real browser: what the tests of the browser table stand on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import matplotlib_fontja
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from browser.host import BOARD, GROUND, Host
from browser.player import PATIENCE_MS
from firelane.screen.board import Board, Ground
from firelane.screen.prompts import Part, Prompt

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"
LAPTOP = {"width": 1280, "height": 720}
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OpenPage = Callable[..., Page]
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of its own stands, with the table that `make web` has built."""
    built = files("firelane.server").joinpath("static", "index.html")
    assert built.is_file(), "the browser table is not built: make web"
    store = tmp_path_factory.mktemp("store") / "games.sqlite"
    command = [
        sys.executable,
        "-m",
        "firelane",
        "--lang",
        "en",
        "serve",
        "--port",
        "0",
        "--store",
        str(store),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment()) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://[\d.]+:\d+/", said)
        assert found is not None, said
        yield found.group()
        server.terminate()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUNBUFFERED": "1"}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Debian's Chromium, with a Japanese font even where none is installed."""
    if CHROMIUM is None:
        pytest.fail("no Chromium here: make system")
    fonts = tmp_path_factory.mktemp("fonts") / "fonts.conf"
    folder = Path(matplotlib_fontja.__file__).parent / "fonts"
    fonts.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f'<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>{folder}</dir></fontconfig>'
    )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-dev-shm-usage"],
            env={**os.environ, "FONTCONFIG_FILE": str(fonts)},
        )
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Opens pages, each a person with a memory of his own; none may fail or ask another host."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def one(
        viewport: dict[str, int] = LAPTOP, locale: str = "en-GB", touch: bool = False, refused: bool = False
    ) -> Page:
        """`refused`: the server turns this person away, which the browser notes as an error."""
        context = browser.new_context(viewport=viewport, locale=locale, has_touch=touch)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _fault(said, refused) else None)
        page.on("request", lambda asked: wrong.append(asked.url) if _foreign(asked.url) else None)
        return page

    yield one
    for place, context in enumerate(contexts):  # how each page looked in the end, failed or not
        context.pages[0].screenshot(path=SHOTS / "last" / f"{request.node.name}-{place}.png")
        context.close()
    assert wrong == []


@pytest.fixture
def ask(open_page: Callable[..., Page]) -> Callable[..., tuple[Page, Host]]:
    """Puts a question to a page."""

    def put(
        *parts: Part,
        base: Any = None,
        touch: bool = False,
        ground: Ground = GROUND,
        board: Board = BOARD,
        opponent: str = "random",
        **more: Any,
    ) -> tuple[Page, Host]:
        page = open_page(touch=touch)
        prompt = Prompt(
            id="blue-1", kind="k", title="What now?", confirm="Do it", parts=parts, base=base, **more
        )
        return page, Host(page, prompt, ground, board, opponent)

    return put


def _fault(said: ConsoleMessage, refused: bool) -> bool:
    return said.type == "error" and not (refused and said.text.startswith("Failed to load resource"))


def _foreign(url: str) -> bool:
    return not re.match(r"(https?|ws)://(127\.0\.0\.1|table\.test)[:/]|data:|blob:", url)


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Keeps a picture of a page among the build's outputs."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    return lambda page, name: void(page.screenshot(path=SHOTS / f"{name}.png"))


def void(_: object) -> None:
    """Nothing comes of it."""
