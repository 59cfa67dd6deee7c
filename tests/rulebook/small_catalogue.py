"""A catalogue of two rules, for tests that bend or break one."""

from __future__ import annotations

from pathlib import Path

ENGLISH = """\
ruleset: toy
rules:
  - id: toy.move
    name: {en: Move, ja: 移動}
    kind: order
    labels: [movement]
    source: ours
    statements:
      - id: toy.move.1
        text: A pawn moves one inch.
      - id: toy.move.2
        text: A pawn never moves twice.
        unclear: Nobody said so.
  - id: toy.move.far
    name: {en: Long march}
    kind: common-skill
    source: ours
    needs: a road
    statements:
      - id: toy.move.far.1
        text: On a road a pawn moves two inches.
        example: {given: a road, then: two inches}
    tables: {inches: 2}
"""
JAPANESE = """\
toy.move.1: "ポーンは1インチ移動する。"
toy.move.2: "ポーンは2回移動できない。"
toy.move.far.1: "道の上では2インチ移動する。"
"""


def write(folder: Path, english: str = ENGLISH, japanese: str = JAPANESE) -> Path:
    """The folder with the catalogue `toy` in it."""
    (folder / "ja").mkdir(parents=True, exist_ok=True)
    (folder / "toy.yaml").write_text(english, "utf-8")
    (folder / "ja" / "toy.yaml").write_text(japanese, "utf-8")
    return folder
