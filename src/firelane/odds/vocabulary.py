"""The words that players type beside the names of units and weapons, in both languages."""

from __future__ import annotations

import re

DISTANCE = re.compile(r"(\d+(?:\.\d+)?)(?:in|inch|inches|\"|”|″|'{2}|インチ)")
MOD = re.compile(r"(?:mod|修正)?([-+−]\d+)")
BURST = re.compile(r"[bB](\d+)")
POINTS = re.compile(r"[wW](\d+)")
TAKES = re.compile(r"[x@](\d+)")

ACTIONS = {
    "dodge": "dodge", "回避": "dodge", "reset": "reset", "リセット": "reset", "idle": "idle", "none": "idle",
    "待機": "idle", "cc": "cc-attack", "close-combat": "cc-attack", "cc-attack": "cc-attack",
    "白兵戦": "cc-attack", "bs": "bs-attack", "bs-attack": "bs-attack", "shoots": "bs-attack",
    "射撃": "bs-attack", "hack": "hack", "hacks": "hack", "ハッキング": "hack",
}  # fmt: skip
FLAGS = {
    "cover": "cover", "partial-cover": "cover", "遮蔽": "cover", "部分遮蔽": "cover", "unseen": "unseen",
    "視界外": "unseen", "surprise": "surprise", "奇襲": "surprise", "open": "", "開けた場所": "",
}  # fmt: skip
STATES = {
    "targeted": "targeted", "捕捉": "targeted", "immobilized-a": "immobilized-a", "imm-a": "immobilized-a",
    "immobilized-b": "immobilized-b", "imm-b": "immobilized-b",
}  # fmt: skip
NUMBERED = {
    "burst": "dice",
    "バースト": "dice",
    "mod": "mod",
    "修正": "mod",
    "takes": "takes",
    "ammo": "ammo",
}
HACKER = ("hacker", "ハッカー")
PROGRAMS = {
    "炭素冷凍": "carbonite",
    "スポットライト": "spotlight",
    "hack-tag": "hacking-tag",
    "hack-hi": "hacking-hi-rem",
    "hack-rem": "hacking-hi-rem",
    "possess": "possess-tag",
    "アンチ・ハッカー・プロトコル": "anti-hacker-protocol",
    "ディフェンシブ・ハッキング": "defensive-hacking",
}
"""Programs by other names than the program's own."""
SHORT = {
    "hmg": "heavy machine gun",
    "smg": "submachine gun",
    "ml": "missile launcher",
    "hrl": "heavy rocket launcher",
    "lrl": "light rocket launcher",
    "hft": "heavy flamethrower",
    "lft": "light flamethrower",
    "lgl": "light grenade launcher",
    "lsg": "light shotgun",
    "bsg": "boarding shotgun",
    "hrmc": "hyper rapid magnetic cannon",
    "ccw": "cc weapon",
}
"""What players call weapons for short; editions that print the short form know it anyway."""
