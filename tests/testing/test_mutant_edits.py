"""The small breaks: of what there are some, of what there are none, and to which line a comment ties them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from firelane.testing.mutants.context import around, at_line, commented, only_counted
from firelane.testing.mutants.edits import Region, changes, edits_of, mutated, only_counts
from firelane.testing.mutants.source import Source


def written(folder: Path, text: str) -> Source:
    path = folder / "rules.py"
    path.write_text(text, "utf-8")
    return Source(path, folder)


def breaks(folder: Path, text: str, role: str = "statement") -> dict[str, list[str]]:
    """By kind what the one function of the text, or its one row, becomes: the line that differs."""
    here = written(folder, text)
    node = here.tree.body[-1]
    if role == "row":
        assert isinstance(node, ast.Assign)
        edits = edits_of(Region(here, node.value, role))
    else:
        edits = edits_of(Region(here, node, role))
    found: dict[str, list[str]] = {}
    for edit in edits:
        assert changes(here.data, edit), edit
        lines = mutated(here.data, edit).decode().splitlines()
        before = text.splitlines()
        assert len(lines) == len(before)
        differ = [line.strip() for line, old in zip(lines, before, strict=True) if line != old]
        found.setdefault(edit.kind, []).append(" / ".join(differ))
    return found


def body(*lines: str) -> str:
    return "def step(play, items):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        ("return play.reach + 3", "figure", ["return play.reach + 4", "return play.reach + 2"]),
        ("return play.reach + 8000", "figure", ["return play.reach + 8500", "return play.reach + 7500"]),
        ("return items[0]", "figure", ["return items[1]"]),
        ("return play.roll(blind=True)", "figure", ["return play.roll(blind=False)"]),
        ("return play.x < play.y", "comparison", ["return play.x <= play.y"]),
        ("return play.x >= play.y", "comparison", ["return play.x > play.y"]),
        ("return play.x is None", "comparison", ["return play.x is not None"]),
        ("return a.x and a.y", "part of 'and' dropped", ["return ((a.y))", "return ((a.x))"]),
        ("return a.x or a.y", "part of 'or' dropped", ["return ((a.y))", "return ((a.x))"]),
        ("return not play.near", "condition negated", ["return bool(play.near)"]),
        ("play.emit(items)", "step left out", ["pass"]),
        ("play.points -= items", "step left out", ["pass"]),
        ("return max(play.x, play.y)", "min for max", ["return min(play.x, play.y)"]),
        ("return any(items)", "all for any", ["return all(items)"]),
        (
            'return play.skill in {"dodge", "reset"}',
            "one of several left out",
            ['return play.skill in {"reset"}', 'return play.skill in {"dodge"}'],
        ),
        (
            "return isinstance(items, list | set)",
            "one of several left out",
            ["return isinstance(items, list)", "return isinstance(items, set)"],
        ),
        (
            "return [each.name for each in items]",
            "loop stops after the first",
            ['return [each.name for each in __import__("itertools").islice(items, 1)]'],
        ),
    ],
)  # fmt: skip
def test_a_line_is_broken_in_every_small_way(
    tmp_path: Path, line: str, kind: str, expected: list[str]
) -> None:
    assert breaks(tmp_path, body(line))[kind] == expected


def test_a_condition_is_dropped_either_way_and_turned_round(tmp_path: Path) -> None:
    found = breaks(tmp_path, body("if play.near:", "    play.emit(items)"))
    assert found["condition dropped"] == ["if True:"]
    assert found["condition never holds"] == ["if False:"]
    assert found["condition negated"] == ["if (not (play.near)):"]
    assert found["step left out"] == ["pass"]


def test_a_loop_stops_after_the_first(tmp_path: Path) -> None:
    found = breaks(tmp_path, body("for each in items:", "    play.emit(each)"))
    assert found["loop stops after the first"] == ['for each in __import__("itertools").islice(items, 1):']


def test_a_step_of_a_procedure_is_left_out(tmp_path: Path) -> None:
    here = written(tmp_path, "TURN = Procedure('turn', count, act, finish)\n")
    step = next(each for each in here.nodes if isinstance(each, ast.Name) and each.id == "act")
    (edit,) = edits_of(Region(here, step, "expression"))
    assert edit.kind == "step left out"
    assert mutated(here.data, edit) == b"TURN = Procedure('turn', count,  finish)\n"


def test_figures_of_a_row_move_and_its_lists_and_words_change(tmp_path: Path) -> None:
    found = breaks(
        tmp_path,
        'OTHER = row("y", kind="entire")\nROW = row("x", 3, reach=8000, kind="short", keys=("a", "b"))\n',
        "row",
    )
    assert set(found["figure"]) == {'ROW = row("x", 4, reach=8000, kind="short", keys=("a", "b"))',
            'ROW = row("x", 2, reach=8000, kind="short", keys=("a", "b"))',
            'ROW = row("x", 3, reach=8500, kind="short", keys=("a", "b"))',
            'ROW = row("x", 3, reach=7500, kind="short", keys=("a", "b"))',
            'ROW = row("x", 3, reach=8000, kind="entire", keys=("a", "b"))'}  # fmt: skip
    assert len(found["one of several left out"]) == 2


def test_a_figure_of_0_goes_below_it_only_in_a_row(tmp_path: Path) -> None:
    assert breaks(tmp_path, "ROW = row(0)\n", "row")["figure"] == ["ROW = row(1)", "ROW = row((-1))"]
    assert breaks(tmp_path, body("return play.roll(0)"))["figure"] == ["return play.roll(1)"]


@pytest.mark.parametrize(
    "line",
    [
        'decides(play.near and play.seen, "c1.move.3")',
        'rules.append("c1.move.3" if play.near else "c1.move.5")',
        'because = (Cite("c1.move.3"),)',
        'if play.near: decides(play.seen, "c1.move.3")',
        'return "c1.move.3" if play.near else "c1.move.5"',
        'return Cite("c1.move.3") if play.near else Cite("c1.move.5")',
    ],
)
def test_what_is_only_told_or_counted_is_not_broken(tmp_path: Path, line: str) -> None:
    assert breaks(tmp_path, body(line)) == {}


def test_a_value_that_is_only_counted_is_not_broken_and_one_that_is_used_is(tmp_path: Path) -> None:
    met = "met = play.near and play.seen"
    assert breaks(tmp_path, body(met, 'decides(met, "c1.move.3")')) == {}
    assert "part of 'and' dropped" in breaks(tmp_path, body(met, 'decides(met, "c1.move.3")', "return met"))


def test_a_number_that_only_goes_into_a_refusal_is_not_broken(tmp_path: Path) -> None:
    number = "number = 5 if play.near else 1"
    assert breaks(tmp_path, body(number, 'return Refusal(f"c1.move.{number}")')) == {}
    assert "figure" in breaks(tmp_path, body(number, "return number"))


@pytest.mark.parametrize(
    ("end", "counts"), [("return", True), ("return True", False), ("play.emit(1)", False)]
)
def test_a_function_that_only_counts_is_nobodys_code(tmp_path: Path, end: str, counts: bool) -> None:
    here = written(tmp_path, body("if play.near:", '    decides(play.seen, "c1.move.3")', "    " + end))
    node = next(each for each in here.nodes if isinstance(each, ast.Constant) and each.value == "c1.move.3")
    assert only_counts(here.tree.body[0]) == counts  # type: ignore[arg-type]
    assert only_counted(here, node)


def test_an_answer_of_decides_that_is_read_is_broken(tmp_path: Path) -> None:
    found = breaks(tmp_path, body('if decides(play.x < play.y, "c1.move.3"):', "    play.emit(items)"))
    assert found["comparison"] == ['if decides(play.x <= play.y, "c1.move.3"):']


def test_numbers_of_statements_are_no_figures(tmp_path: Path) -> None:
    found = breaks(tmp_path, 'ROW = skill("x", reach=2, declared=3, rolled=4)\n', "row")
    assert found == {
        "figure": [
            'ROW = skill("x", reach=3, declared=3, rolled=4)',
            'ROW = skill("x", reach=1, declared=3, rolled=4)',
        ]
    }


def nobody(_: ast.AST) -> bool:
    return False


def test_a_comment_behind_a_line_is_about_that_line(tmp_path: Path) -> None:
    here = written(tmp_path, body("if play.near:  # c1.move.3", "    play.emit(items)", "return play.x"))
    (held,) = at_line(here, 2, alone=False)
    regions = list(commented(here, held, False, nobody, lambda _: ()))
    assert [(each.role, here.text(each.node)) for each in regions] == [
        ("condition", "play.near"),
        ("statement", "play.emit(items)"),
    ]


@pytest.mark.parametrize(("others", "roles"), [(True, ["loop"]), (False, ["statement"])])
def test_a_comment_above_a_loop_is_about_its_head_if_others_are_named_in_it(
    tmp_path: Path, others: bool, roles: list[str]
) -> None:
    lines = ("# c1.move.3", "for each in items:", '    each.take("c1.move.5")', "return play.x")
    here = written(tmp_path, body(*lines))

    def foreign(tree: ast.AST) -> bool:
        return others and any(isinstance(each, ast.Constant) for each in ast.walk(tree))

    (held,) = at_line(here, 2, alone=True)
    regions = list(commented(here, held, True, foreign, lambda _: ()))
    assert [(each.role, each.node) for each in regions] == [(role, held) for role in roles]


def test_a_comment_on_a_line_of_its_own_is_about_the_next(tmp_path: Path) -> None:
    here = written(tmp_path, body("# c1.move.3", "play.emit(items)", "return play.x"))
    (held,) = at_line(here, 2, alone=True)
    assert here.text(held) == "play.emit(items)"


def test_a_comment_behind_one_of_several_joined_conditions_is_about_that_one(tmp_path: Path) -> None:
    text = body("return [each for each in items", "    if each.near  # c1.move.3", "    and each.seen", "]")
    here = written(tmp_path, text)
    (held,) = at_line(here, 3, alone=False)
    (region,) = commented(here, held, False, nobody, lambda _: ())
    assert (region.role, here.text(region.node)) == ("condition", "each.near")
    kinds = {edit.kind for edit in edits_of(region)}
    assert kinds == {"condition dropped", "condition never holds", "condition negated"}


def test_the_other_side_of_a_choice_shares_the_breaks_that_lead_away_from_it(tmp_path: Path) -> None:
    """What never happens is for the statement's own tests to notice; what happens too often may be noticed
    by those of the statement on the other side."""
    lines = ("if play.near:", '    play.refuse("c1.move.3")', "else:", '    play.refuse("c1.move.5")')
    here = written(tmp_path, body(*lines))
    named = {
        each: [each.value]
        for each in here.nodes
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }

    def names(tree: ast.AST) -> list[str]:
        return [name for each in ast.walk(tree) for name in named.get(each, [])]  # type: ignore[call-overload]

    first, second = named
    condition = next(each for each in around(here, first, nobody, names) if each.role == "condition")
    assert condition.shared == ("c1.move.5",)
    assert condition.own == {"condition never holds", "condition negated"}
    condition = next(each for each in around(here, second, nobody, names) if each.role == "condition")
    assert condition.shared == ("c1.move.3",)
    assert condition.own == {"condition dropped", "condition negated"}


def test_a_comment_above_a_row_is_about_the_row_and_not_about_each_of_its_figures(tmp_path: Path) -> None:
    here = written(tmp_path, 'ROWS = [\n    # c1.move.3\n    skill("x", reach=2, rolled=4),\n]\n')
    (held,) = at_line(here, 2, alone=True)
    assert here.text(held) == 'skill("x", reach=2, rolled=4)'
