"""Senders to try on a fake: three as people write them first, and one that looks before each key."""

import asyncio
from typing import Final

from cotty.model import AgentState
from cotty.profiles import Seen
from cotty.testing.fake_profiles import fake_profile
from cotty.testing.ground_truth import Answered, Sent
from tests.real.testing.conftest import Fake

_PATIENCE: Final = 1.0  # before Enter is pressed again
_ENTERS: Final = 5


async def at_once(fake: Fake, text: str) -> Sent:
    """Text and Enter in one write, and good luck."""
    await fake.pane.send(text, proof=False)
    return Sent(text, "confirmed")


async def after_a_pause(fake: Fake, text: str, seconds: float = 0.2) -> Sent:
    """Text, a fixed pause, Enter."""
    await fake.type(text)
    await pause(seconds)
    await fake.pane.keys("Enter")
    return Sent(text, "confirmed")


async def until_gone(fake: Fake, text: str) -> Sent:
    """Enter again while the text is still somewhere on the screen, or nothing on it has changed."""
    await after_a_pause(fake, text)
    for _ in range(3):
        await pause(0.3)
        if text in (await fake.pane.screen()).text:
            await fake.pane.keys("Enter")
    return Sent(text, "confirmed")


async def carefully(fake: Fake, text: str) -> Sent:
    """Look, type, see it land, wait out the window, look, Enter, see it go; Enter again only while it still stands."""
    seen = await fake.sees(lambda seen: seen.composer is not None or seen.awaiting is not None)
    if reason := _refusal(seen):
        return Sent(text, "refused", reason)
    await fake.type(text)
    stands = await fake.sees(lambda seen: seen.awaiting is not None or _stands(seen, text))
    for _ in range(_ENTERS):
        await pause(fake_profile(fake.scenario).delivery.gap_ms / 1000)
        stands = await fake.look()
        if stands.awaiting is not None or not _stands(stands, text):
            return Sent(text, "unknown")
        await fake.pane.keys("Enter")
        gone = await _gone(fake, text)
        if gone is not None:
            return Sent(text, "unknown" if gone.awaiting else "confirmed")
    return Sent(text, "not_submitted")


async def choose(fake: Fake, label: str, about: str) -> Answered:
    """Press the key of an option if the dialog is still the one that was meant, right before the key."""
    seen = await fake.look()
    options = seen.awaiting.options if seen.awaiting and about in seen.awaiting.subject else ()
    key = next((option.key for option in options if option.label == label), "")
    if not key:
        return Answered(label, "refused", about)
    await fake.pane.keys(*key.split())
    await fake.sees(lambda after: after.awaiting is None or after.awaiting.fingerprint != _fingerprint(seen))
    return Answered(label, "unknown", about)


async def pause(seconds: float) -> None:
    """Not to wait for anything: a window of the program itself has to pass."""
    passed = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, passed.set)
    await passed.wait()


def _fingerprint(seen: Seen) -> str:
    return seen.awaiting.fingerprint if seen.awaiting else ""


def _refusal(seen: Seen) -> str:
    if seen.awaiting is not None:
        return "dialog"
    return "draft" if seen.composer is None or seen.composer.text else ""


def _stands(seen: Seen, text: str) -> bool:
    """All of it, or the placeholder of a paste, and nothing else."""
    if seen.composer is None:
        return False
    shown = seen.composer.text.strip()
    return shown in seen.composer.pastes or "".join(shown.split()) == "".join(text.split())


async def _gone(fake: Fake, text: str) -> Seen | None:
    """What stands there when the text does no longer; None: it stays."""
    try:
        async with asyncio.timeout(_PATIENCE):
            return await fake.sees(
                lambda seen: (
                    seen.awaiting is not None
                    or seen.state is AgentState.PROCESSING
                    or (seen.composer is not None and not seen.composer.text)
                )
            )
    except TimeoutError:
        return None
