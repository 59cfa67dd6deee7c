"""Games that go wrong on purpose, by name, so that other processes find them too."""

from __future__ import annotations

from dataclasses import replace

from ambush.asking import LayOut
from ambush.game import FIRST
from ambush.questions import QUESTIONS, sample_layout


def _sample(view, request, generator):
    """Every so often a layout cannot be made at all."""
    if generator.random() < 0.1:
        raise ValueError("the scouts have gone home")
    return sample_layout(view, request, generator)


BREAKS = replace(
    FIRST, questions=tuple(replace(q, sample=_sample) if q.request is LayOut else q for q in QUESTIONS)
)
