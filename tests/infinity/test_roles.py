"""Code of the family names roles of rules; what they are bound to decides what is cited."""

import ast
import re
from pathlib import Path

from firelane.infinity import editions
from firelane.infinity.asking import Activate
from firelane.infinity.c1.edition import C1
from firelane.infinity.editions import InfinityEdition, edition_of
from firelane.infinity.skills.base import Declaration
from firelane.rulebook.book import Book
from firelane.rulebook.concordance import complaints, roles_in_code, shipped
from firelane.rulesets import SHIPPED
from infinity.declared import Idle
from infinity.skirmish import Skirmish, at, shoot

SOURCE = Path(editions.__file__).parents[1]
FAMILY = tuple(SOURCE / name for name in ("infinity", "players/infinity", "screen/infinity", "odds", "lab"))
EDITION_FOLDERS = ("c1",)
HALF_EDITIONS = ("unplayed.py",)
"""The entries of editions that cannot be played yet; each moves into its own folder."""
BOOKS = ("c1.", "n4-core.", "n4-skills.", "n4.", "n3-core.", "n3.", "n2-core.", "n2.")
"""How an id begins that is put together from parts."""
STATEMENT = re.compile(r"(?<![\w.-])(?:c1|n4-core|n4-skills|n4|n3-core|n3|n2-core|n2)\.[a-z][a-z0-9.-]*")


def family_files():
    for folder in FAMILY:
        for path in sorted(folder.rglob("*.py")):
            if path.parent.name not in EDITION_FOLDERS and path.name not in HALF_EDITIONS:
                yield path


def test_every_role_that_code_names_is_bound_in_every_playable_edition():
    concordance = shipped()
    used = roles_in_code(concordance, *FAMILY)
    used = {role: place for role, place in used.items() if not place.startswith("infinity/c1/")}
    assert len(used) > 400
    told = [problem.say("en") for problem in complaints(concordance, Book.open(), SHIPPED, used)]
    assert told == []


def test_no_code_of_the_family_names_a_statement():
    named = []
    for path in family_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named += [f"{path.name}: {each}" for each in STATEMENT.findall(node.value)]
                named += [f"{path.name}: {node.value}"] * node.value.endswith(BOOKS)
    assert named == []


def test_a_declaration_is_imported_by_its_own_module_and_by_editions_alone():
    modules = {path.stem for path in (SOURCE / "infinity" / "skills").glob("*.py")} - {"__init__", "base"}
    assert len(modules) == len({skill.__module__ for skill in C1.skills.values()}) == 19
    importing = []
    for path in SOURCE.rglob("*.py"):
        if path.parent.name in EDITION_FOLDERS or path.name in HALF_EDITIONS:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "firelane.infinity.skills."
            ):
                module = (node.module or "").rpartition(".")[2]
                if module in modules and path.stem != module:
                    importing.append(f"{path.relative_to(SOURCE)}: {module}")
    assert importing == []


def test_an_editions_folder_is_small_and_holds_no_frame_and_no_declaration():
    lines = 0
    for path in (SOURCE / "infinity" / "c1").glob("*.py"):
        text = path.read_text("utf-8")
        lines += text.count("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base) for base in node.bases}
                assert not bases & {"Frame", "Declaration", "Event", "Request", "Answer"}, node.name
    assert 0 < lines <= 1500


def test_nothing_but_the_concordance_says_which_statement_a_refusal_cites(monkeypatch):
    """Bound to another statement, the same refusal explains itself by that one."""
    troopers = {"blue-1": at(20, 10), "red-1": at(20, 20)}

    def refused() -> str:
        with Skirmish(troopers) as game:
            return game.refuses("blue", Activate(trooper="blue-1", skill=shoot("red-1", dice=9)))

    assert refused() == "n4-core.burst.1"
    monkeypatch.setitem(C1.roles, "burst.full-burst", ("n4-core.burst.4",))
    assert refused() == "n4-core.burst.4"


def test_a_role_may_stand_for_several_statements_and_for_none():
    edition = InfinityEdition("c1", ())
    edition.roles = {"two.kinds": ("c1.move.1", "c1.move.2"), "not.said": ()}
    assert edition.statements("two.kinds") == ("c1.move.1", "c1.move.2")
    assert edition.statement("two.kinds") == "c1.move.1"
    assert edition.statements("not.said") == ()
    assert edition.statement("not.said") == ""
    assert edition.statements("core.wrong-kind") == ("core.wrong-kind",)


def test_all_that_can_be_declared_is_found_by_its_key():
    edition = edition_of("c1")
    assert all(issubclass(skill, Declaration) and skill.key == key for key, skill in edition.skills.items())
    assert edition.skills["idle"] is Idle
