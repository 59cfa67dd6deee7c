"""Rules as entries: stages, vetoes, signed numbers, editions that take over by name."""

from itertools import permutations

import pytest
from msgspec import Struct

from firelane.core.because import Modifier, Number, Veto
from firelane.core.fired import counting
from firelane.core.rules import Edition, Key, Rule, add, base, cap, instead, take
from firelane.core.tables import Fault, diff, dump, lint

POINT = "number.of_anything"


class Figures(Struct, frozen=True):
    amount: int
    refers: tuple[Key, ...] = ()


def plus(context, number, figures):
    return number.plus(figures.amount, 1)


def rule(key, value, amount=0, **other):
    return Rule(key, {"one": f"book.{key}"}, data=Figures(amount), values={POINT: value}, **other)


def says(mark):
    """A hook that only leaves its mark, to show the order."""
    return lambda _, value, __: (*value, mark)


def edition(*entries, name="one", **other):
    return Edition(name, entries, **({"points": (POINT,), "events": ("fell",)} | other))


def test_hooks_speak_by_stage_then_key_whatever_the_order_of_registration():
    entries = [
        rule("z", base(says("base z")), always=True),
        rule("b", add(says("add b")), always=True),
        rule("a", instead(says("instead a")), always=True),
        rule("c", cap(says("cap c")), always=True),
        rule("y", add(says("add y")), always=True),
    ]
    expected = ("base z", "add b", "add y", "cap c", "instead a")
    for order in permutations(entries):
        assert edition(*order).value(POINT, None, ()) == expected


def test_entries_speak_for_everybody_or_for_those_who_carry_them():
    tables = edition(rule("all", add(says("all")), always=True), rule("own", add(says("own"))))
    assert tables.value(POINT, None, ()) == ("all",)
    assert tables.value(POINT, None, (), carried=("own", "unheard-of")) == ("all", "own")
    assert edition().value(POINT, None, "as it was") == "as it was"
    with pytest.raises(KeyError, match="declares no point 'elsewhere'"):
        tables.value("elsewhere", None, "as it was")


def test_a_veto_stops_everything_after_it_and_is_signed():
    def never(context, value, figures):
        raise AssertionError("it comes after the veto")

    tables = edition(
        rule("a", add(lambda *_: Veto(2, args={"limit": 3})), always=True), rule("b", add(never), always=True)
    )
    assert tables.value(POINT, None, True) == Veto(2, "book.a.2", {"limit": 3})
    whole = edition(rule("a", add(lambda *_: Veto()), always=True))
    assert whole.value(POINT, None, True).rule == "book.a"
    named = edition(rule("a", add(lambda *_: Veto(rule="other.rule.1")), always=True))
    assert named.value(POINT, None, True).rule == "other.rule.1"


def test_every_part_of_a_number_is_signed_by_the_entry_that_added_it():
    tables = edition(
        rule("base", base(lambda _, n, f: n.replaced(f.amount, 3)), 11, always=True),
        rule("plus", add(plus), 4, always=True),
        rule("whole", add(lambda _, n, f: n.less(f.amount)), 2, always=True),
        rule("named", add(lambda _, n, f: n.plus(f.amount, rule="other.rule.9", target="x")), 9, always=True),
    )
    number = tables.value(POINT, None, Number.of(0))
    assert number.base == Modifier(11, "book.base.3", statement=3)
    assert [(part.value, part.rule) for part in number.modifiers] == [
        (9, "other.rule.9"),
        (4, "book.plus.1"),
        (-2, "book.whole"),
    ]
    assert number.modifiers[0].args == {"target": "x"}
    assert number.total == 22


def test_what_the_caller_began_with_is_signed_by_nobody_else():
    tables = edition(rule("plus", add(plus), 4, always=True))
    number = tables.value(POINT, None, Number.of(7))
    assert number.base == Modifier(7)
    given = tables.value(POINT, None, Number.of(7, "book.profile.1", trooper="x"))
    assert given.base == Modifier(7, "book.profile.1", {"trooper": "x"})


def test_a_modifier_of_nothing_is_not_written_down():
    tables = edition(rule("plus", add(plus), 0, always=True))
    assert tables.value(POINT, None, Number.of(7)).modifiers == ()


@pytest.mark.parametrize(("modifiers", "over"), [((6, 9), -3), ((-9, -9), 6), ((6, 6), 0), ((9, -9, -5), 0)])
def test_a_cap_is_a_part_of_its_own_that_says_so(modifiers, over):
    tables = edition(rule("limit", cap(lambda _, n, f: n.capped(f.amount, 1)), 12, always=True))
    number = Number.of(10)
    for value in modifiers:
        number = number.plus(value, rule="book.other.1")
    capped = tables.value(POINT, None, number)
    assert capped.sum == max(-12, min(12, sum(modifiers)))
    added = capped.modifiers[len(modifiers) :]
    assert [(p.value, p.rule, p.args) for p in added] == (
        [(over, "book.limit.1", {"limit": 12})] if over else []
    )


def test_a_replaced_number_leaves_no_old_part():
    tables = edition(
        rule("plus", add(plus), 4, always=True),
        rule("fixed", instead(lambda _, n, f: n.replaced(f.amount, 2)), 5, always=True),
    )
    assert tables.value(POINT, None, Number.of(7)) == Number(Modifier(5, "book.fixed.2", statement=2))


def test_statements_that_decide_are_counted():
    tables = edition(
        rule("plus", add(plus), 4, always=True), rule("stop", cap(lambda *_: Veto(7)), always=True)
    )
    with counting() as tally:
        tables.value(POINT, None, Number.of(7))
    assert tally.fired == {"book.plus.1": 1, "book.stop.7": 1}


# Editions


def first():
    return edition(rule("dodge", add(plus), 2, labels=frozenset({"skill"})), rule("old", add(plus), 1))


def test_what_an_edition_does_not_list_does_not_exist_in_it():
    second = edition(take("dodge", first()), name="two")
    assert "dodge" in second
    assert "old" not in second
    assert second.value(POINT, None, Number.of(0), carried=("dodge", "old")).total == 2


def test_an_entry_taken_over_keeps_its_figures_but_those_that_are_named():
    one = first()
    second = edition(take("dodge", one, amount=5), take("old", one, cite="two.old"), name="two")
    assert second.data("dodge", Figures).amount == 5
    assert one.data("dodge", Figures).amount == 2
    assert (second["dodge"].source, second["dodge"].changed) == ("one", ("amount",))
    assert (second["dodge"].cite, second["old"].cite) == ("book.dodge", "two.old")
    number = second.value(POINT, None, Number.of(0), carried=("dodge", "old"))
    assert [part.rule for part in number.modifiers] == ["book.dodge.1", "two.old.1"]
    assert second["dodge"].rule.labels == {"skill"}


def test_an_edition_that_is_cited_for_itself_comes_before_the_source():
    cited = Rule(
        "dodge", {"one": "book.dodge", "two": "two.dodge"}, data=Figures(1), values={POINT: add(plus)}
    )
    assert edition(take("dodge", edition(cited)), name="two")["dodge"].cite == "two.dodge"


def test_figures_of_the_wrong_kind_are_an_error_that_names_both():
    with pytest.raises(TypeError, match="one: dodge holds Figures, not Number"):
        first().data("dodge", Number)


def fell(world, event, figures):
    return None


def test_the_lint_finds_every_kind_of_fault():
    faulty = edition(
        rule("twice", add(plus)),
        rule("twice", add(plus)),
        take("nowhere", first()),
        take("dodge", first(), amuont=3, amount=4),
        take("old", edition(Rule("old", {"one": "book.old"})), amount=1),
        Rule("silent", data=Figures(1)),
        Rule("astray", {"one": "book.unknown"}),
        Rule("hooked", {"one": "book.hooked"}, values={"number.of_nothing": add(plus)}),
        Rule("waits", {"one": "book.waits"}, triggers={"fell": fell, "never": fell}),
        Rule("refers", {"one": "book.refers"}, data=Figures(1, (Key("twice"), Key("gone")))),
    )
    assert lint(faulty, lambda cite: cite != "book.unknown") == sorted(
        [
            Fault("twice", "core.lint-twice", ""),
            Fault("nowhere", "core.lint-not-there", "one"),
            Fault("dodge", "core.lint-unknown-field", "amuont"),
            Fault("old", "core.lint-unknown-field", "amount"),
            Fault("silent", "core.lint-no-statement", "one"),
            Fault("astray", "core.lint-unknown-statement", "book.unknown"),
            Fault("hooked", "core.lint-unknown-point", "number.of_nothing"),
            Fault("waits", "core.lint-unknown-event", "never"),
            Fault("refers", "core.lint-dangling", "gone"),
        ]
    )
    assert faulty.data("dodge", Figures).amount == 4


def test_the_lint_of_a_sound_edition_finds_nothing():
    assert lint(first(), lambda _: True) == []


def test_the_dump_is_the_same_whatever_the_order_of_the_entries():
    entries = [rule(key, add(plus), 1) for key in "cab"]
    dumps = {dump(edition(*order)) for order in permutations(entries)}
    assert len(dumps) == 1
    assert [line for line in dumps.pop().splitlines() if line.endswith(":")] == ["a:", "b:", "c:"]


def test_a_difference_names_the_entry_and_the_figure():
    second = edition(take("dodge", first(), amount=5), rule("new", add(plus)), name="one")
    assert [tuple(row) for row in diff(first(), second)] == [
        ("dodge", "amount", "2", "5"),
        ("new", "entry", "", "book.new"),
        ("old", "entry", "book.old", ""),
    ]
    assert diff(first(), first()) == []
