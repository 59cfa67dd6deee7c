"""What was found lately is kept for each game apart."""

from firelane.core.lately import Lately, Memory

LAST: Lately[str, int] = Lately("test")


def remember(value: int) -> None:
    LAST.now()["last"] = value


def recall() -> int | None:
    return LAST.now().get("last")


def test_each_memory_keeps_its_own_and_none_leaves_it():
    one, other = Memory(), Memory()
    one.run(lambda: remember(1))
    other.run(lambda: remember(2))
    assert (one.run(recall), other.run(recall), recall()) == (1, 2, None)


def test_work_is_done_without_the_memory_while_other_work_holds_it():
    memory = Memory()

    def within() -> tuple[int | None, int | None]:
        remember(3)
        return recall(), memory.run(recall)

    assert memory.run(within) == (3, 3)
    assert memory.run(recall) == 3
    assert recall() is None
