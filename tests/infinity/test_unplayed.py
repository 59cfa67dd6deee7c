"""The entries of the editions that cannot be played yet: what they cite, what they do to numbers."""

from __future__ import annotations

import pytest

from firelane.forces.library import forces
from firelane.infinity.dice import Over, Ties
from firelane.infinity.exchanges import EDITIONS, entries_of, tables_of
from firelane.infinity.saves import CriticalHit
from firelane.infinity.sheets import sheet
from firelane.odds.duel import Duel, Fighter, odds_of
from firelane.odds.reading import read_duel
from firelane.rulebook.book import Book


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_entry_cites_a_rule_that_exists(ruleset):
    book = Book.open()
    edition = entries_of(ruleset)
    assert edition.faults == []
    for entry in edition.entries.values():
        assert book.is_rule(entry.cite), (entry.key, entry.cite)


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_part_of_a_number_cites_what_exists(ruleset):
    book = Book.open()
    pairs = [("fusilier combi 12in +3", "zhanshi combi cover"), ("fusilier cc", "zhanshi dodge")]
    seen = set()
    for active, reactive in pairs:
        for attempt in odds_of(read_duel(ruleset, active, [reactive])).attempts:
            for number in (attempt.value, *attempt.against):
                seen |= {part.rule for part in (number.base, *number.modifiers)}
    seen -= {"odds.by-hand", "attribute.bs", "attribute.cc", "attribute.ph"}
    assert seen
    assert all(book.is_statement(rule) or book.is_rule(rule) for rule in seen), seen


def carrier(ruleset, key, level=None):
    """The name of a sheet that carries something."""
    found = forces(ruleset).sheets.values()
    facts = next(f for f in found if key in f.carries and (level is None or f.level(key) == level))
    return f"{ruleset}:{facts.key}"


def shot_at(ruleset, shooter, target):
    """The number of a shot at somebody who does nothing."""
    weapon = next(mode.key for mode, _ in sheet(shooter).modes.values() if mode.bands and mode.save)
    duel = Duel(ruleset=ruleset, active=Fighter(sheet=shooter, weapon=weapon), distance=8000,
                reactive=(Fighter(sheet=target, action="idle"),))  # fmt: skip
    return odds_of(duel).attempts[0].value


def hiding(number):
    return sum(part.value for part in number.modifiers if "mimetism" in part.args)


@pytest.mark.parametrize(
    ("ruleset", "key", "mod"),
    [
        ("n2", "ch-camouflage", -3),
        ("n3", "ch-camouflage", -3),
        ("n3", "ch-to-camouflage", -6),
        ("n3", "odd", -6),
    ],
)
def test_what_hides_a_target_and_what_sees_through_it(ruleset, key, mod):
    hidden = carrier(ruleset, key)
    plain = read_duel(ruleset, "fusilier combi 12in", ["zhanshi"]).active.sheet
    assert hiding(shot_at(ruleset, plain, hidden)) == mod
    sharp = shot_at(ruleset, carrier(ruleset, "multispectral-visor", 2), hidden)
    assert hiding(sharp) == mod
    assert sum(part.value for part in sharp.modifiers if part.rule.startswith("n3.")) == 0


def test_mimetism_in_brackets():
    hidden = carrier("n4", "mimetism")
    shot = shot_at("n4", read_duel("n4", "fusilier combi 12in", ["zhanshi"]).active.sheet, hidden)
    worn = sheet(hidden).carried("mimetism")
    assert hiding(shot) == worn.mod < 0


def test_dodging_is_harder_for_the_big_in_the_older_editions():
    assert odds_of(read_duel("n3", "fusilier combi 12in", ["avatar dodge"])).attempts[1].value.sum == -6
    assert odds_of(read_duel("n2", "fusilier combi 12in", ["scarface dodge"])).attempts[1].value.sum == -6
    assert odds_of(read_duel("n2", "dog-warrior chain", ["fusilier dodge"])).attempts[1].value.sum == -6


def test_how_the_editions_differ():
    assert tables_of("n2").roll.over is Over.WIDER
    assert tables_of("n2").roll.ties is Ties.HIGHER_VALUE
    assert tables_of("n3").roll.ties is Ties.CANCEL
    assert tables_of("n3").saves.critical is CriticalHit.WOUND_WITHOUT_SAVE
    assert tables_of("n4").saves.critical is CriticalHit.ONE_MORE_SAVE
    assert tables_of("c1").guts is None
    assert set(tables_of("n4").ammunition) <= set(tables_of("c1").ammunition)
