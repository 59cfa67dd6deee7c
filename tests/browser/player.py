"""A person at the browser table who plays by mouse or by keyboard alone, and knows no game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page, TimeoutError, expect

from hanging import HANG_SECONDS

SIZES = {"laptop": (1280, 720), "tablet": (1024, 768), "portrait": (820, 1180)}
"""Of the screens that people play on."""
PATIENCE_MS = 1000 * HANG_SECONDS
A_WHILE = 10_000
"""After so long without anything on its way a person presses again."""
ASKED = ".prompt[data-prompt], .verdict"
HEARD = """asked => document.querySelector('.verdict, .trouble, .curtain')
    || document.querySelector('.prompt')?.dataset.prompt !== asked"""
MOST_PLACES = 12
ORDERS = 3
"""How many orders the person gives in a turn before ending it."""


class Player:
    """Reads what is asked, chooses something, confirms; until the game is over."""

    def __init__(
        self,
        page: Page,
        keyboard: bool = False,
        seed: int = 1,
        shot: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.page = page
        self.keyboard = keyboard
        self.shot = shot
        """Told each kind of question when it is about to be answered for the first time."""
        self.random = Random(seed)
        self.kinds: dict[str, int] = {}
        """How often each kind of question was answered."""
        self.explained: set[str] = set()
        self.given = 0
        self.tries: dict[str, int] = {}
        """How often each question was answered in vain."""

    def play(self, most: int = 400) -> None:
        """Answer until the victory screen."""
        for _ in range(most):
            self.page.wait_for_selector(ASKED, timeout=PATIENCE_MS)
            if self.page.locator(".verdict").count():
                return
            self.answer()
        raise AssertionError(f"no end after {most} answers: {self.kinds}")

    def answer(self) -> None:
        """Answer what is being asked now."""
        panel = self.page.locator(".prompt[data-prompt]")
        request = panel.get_attribute("data-prompt") or ""
        kind = panel.get_attribute("data-kind") or ""
        self._read_the_guide(kind)
        self._choose(self.tries.get(request, 0))
        for _ in range(MOST_PLACES):
            if (
                panel.locator(".decide .primary").is_enabled()
                or not self.page.locator(".slot.pointing").count()
            ):
                break
            self._go()
        if panel.locator(".decide .primary").is_disabled():  # no way there: put it back
            self._press(panel.locator(".decide .quiet"), "Escape")
            if panel.locator(".decide .primary").is_disabled():
                self._press(panel.locator("[data-option]:enabled").last)
        confirm = panel.locator(".decide .primary")
        expect(confirm).to_be_enabled()
        if kind not in self.kinds:
            self.shot(kind)
        self._confirm(confirm, request)
        if self.page.locator(".prompt .trouble").count():
            self.tries[request] = self.tries.get(request, 0) + 1
            if self.page.locator(".decide .quiet").count():
                self._press(self.page.locator(".decide .quiet"), "Escape")
            return
        self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def _confirm(self, button: Locator, request: str) -> None:
        """Press until it is heard: a click misses a button that moves away under it."""
        for _ in range(PATIENCE_MS // A_WHILE):
            if self.page.locator(".prompt[aria-busy=false]").count():
                self._press(button, "c")
            try:
                self.page.wait_for_function(HEARD, arg=request, timeout=A_WHILE)
            except TimeoutError:
                continue
            return
        raise AssertionError(f"no answer to {request}: {self.page.locator('main').inner_text()}")

    def _read_the_guide(self, kind: str) -> None:
        if self.page.locator(".guide").count():
            self.explained.add(kind)
            self._press(self.page.locator(".guide button").first)

    def _choose(self, refused: int) -> None:
        """Something that can be confirmed, at a whim; after a few orders the turn is ended."""
        several = self.page.locator("fieldset[data-several=true]")
        if several.count():
            free = several.first.locator("[data-option][aria-pressed=false]:enabled")
            for _ in range(min(refused, free.count())):
                self._take(free, self.random.randrange(free.count()))
            return
        options = self.page.locator(".prompt [data-option][aria-pressed=false]:enabled")
        if self.page.locator(".decide .primary").is_enabled() and not self.page.locator(".actors").count():
            if (
                options.count()
                and self.page.locator("details.part").count() == 0
                and self.random.random() < 0.6
            ):
                self._take(options, self.random.randrange(min(options.count(), 9)))
            return
        if self.page.locator(".actors").count():
            self._order(options)
            return
        if options.count():
            self._take(options, self.random.randrange(min(options.count(), 9)))

    def _order(self, options: Locator) -> None:
        actors = self.page.locator(".actors button")
        self.given += 1
        if self.given % (ORDERS + 1) == 0:
            last = options.last
            last.scroll_into_view_if_needed()
            self._press(last)
            return
        actor = actors.nth(self.random.randrange(actors.count()))
        self._press(actor)
        expect(actor).to_have_attribute("aria-pressed", "true")
        attacks = self.page.locator(".group", has_text="Attack").locator("[data-option]:enabled")
        if attacks.count():
            self._press(attacks.first)
        else:
            self._take(options, 0)
            if self.page.locator(".slot.pointing").count():
                self._go()

    def _go(self) -> None:
        """Show a place near the one who acts: an inch or two away, on the map."""
        if self.keyboard:
            self.page.keyboard.press("m")
            for _ in range(2):
                self.page.keyboard.press(
                    self.random.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"))
                )
            self.page.keyboard.press("Enter")
        else:
            self.page.mouse.click(*self._somewhere())
        looking = self.page.locator(".slot", has_text="Looking for the way")
        expect(looking).to_have_count(0, timeout=PATIENCE_MS)

    def _somewhere(self) -> tuple[float, float]:
        """A point of the map: beside who acts, else in the marked part, else anywhere."""
        base = self.page.locator(".figure:has(.selected) .base")
        if base.count():
            box = base.bounding_box()
            assert box is not None
            aside = self.random.choice((-1.5, 1.5)) * box["width"]
            return box["x"] + box["width"] / 2 + aside, box["y"] + box["height"] / 2
        marked = self.page.locator(".map rect.within")
        box = (marked if marked.count() else self.page.locator(".map .edge")).bounding_box()
        assert box is not None
        return (
            box["x"] + box["width"] * self.random.uniform(0.05, 0.95),
            box["y"] + box["height"] * self.random.uniform(0.05, 0.95),
        )

    def _take(self, options: Locator, place: int) -> None:
        option = options.nth(place)
        everything = self.page.locator(".prompt [data-option]:enabled").evaluate_all(
            "all => all.map(one => one.dataset.option)"
        )
        number = everything.index(option.get_attribute("data-option")) + 1
        self._press(option, str(number) if number < 10 else "")

    def _press(self, what: Locator, key: str = "") -> None:
        """With the mouse, or by the key for it, or by going there and pressing Enter."""
        if not self.keyboard:
            what.click()
        elif key:
            self.page.keyboard.press(key)
        else:
            what.focus()
            self.page.keyboard.press("Enter")
