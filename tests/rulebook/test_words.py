"""How words are cut up for searching."""

from __future__ import annotations

from firelane.rulebook.words import is_japanese, pairs, question


def test_japanese_is_cut_into_pairs_and_other_words_stay_whole() -> None:
    assert pairs("回避するARO") == "回避 避す する る aro"
    assert pairs("ガッツ・ロール、B") == "ガッ ッツ ツロ ロー ール ル b"
    assert pairs("ＢＴＳ -3") == "bts 3"


def test_a_question_asks_for_all_words_then_for_any() -> None:
    assert question("制圧射撃 ARO", japanese=True) == (
        '"制圧 圧射 射撃" AND "aro"',
        '"制圧" OR "圧射" OR "射撃" OR "aro"',
    )
    assert question("兵", japanese=True) == ('"兵"*', '"兵"*')
    assert question('Face "to" face', japanese=False) == (
        '"face" AND "to" AND "face"',
        '"face" OR "to" OR "face"',
    )
    assert question("。！", japanese=True) == ("", "")


def test_one_japanese_letter_makes_a_text_japanese() -> None:
    assert is_japanese("ARO と LoF")
    assert is_japanese("ｶﾞｯﾂ")
    assert not is_japanese("ARO (1)")
