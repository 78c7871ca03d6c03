"""Who waits for a change is woken by that change."""

import threading

from infra.local.news import News, topic_of

TURN = topic_of("TURN#a", "EVENT#000001")


def tell(news: News, pk: str, sk: str) -> None:
    news.tell({"pk": {"S": pk}, "sk": {"S": sk}})


def test_a_change_that_has_happened_is_not_waited_for():
    news = News()
    before = news.count(TURN)
    tell(news, "TURN#a", "EVENT#000002")
    assert news.wait(TURN, before, 0)


def test_a_waiter_is_woken_by_its_own_change_and_by_no_other():
    news, woken = News(), threading.Event()
    waiter = threading.Thread(target=lambda: news.wait(TURN, 0, 60) and woken.set())
    waiter.start()
    tell(news, "TURN#b", "EVENT#000001")
    tell(news, "TURN#a", "TASK#1")
    assert not woken.wait(0.05)
    tell(news, "TURN#a", "EVENT#000001")
    waiter.join(60)
    assert woken.is_set()


def test_all_who_wait_for_the_same_are_woken():
    news = News()
    waiters = [threading.Thread(target=news.wait, args=(TURN, 0, 60)) for _ in range(3)]
    for waiter in waiters:
        waiter.start()
    tell(news, "TURN#a", "EVENT#000001")
    for waiter in waiters:
        waiter.join(60)
    assert not any(waiter.is_alive() for waiter in waiters)


def test_a_wait_ends_without_news_and_leaves_nobody_waiting():
    news = News()
    assert not news.wait(TURN, 0, 0.02)
    assert news._waiting == {}
