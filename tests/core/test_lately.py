"""What was found lately is kept for each game apart, and for each thread."""

from threading import Thread

from firelane.core.lately import Lately, Memory

LAST: Lately[str, int] = Lately()


def remember(value: int) -> None:
    LAST.now()["last"] = value


def recall() -> int | None:
    return LAST.now().get("last")


def forget() -> None:
    LAST.now().clear()


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


def test_without_a_memory_each_thread_keeps_its_own():
    found: list[int | None] = []

    def elsewhere() -> None:
        found.append(recall())
        remember(5)
        found.append(recall())

    remember(4)
    try:
        thread = Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert (found, recall()) == ([None, 5], 4)
    finally:
        forget()


def test_what_another_thread_does_while_it_holds_the_memory_is_not_touched():
    memory = Memory()
    found: list[int | None] = []

    def elsewhere() -> None:
        memory.run(lambda: remember(7))
        found.append(memory.run(recall))

    def within() -> int | None:
        remember(6)
        thread = Thread(target=elsewhere)
        thread.start()
        thread.join()
        return recall()

    assert memory.run(within) == 6
    assert found == [7]
    assert memory.run(recall) == 6
