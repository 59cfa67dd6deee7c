"""States as values: shared, encoded one way only, and checksums that see every change and nothing else."""

import msgspec
import pytest
from msgspec.structs import replace

from ambush.game import FIRST
from ambush.world import Scout
from firelane.core.checksum import changes, running
from firelane.core.state import encode, with_record, without_record
from firelane.lab.many import play


@pytest.fixture(scope="module")
def state():
    return play(FIRST, 1).moments[20].state


def with_scouts(state, scouts):
    return replace(state, world=replace(state.world, scouts=scouts))


def moved(state, *names):
    scouts = state.world.scouts
    for name in names:
        scouts = with_record(scouts, name, replace(scouts[name], pace=7))
    return with_scouts(state, scouts)


def test_a_changed_record_shares_all_others(state):
    after = moved(state, "blue-2")
    assert after.world.scouts["blue-1"] is state.world.scouts["blue-1"]
    assert after.world.sides is state.world.sides
    assert state.world.scouts["blue-2"] is not after.world.scouts["blue-2"]
    assert "blue-2" not in without_record(state.world.scouts, "blue-2")
    assert "blue-2" in state.world.scouts


def test_nothing_writes_into_a_record(state):
    with pytest.raises(AttributeError):
        state.world.round = 9
    with pytest.raises(AttributeError):
        state.world.scouts["blue-1"].pace = 9


def test_changes_name_the_records_that_differ_and_no_others(state):
    assert list(changes(state, state)) == []
    assert list(changes(state, FIRST.decode(encode(state)))) == []
    after = moved(state, "red-1")
    assert list(changes(state, after)) == [("scouts", "red-1", after.world.scouts["red-1"])]
    gone = with_scouts(state, without_record(state.world.scouts, "red-1"))
    assert list(changes(state, gone)) == [("scouts", "red-1")]
    assert list(changes(state, replace(state, agreed_draw=("red",)))) == [("agreed_draw", ("red",))]


def test_the_checksum_does_not_depend_on_the_order_in_which_records_came_into_a_map(state):
    turned = with_scouts(state, dict(reversed(state.world.scouts.items())))
    assert encode(turned) == encode(state)
    ours = running(b"x", b"said", state, moved(state, "blue-1", "red-3"))
    theirs = running(b"x", b"said", turned, moved(turned, "blue-1", "red-3"))
    assert ours == theirs


def test_the_checksum_sees_what_was_said_what_changed_and_what_came_before(state):
    after = moved(state, "blue-1")
    sums = {
        running(b"x", b"said", state, after),
        running(b"y", b"said", state, after),
        running(b"x", b"else", state, after),
        running(b"x", b"said", state, state),
        running(b"x", b"said", state, moved(state, "blue-2")),
    }
    assert len(sums) == 5


def test_decoding_checks_every_type(state):
    plain = msgspec.msgpack.decode(encode(state))
    plain["world"]["scouts"]["blue-1"]["pace"] = "seven"
    with pytest.raises(msgspec.ValidationError, match="Expected `int`"):
        FIRST.decode(encode(plain))
    plain["world"]["scouts"]["blue-1"] = Scout(id="blue-1", seat="blue", pace=7)
    plain["stack"][0]["frame"]["frame"] = "unheard-of"
    with pytest.raises(msgspec.ValidationError, match="unheard-of"):
        FIRST.decode(encode(plain))
