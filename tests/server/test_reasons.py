"""What machines weighed, what a coach says, what was agreed at set-up, and making ready ahead of time."""

from __future__ import annotations

import json

import pytest

from ambush.game import FIRST
from firelane.bpre.game import BPRE
from firelane.odds.redearth_form import OCCASIONS
from firelane.server import warming
from server.running import running


@pytest.fixture
def server(tmp_path):
    with running(tmp_path / "games.sqlite", FIRST, BPRE) as server:
        yield server


def against_veteran(server, answers=12):
    """A game of Red Earth against the veteran, given up after a few answers, unless it ends before.

    Beside it what was told of the machine's reasons while there was something to answer.
    """
    game = server.new("bpre", players={"aayari": "veteran"})
    early = []
    with server.client(game["scorch"]) as scorch:
        for _ in range(answers):
            scorch.wait_for_prompt()
            if scorch.state["outcome"] is not None:
                break
            for path in ("reasons", "reason?moment=1"):
                early.append(server.ask("GET", f"/api/replay/{path}", token=game["scorch"]))
            assert propose(scorch)["type"] == "accepted"
            scorch.settle()
        if scorch.state["outcome"] is None:
            scorch.tell("aside", said={"aside": "concede"})
            scorch.settle()
    return game, scorch, early


def propose(client):
    """Give the answer that a prompt proposes, or the last of its options."""
    prompt = client.prompts()[0]
    given = prompt.get("base")
    for part in prompt["parts"]:
        options = {option["id"]: option.get("value") for option in part["options"]}
        taken = [options[name] for name in part.get("chosen", ())]
        if not part["place"]:
            given = taken[0] if taken else part["options"][-1]["value"]
        elif taken or part.get("several"):
            *way, last = part["place"][1:].split("/")
            at = given
            for step in way:
                at = at.setdefault(step, {})
            at[last] = taken if part.get("several") else taken[0]
    return client.tell("answer", request=prompt["id"], given=given)


def test_machine_moves_open_when_the_game_is_over_and_not_before(server):
    game, scorch, early = against_veteran(server)
    assert len(early) >= 4
    for status, told, _ in early:
        assert (status, told["code"]) == (403, "server.reasons-later")
    status, found, _ = server.ask("GET", "/api/replay/reasons", token=game["scorch"])
    assert status == 200
    assert found["reasons"]
    termed = 0
    for one in found["reasons"]:
        assert one["seat"] == "aayari"
        assert one["log"] < len(scorch.log)
        path = f"/api/replay/reason?moment={one['moment']}&lang="
        status, reason, _ = server.ask("GET", path + "en", token=game["scorch"])
        assert status == 200
        assert (reason["seat"], reason["player"]) == ("aayari", "veteran")
        scores = [candidate["score"] for candidate in reason["candidates"]]
        assert scores == sorted(scores, reverse=True)
        best = reason["candidates"][0]
        assert best["chosen"], "the veteran takes the best"
        assert sum(term["points"] for term in best["terms"]) == pytest.approx(best["score"])
        _, japanese, _ = server.ask("GET", path + "ja", token=game["scorch"])
        assert japanese["asked"] != reason["asked"]
        termed += bool(best["terms"])
    assert termed
    status, told, _ = server.ask("GET", "/api/replay/reason?moment=9999", token=game["scorch"])
    assert (status, told["code"]) == (400, "server.no-moment")


def test_only_moves_that_a_machine_weighed_can_be_opened(server):
    game, _, _ = against_veteran(server, answers=4)
    _, found, _ = server.ask("GET", "/api/replay/reasons", token=game["watch"])
    _, replay, _ = server.ask("GET", "/api/replay", token=game["watch"])
    weighed = {one["moment"] for one in found["reasons"]}
    others = set(range(1, replay["moments"])) - weighed
    assert others, "one's own answers are moments too"
    for moment in others:
        status, told, _ = server.ask("GET", f"/api/replay/reason?moment={moment}", token=game["watch"])
        assert (status, told["code"]) == (404, "server.no-reasons")


def test_reasons_outlive_the_server(tmp_path):
    with running(tmp_path / "games.sqlite", BPRE) as server:
        game, _, _ = against_veteran(server, answers=4)
        before = server.ask("GET", "/api/replay/reasons", token=game["scorch"])[1]
    with running(tmp_path / "games.sqlite", BPRE) as server:
        assert server.ask("GET", "/api/replay/reasons", token=game["scorch"])[1] == before
        moment = before["reasons"][0]["moment"]
        status, reason, _ = server.ask("GET", f"/api/replay/reason?moment={moment}", token=game["scorch"])
        assert status == 200
        assert reason["candidates"]


def test_what_was_agreed_stands_in_the_game_file_and_comes_back_with_it(server):
    for agreed in (True, False):
        game = server.new(house={"open_measuring": agreed})
        with server.client(game["blue"]) as blue:
            assert blue.welcome["house"].get("open_measuring", False) is agreed
            blue.tell("aside", said={"aside": "concede"})
        _, file, _ = server.ask("GET", "/api/replay/file", token=game["blue"])
        header = json.loads(file.split(b"\n")[0])
        assert header.get("house", {}) == ({"open_measuring": True} if agreed else {})
        _, made, _ = server.ask("POST", "/api/games/open", file)
        with server.client(made["watch"]) as watcher:
            assert watcher.welcome["house"].get("open_measuring", False) is agreed


def test_a_game_file_with_unknown_agreements_is_told_so(server):
    game = server.new(house={"open_measuring": True})
    with server.client(game["blue"]) as blue:
        blue.tell("aside", said={"aside": "concede"})
    _, file, _ = server.ask("GET", "/api/replay/file", token=game["blue"])
    spoilt = file.replace(b'"open_measuring":true', b'"flying_pigs":true', 1)
    assert spoilt != file
    status, told, _ = server.ask("POST", "/api/games/open", spoilt)
    assert status == 400
    assert told["text"]


def test_another_language_brings_the_welcome_again(server):
    game = server.new("bpre")
    with server.client(game["scorch"]) as scorch:
        before = scorch.welcome["ground"]
        scorch.say("language", lang="ja")
        again = scorch.until("welcome")
        assert again["ground"]["name"] != before["name"]
        assert {one["name"] for one in again["ground"]["shapes"]} != {one["name"] for one in before["shapes"]}
        assert (again["seat"], again["room"]) == (scorch.welcome["seat"], scorch.welcome["room"])
        assert scorch.until("state")["board"]["title"]


@pytest.mark.parametrize("agreed", [True, False])
def test_the_coach_comments_where_measuring_is_open(server, agreed):
    game = server.new("bpre", players={"aayari": "veteran"}, house={"open_measuring": agreed})
    with server.client(game["scorch"]) as scorch:
        scorch.wait_for_prompt()
        while scorch.prompts()[0]["kind"] != "activate":
            assert propose(scorch)["type"] == "accepted"
            scorch.settle()
            scorch.wait_for_prompt()
        prompt = scorch.prompts()[0]
        given = prompt["parts"][0]["options"][-1]["value"]
        said = scorch.say("ask-preview", request=prompt["id"], given=given, coach=True)
        told = scorch.until("previewed", "error", where=lambda message: message["id"] == said)
        if agreed:
            assert told["coach"]
            assert all(told["coach"])
        else:
            assert told["code"] == "server.no-coach"
        said = scorch.say("ask-preview", request=prompt["id"], given=given)
        told = scorch.until("previewed", where=lambda message: message["id"] == said)
        assert told["coach"] == []


def test_attacks_of_red_earth_have_odds(server):
    status, form, _ = server.ask("GET", "/api/odds/units?lang=ja")
    assert status == 200
    assert {unit["key"] for unit in form["units"]} >= {"pointman", "breacher"}
    asked = {"attacker": "hits 11", "targets": ["no-save"]}
    status, odds, _ = server.ask("POST", "/api/odds/attack", asked)
    assert status == 200
    (fate,) = odds["fates"]
    assert fate.pop("unit") == "target-1"
    assert sum(fate.values()) == pytest.approx(1)
    assert {card["key"] for card in form["attackers_cards"]} >= {"full-send", "wide-band-jammers"}
    assert {card["key"] for card in form["targets_cards"]} >= {"break-contact", "front-towards-enemy"}
    assert [each["key"] for each in form["occasions"]] == list(OCCASIONS)
    better = server.ask("POST", "/api/odds/attack", {**asked, "attacker": "hits 11 +3"})[1]["fates"][0]
    assert better["unharmed"] < fate["unharmed"]
    status, told, _ = server.ask("POST", "/api/odds/attack", {**asked, "attacker": "hits 11 bananas"})
    assert (status, told["code"]) == (400, "odds.unknown-word")


def test_making_ready_plays_a_usual_game_and_disturbs_nobody(tmp_path, monkeypatch):
    played = []

    def steps(ruleset, setup):
        for step in made(ruleset, setup):
            played.append(ruleset.name)
            yield step
        if ruleset is BPRE:
            yield broken

    def broken():
        raise RuntimeError("it cannot be made ready for")

    made = warming.steps
    monkeypatch.setattr("firelane.server.hub.steps", steps)
    monkeypatch.setattr(warming, "ANSWERS", 12)
    with running(tmp_path / "games.sqlite", BPRE, FIRST, warm=True) as server:
        game = server.new()
        with server.client(game["blue"]) as blue:
            assert blue.prompts()
        server.run(server.hub.ready())
        assert played.count("bpre") > 12
        assert played.count("ambush-1") > 12
        count = len(played)
        server.new(players={"red": "random"})
        server.run(server.hub.ready())
        assert len(played) == count, "the usual set-up is made ready for once"
