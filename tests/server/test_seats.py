"""Seats between people: invitations, secrets of their own, links to other devices, set-ups, open dice."""

from __future__ import annotations

import json
import sqlite3
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from ambush.game import FIRST
from firelane.bpre.game import BPRE
from firelane.bpre.units import shipped
from firelane.cli.main import main
from firelane.core.chance import commitment
from firelane.core.journal import parse
from firelane.core.verify import verify
from firelane.infinity.c1.game import C1
from firelane.server.serve import reachable
from server.running import play_out, running

OLD = Path(__file__).parent / "data" / "store-2.sql"
"""A store as the program before invitations wrote it: a game of two people, two answers in."""
OLD_BLUE, OLD_RED = "OZ9SOuCwIM55vZuHhRIRf19Iw-wvs__W", "gAphXwY_6WARgnTZEg_r1EUds7KoMpcv"
OLD_WATCH = "XhtY9MrIWjxQekI0Ay7WimcTZs7hzQIs"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("store") / "games.sqlite", FIRST, C1, BPRE) as server:
        yield server


def make(server, ruleset="ambush-1", **given):
    """A game between people, as its maker gets it."""
    status, made, _ = server.ask("POST", "/api/games", {"ruleset": ruleset, **given})
    assert status == 200, made
    return made


def take(server, invitation, **given):
    status, taken, _ = server.ask("POST", "/api/invitation/take", given, token=invitation)
    assert status == 200, taken
    return taken


def refused(server, method, path, code, body=None, token=""):
    """Ask for something that is refused with this code, in words in both languages; the status."""
    statuses = []
    for lang in ("en", "ja"):
        status, told, _ = server.ask(method, f"{path}?lang={lang}", body, token=token)
        assert (told["code"], bool(told["text"])) == (code, True), told
        statuses.append(status)
    assert statuses[0] == statuses[1]
    return statuses[0]


# Invitations


def test_the_maker_keeps_only_his_own_seat(server):
    made = make(server)
    assert [link["seat"] for link in made["seats"]] == ["blue"]
    assert [link["seat"] for link in made["invitations"]] == ["red"]
    made = make(server, seat="red")
    assert [link["seat"] for link in made["seats"]] == ["red"]
    assert [link["seat"] for link in made["invitations"]] == ["blue"]
    status, told, _ = server.ask("POST", "/api/games", {"ruleset": "ambush-1", "seat": "green"})
    assert (status, told["code"]) == (400, "cli.no-such-seat")


def test_an_invitation_is_exchanged_for_a_secret_of_one_s_own_once(server):
    made = make(server)
    invitation = made["invitations"][0]["token"]
    status, shown, _ = server.ask("GET", "/api/invitation", token=invitation)
    assert (status, shown["kind"], shown["seat"], shown["room"]) == (200, "invitation", "red", made["room"])
    taken = take(server, invitation)
    assert (taken["seat"], taken["room"]) == ("red", made["room"])
    assert taken["token"] not in (invitation, made["seats"][0]["token"], made["watch"])
    with server.client(taken["token"]) as red:
        assert red.welcome["seat"] == "red"
    for method, path in (("GET", "/api/invitation"), ("POST", "/api/invitation/take")):
        assert refused(server, method, path, "server.invitation-used", {}, invitation) == 410


def test_two_who_take_an_invitation_at_once_do_not_both_get_it(server):
    made = make(server)
    invitation = made["invitations"][0]["token"]
    ticket = server.run(server.hub.ticket(invitation))  # both have read that it is free

    async def both():
        first = await server.hub.store.exchange(ticket, "first-secret-of-red")
        return first, await server.hub.store.exchange(ticket, "second-secret-of-red")

    assert server.run(both()) == (True, False)
    assert server.run(server.hub.store.seat("second-secret-of-red")) is None


def test_the_game_begins_when_every_seat_is_taken(server):
    made = make(server)
    with (
        server.client(made["seats"][0]["token"], begun=False) as blue,
        server.client(made["watch"], begun=False) as watcher,
    ):
        for client in (blue, watcher):
            assert client.welcome["free_seats"] == ["red"]
            assert client.welcome["ground"] is None
        for kind, fields in (
            ("answer", {"request": "blue-1", "given": {}}),
            ("aside", {"said": {"aside": "concede"}}),
            ("undo", {}),
            ("dice", {"request": "chance-1", "faces": []}),
            ("ask-look", {"figure": "blue-1"}),
            ("ask-preview", {"request": "blue-1", "given": {}}),
        ):
            assert blue.tell(kind, **fields)["code"] == "server.waiting"
        assert not [told for told in blue.told + watcher.told if told["type"] == "state"]
        assert server.lines(made["room"]) == 0
        taken = take(server, made["invitations"][0]["token"])
        for client in (blue, watcher):
            client.until("welcome")
            client.until("state")
            assert client.told[-2]["free_seats"] == []
        with server.client(taken["token"]) as red:
            assert play_out([blue, red], seed=3) > 5


def test_a_waiting_room_waits_on_after_a_restart(tmp_path):
    with running(tmp_path / "games.sqlite") as server:
        made = make(server)
    with running(tmp_path / "games.sqlite") as server:
        with server.client(made["seats"][0]["token"], begun=False) as blue:
            assert blue.welcome["free_seats"] == ["red"]
        _, mine, _ = server.ask("POST", "/api/games/mine", {"tokens": [made["seats"][0]["token"]]})
        assert mine["games"][0]["asked"] is False
        red = take(server, made["invitations"][0]["token"])["token"]
    with running(tmp_path / "games.sqlite") as server:
        assert server.ask("GET", "/api/invitation", token=made["invitations"][0]["token"])[0] == 410
        _, mine, _ = server.ask("POST", "/api/games/mine", {"tokens": [red]})
        assert mine["games"][0]["asked"] is True
        with server.client(made["seats"][0]["token"]) as blue, server.client(red) as other:
            assert play_out([blue, other], seed=3) > 5


def test_own_dice_can_be_chosen_while_the_other_seat_is_free(server):
    made = make(server)
    with server.client(made["seats"][0]["token"], begun=False) as blue:
        assert blue.tell("own-dice", own=True)["type"] == "accepted"
        take(server, made["invitations"][0]["token"])
        assert blue.until("welcome")["own_dice"] is True


def test_only_hashes_of_links_are_in_the_store(tmp_path):
    with running(tmp_path / "games.sqlite") as server:
        made = make(server)
        token = take(server, made["invitations"][0]["token"])["token"]
        device = server.ask("POST", "/api/seat/device", token=token)[1]["token"]
    kept = "\n".join(sqlite3.connect(tmp_path / "games.sqlite").iterdump())
    assert made["room"] in kept
    for secret in (token, device, made["seats"][0]["token"], made["watch"], made["invitations"][0]["token"]):
        assert secret not in kept


# The wrong kind of secret


def test_the_wrong_kind_of_secret_is_told_what_it_is(server):
    made = make(server)
    invitation, blue, watch = made["invitations"][0]["token"], made["seats"][0]["token"], made["watch"]
    assert refused(server, "GET", "/api/replay", "server.is-invitation", token=invitation) == 403
    assert refused(server, "POST", "/api/seat/device", "server.is-invitation", token=invitation) == 403
    assert refused(server, "POST", "/api/seat/device", "server.only-seats", token=watch) == 403
    for other in (blue, watch, "x" * 32):
        for method, path in (("GET", "/api/invitation"), ("POST", "/api/invitation/take")):
            assert refused(server, method, path, "server.no-invitation", {}, other) == 404
    assert refused(server, "GET", "/api/invitation", "server.no-secret") == 401
    client = server.client(invitation, hello=False)
    with client:
        client.say("hello", token=invitation)
        assert client.until("error")["code"] == "server.is-invitation"
    take(server, invitation)
    assert refused(server, "GET", "/api/replay", "server.is-invitation", token=invitation) == 403


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'{"list": ', b'{"lists": 1}', b'{"list": ' + b"[" * 9_000]
)
def test_a_malformed_exchange_spends_nothing(server, body):
    made = make(server)
    invitation = made["invitations"][0]["token"]
    status, told, _ = server.ask("POST", "/api/invitation/take", body, token=invitation)
    assert (status, told["code"]) == (400, "server.malformed")
    take(server, invitation)


# On another device


def test_a_seat_goes_on_on_another_device_by_a_link_that_works_once(server):
    game = server.new()
    status, link, _ = server.ask("POST", "/api/seat/device", token=game["blue"])
    assert status == 200
    _, shown, _ = server.ask("GET", "/api/invitation", token=link["token"])
    assert (shown["kind"], shown["seat"], shown["lists"]) == ("device", "blue", [])
    taken = take(server, link["token"])
    assert taken["seat"] == "blue"
    assert taken["token"] != game["blue"]
    with server.client(game["blue"]) as old, server.client(taken["token"]) as new:
        assert (old.welcome["seat"], new.welcome["seat"]) == ("blue", "blue")
        assert new.answer()["type"] == "accepted"
        for client in (old, new):
            client.settle()
        assert old.state["answered"] == new.state["answered"] == ["blue-1"]
    assert (
        refused(server, "POST", "/api/invitation/take", "server.device-link-used", {}, link["token"]) == 410
    )
    status, told, _ = server.ask(
        "POST", "/api/invitation/take", {"list": "x"}, token=_device(server, game["blue"])
    )
    assert (status, told["code"]) == (400, "server.lists-fixed")


def _device(server, token):
    return server.ask("POST", "/api/seat/device", token=token)[1]["token"]


def test_a_new_device_link_makes_the_unused_one_void(server):
    game = server.new()
    first, second = _device(server, game["blue"]), _device(server, game["blue"])
    other = _device(server, game["red"])
    assert refused(server, "GET", "/api/invitation", "server.no-invitation", token=first) == 404
    assert take(server, second)["seat"] == "blue"
    assert take(server, other)["seat"] == "red"


def test_a_seat_keeps_its_own_dice_on_another_device(tmp_path):
    with running(tmp_path / "games.sqlite") as server:
        game = server.new()
        with server.client(game["blue"]) as blue:
            blue.tell("own-dice", own=True)
        token = take(server, _device(server, game["blue"]))["token"]
    with running(tmp_path / "games.sqlite") as server, server.client(token) as blue:
        assert blue.welcome["own_dice"] is True
        blue.tell("own-dice", own=False)
        with server.client(game["blue"]) as old:
            assert old.welcome["own_dice"] is False


# Set-ups


PRESETS = {
    "a hand": ("bpre", {"hands": {"aayari": ["hasty-ambush"]}}, "setup.hands.aayari"),
    "a team": ("bpre", {"teams": {"aayari": ["insurgent"]}}, "setup.teams.aayari"),
    "special cards": ("bpre", {"specials": {"aayari": ["x"]}}, "setup.specials.aayari"),
    "a list": ("c1", {"lists": {"red": "nomads-30"}}, "setup.lists.red"),
    "troopers": ("c1", {"forces": {"red": ["zhanshi/combi-rifle-lieutenant"]}}, "setup.forces.red"),
}


@pytest.mark.parametrize(("ruleset", "setup", "field"), PRESETS.values(), ids=PRESETS.keys())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_maker_does_not_lay_down_what_another_person_has(server, ruleset, setup, field, lang):
    status, told, _ = server.ask("POST", f"/api/games?lang={lang}", {"ruleset": ruleset, "setup": setup})
    assert (status, told["code"]) == (400, "server.preset-of-other")
    assert field in told["text"]


def test_unit_cards_for_both_are_not_laid_down_between_people(server):
    cards = msgspec.to_builtins(list(shipped().values()))
    body = {"ruleset": "bpre", "setup": {"units": cards}}
    status, told, _ = server.ask("POST", "/api/games", body)
    assert (status, told["code"]) == (400, "server.preset-of-other")
    assert "setup.units)" in told["text"] or "setup.units," in told["text"]
    assert server.ask("POST", "/api/games", {**body, "one_screen": True})[0] == 200


def test_at_one_screen_and_against_a_machine_everything_may_be_laid_down(server):
    setup = {"hands": {"aayari": ["hasty-ambush"]}}
    one_screen = make(server, "bpre", setup=setup, one_screen=True)
    assert [link["seat"] for link in one_screen["seats"]] == ["scorch", "aayari"]
    assert one_screen["invitations"] == []
    against = make(server, "bpre", setup=setup, players={"aayari": "random"})
    assert ([link["seat"] for link in against["seats"]], against["invitations"]) == (["scorch"], [])


@pytest.mark.parametrize(
    ("lang", "facts", "note", "notes"),
    [
        (
            "en",
            {"Mission": "Domination", "Points": "30", "Table": "Harbour Town"},
            "Blue has set this game up.",
            (
                "Blue has chosen beforehand: the army list.",
                "Nothing of Red was laid down beforehand.",
            ),
        ),
        (
            "ja",
            {"ミッション": "支配", "ポイント": "30"},
            "このゲームを準備したのは青です。",
            (
                "青が自分であらかじめ選んだもの：アーミーリスト。",
                "赤について、あらかじめ決められたものはありません。",
            ),
        ),
    ],
)
def test_both_read_the_set_up_before_the_first_answer(server, lang, facts, note, notes):
    setup = {"mission": "domination", "lists": {"blue": "yu-jing-30"}}
    made = make(server, "c1", setup=setup, house={"open_measuring": True}, delay=30)
    _, shown, _ = server.ask("GET", f"/api/invitation?lang={lang}", token=made["invitations"][0]["token"])
    with server.client(made["seats"][0]["token"], lang, begun=False) as blue:
        assert blue.welcome["set_up"] == shown["set_up"]
        assert blue.welcome["commitment"] == shown["commitment"]
    told = {fact["label"]: fact["value"] for fact in shown["set_up"]["facts"]}
    assert {label: told[label] for label in facts} == facts
    assert len(told) == 6, "rounds, house rules and watchers as well"
    assert "30" in list(told.values())[-1]
    assert shown["set_up"]["notes"][0] == note
    own, other = shown["set_up"]["notes"][1:]
    assert (own, other) == notes


@pytest.mark.parametrize(
    ("setup", "table", "points"),
    [
        ({}, "drawn by chance", "as the Tasking Card says"),
        ({"tasking": "amber-wraith", "battlespace": "depot"}, "Motor Depot", "Scorch 150 and Aayari 150"),
    ],
)
def test_red_earth_s_set_up_is_told(server, setup, table, points):
    made = make(server, "bpre", setup=setup)
    _, shown, _ = server.ask("GET", "/api/invitation", token=made["invitations"][0]["token"])
    told = {fact["label"]: fact["value"] for fact in shown["set_up"]["facts"]}
    assert list(told)[:5] == ["Game", "Tasking", "Table", "Atmospherics", "Points"]
    assert (told["Table"], told["Points"]) == (table, points)


def test_a_watcher_and_a_player_of_one_screen_read_how_it_was_set_up(server):
    game = server.new(setup={"carries": {"blue-1": ["keen-eye"]}})
    with server.client(game["watch"]) as watcher:
        assert "one screen" in watcher.welcome["set_up"]["notes"][0]


def test_the_invited_player_chooses_his_own_list(server):
    made = make(server, "c1", setup={"lists": {"blue": "yu-jing-30"}})
    invitation = made["invitations"][0]["token"]
    _, shown, _ = server.ask("GET", "/api/invitation", token=invitation)
    assert "ariadna-30" in {one["key"] for one in shown["lists"]} or len(shown["lists"]) > 5
    for wrong, code in (("/etc/passwd", "forces.no-list"), (7, "server.bad-setup")):
        status, told, _ = server.ask("POST", "/api/invitation/take", {"list": wrong}, token=invitation)
        assert (status, told["code"]) == (400, code)
    chosen = shown["lists"][0]["key"]
    with server.client(made["seats"][0]["token"], begun=False) as blue:
        token = take(server, invitation, list=chosen)["token"]
        blue.until("state")
        with server.client(token) as red:
            red.settle()
            red.tell("aside", said={"aside": "concede"})
    _, file, _ = server.ask("GET", "/api/replay/file", token=token)
    header = json.loads(file.split(b"\n")[0])
    assert header["setup"]["lists"] == {"blue": "yu-jing-30", "red": chosen}
    assert header["commitment"] == shown["commitment"]


def test_a_smaller_game_between_people_has_lists_that_fit(server):
    made = make(server, "c1", setup={"points": 30, "lists": {}})
    _, shown, _ = server.ask("GET", "/api/invitation", token=made["invitations"][0]["token"])
    assert "15" in [fact["value"] for fact in shown["set_up"]["facts"]]


# Uploads


def _uploaded(server, file, query=""):
    status, made, _ = server.ask("POST", f"/api/games/open{query}", file)
    assert status == 200, made
    return made


@pytest.fixture(scope="module")
def file(server):
    """The file of a game that has been played, its seed known."""
    game = server.new()
    with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
        play_out([blue, red], seed=4)
    return server.ask("GET", "/api/replay/file", token=game["blue"])[1]


@pytest.mark.parametrize("query", ["", "?one_screen=true", "?seat=red"])
@pytest.mark.parametrize("lines", [1, 9])
def test_a_game_between_people_takes_no_seed_from_an_upload(server, file, query, lines):
    known = json.loads(file.split(b"\n")[0])
    if lines == 1:  # a header alone, with a seed of the uploader's choice
        known = {key: value for key, value in known.items() if key not in ("room", "commitment")}
        known["seed"] = "1"
        upload = json.dumps(known).encode() + b"\n"
    else:
        upload = file_of(file, lines)
    made = _uploaded(server, upload, query)
    tokens = [link["token"] for link in made["seats"]]
    tokens += [take(server, link["token"])["token"] for link in made["invitations"]]
    with server.client(tokens[0]) as one, server.client(tokens[1]) as other:
        assert "file" in " ".join(one.welcome["set_up"]["notes"])
        assert one.welcome["commitment"] == other.welcome["commitment"] != known.get("commitment")
        shown = one.welcome["commitment"]
        play_out([one, other], seed=5)
    _, dice, _ = server.ask("GET", "/api/seat/dice", token=tokens[1])
    assert dice["commitment"] == shown == commitment(made["room"], dice["seed"])
    assert dice["seed"] not in ("1", known["seed"])
    after = server.ask("GET", "/api/replay/file", token=tokens[0])[1]
    checked = verify(FIRST, parse(after, Path("game")))
    assert checked.commitments[-1] == shown
    assert checked.over


def file_of(file, lines):
    return b"".join(line + b"\n" for line in file.split(b"\n")[:lines])


def test_an_uploaded_game_waits_for_the_other_side_too(server, file):
    made = _uploaded(server, file_of(file, 9), "?seat=red")
    assert [link["seat"] for link in made["seats"]] == ["red"]
    assert [link["seat"] for link in made["invitations"]] == ["blue"]
    invitation = made["invitations"][0]["token"]
    _, shown, _ = server.ask("GET", "/api/invitation", token=invitation)
    assert any("file" in note for note in shown["set_up"]["notes"])
    status, told, _ = server.ask("POST", "/api/invitation/take", {"list": "nomads-30"}, token=invitation)
    assert (status, told["code"]) == (400, "server.lists-fixed")
    with server.client(made["seats"][0]["token"], begun=False) as red:
        assert red.welcome["free_seats"] == ["blue"]


def test_an_upload_does_not_lay_down_what_another_person_has(server):
    game = server.new("bpre", setup={"hands": {"aayari": ["hasty-ambush"]}}, players={"aayari": "random"})
    with server.client(game["scorch"]) as scorch:
        scorch.tell("aside", said={"aside": "concede"})
    file = server.ask("GET", "/api/replay/file", token=game["scorch"])[1]
    head = file.split(b"\n")[0] + b"\n"
    status, told, _ = server.ask("POST", "/api/games/open", head)
    assert (status, told["code"]) == (400, "server.preset-of-other")
    assert "setup.hands.aayari" in told["text"]
    assert server.ask("POST", "/api/games/open?one_screen=true", head)[0] == 200
    assert _uploaded(server, file)["invitations"] == [], "a game that is over is looked back on by anybody"


# Dice


def test_the_dice_are_committed_to_and_opened_at_the_end(server, tmp_path, capsys):
    made = make(server)
    taken = take(server, made["invitations"][0]["token"])
    tokens = [made["seats"][0]["token"], taken["token"]]
    with server.client(tokens[0]) as blue, server.client(tokens[1]) as red:
        shown = blue.welcome["commitment"]
        assert shown == red.welcome["commitment"]
        assert len(shown) == 64
        for token in (*tokens, made["watch"]):
            _, dice, _ = server.ask("GET", "/api/seat/dice", token=token)
            assert dice == {"room": made["room"], "commitment": shown, "seed": ""}
        play_out([blue, red], seed=6)
    for token in (*tokens, made["watch"]):
        _, dice, _ = server.ask("GET", "/api/seat/dice", token=token)
        said = f"firelane dice 1/{dice['room']}/{dice['seed']}"
        assert sha256(said.encode()).hexdigest() == shown
    path = tmp_path / "game.jsonl"
    path.write_bytes(server.ask("GET", "/api/replay/file", token=tokens[1])[1])
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "en", "replay", "--verify", str(path), "--ruleset", "ambush.game:FIRST"])
    assert not ended.value.code
    assert shown in capsys.readouterr().out


def test_a_watcher_kept_behind_is_not_told_the_seed_at_the_end(server):
    game = server.new(delay=3600)
    with server.client(game["blue"]) as blue:
        blue.tell("aside", said={"aside": "concede"})
    assert server.ask("GET", "/api/seat/dice", token=game["blue"])[1]["seed"]
    assert server.ask("GET", "/api/seat/dice", token=game["watch"])[1]["seed"] == ""


# Rooms made before


def test_rooms_made_before_invitations_go_on_as_they_were(tmp_path):
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(OLD.read_text("utf-8"))
    old.close()
    with running(path) as server:
        with (
            server.client(OLD_BLUE) as blue,
            server.client(OLD_RED) as red,
            server.client(OLD_WATCH) as watcher,
        ):
            assert [one.welcome["seat"] for one in (blue, red, watcher)] == ["blue", "red", ""]
            assert [one.welcome["free_seats"] for one in (blue, red, watcher)] == [[], [], []]
            assert blue.welcome["commitment"] == ""
            assert blue.welcome["set_up"]["notes"] == []
            assert play_out([blue, red], seed=2) > 3
        assert take(server, _device(server, OLD_RED))["seat"] == "red"
        assert server.ask("GET", "/api/seat/dice", token=OLD_RED)[1]["commitment"] == ""
        status, file, _ = server.ask("GET", "/api/replay/file", token=OLD_RED)
        assert status == 200
        assert verify(FIRST, parse(file, Path("game"))).over


# Where others reach the server


def test_a_server_says_whether_others_reach_it(server):
    game = server.new()
    status, told, _ = server.ask("GET", "/api/reachable", token=game["blue"])
    assert (status, told) == (200, {"only_here": True, "addresses": []})
    assert refused(server, "GET", "/api/reachable", "server.no-secret") == 401


@pytest.mark.parametrize(
    ("host", "only_here", "addresses"),
    [
        ("127.0.0.1", True, ()),
        ("localhost", True, ()),
        ("::1", True, ()),
        ("192.168.7.5", False, ("http://192.168.7.5:8017/",)),
        ("table.example", False, ("http://table.example:8017/",)),
        ("fd00::5", False, ("http://[fd00::5]:8017/",)),
    ],
)
def test_the_address_for_others_is_the_one_that_is_listened_on(host, only_here, addresses):
    told = reachable(host, 8017)
    assert (told.only_here, told.addresses) == (only_here, addresses)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_on_every_address_names_none_of_its_own_that_only_it_reaches(host):
    told = reachable(host, 8017)
    assert not told.only_here
    assert not [one for one in told.addresses if "127." in one or "[::1]" in one]
