"""Somebody who follows a page of the guide: with a mouse, or with the keyboard alone."""

import re
from abc import ABC, abstractmethod

from playwright.async_api import Locator, Page, expect

PLAN = "Plan of the hall"
_TABS_MAX = 150
"""How often a person presses Tab before giving up."""
_MENU_LENGTH_MAX = 20
_WAY = """(target) => {
  const now = document.activeElement;
  if (now === target) return "there";
  return now.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING ? "Tab" : "Shift+Tab";
}"""


class Hands(ABC):
    """What a person can do to a control."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    async def press(self, target: Locator) -> None: ...

    @abstractmethod
    async def pick(self, target: Locator) -> None:
        """Chooses an entry of the menu that was just opened."""

    @abstractmethod
    async def enter(self, target: Locator, text: str) -> None: ...

    @abstractmethod
    async def choose(self, target: Locator, option: str) -> None: ...

    @abstractmethod
    async def tick(self, target: Locator, *, on: bool) -> None: ...

    @abstractmethod
    async def select_stage(self) -> None: ...


class Mouse(Hands):
    async def press(self, target: Locator) -> None:
        await target.click()

    async def pick(self, target: Locator) -> None:
        await target.click()

    async def enter(self, target: Locator, text: str) -> None:
        await target.fill(text)
        await target.blur()

    async def choose(self, target: Locator, option: str) -> None:
        await target.select_option(option)

    async def tick(self, target: Locator, *, on: bool) -> None:
        await target.set_checked(on)

    async def select_stage(self) -> None:
        """The stage is in the middle of the plan of an empty hall."""
        await self.page.get_by_role("application", name=PLAN).click()


class Keyboard(Hands):
    async def press(self, target: Locator) -> None:
        await self._reach(target)
        await self.page.keyboard.press("Enter")

    async def pick(self, target: Locator) -> None:
        await expect(self.page.get_by_role("menuitem").first).to_be_focused()
        for _ in range(_MENU_LENGTH_MAX):
            if await target.evaluate(_WAY) == "there":
                break
            await self.page.keyboard.press("ArrowDown")
        await expect(target).to_be_focused()
        await self.page.keyboard.press("Enter")

    async def enter(self, target: Locator, text: str) -> None:
        await self._reach(target)
        await self.page.keyboard.press("Control+a")
        await self.page.keyboard.insert_text(text)

    async def choose(self, target: Locator, option: str) -> None:
        await self._reach(target)
        await self.page.keyboard.type(option)

    async def tick(self, target: Locator, *, on: bool) -> None:
        if await target.get_attribute("type") == "radio":
            await self._tick_radio(target)
            return
        await self._reach(target)
        if await target.is_checked() != on:
            await self.page.keyboard.press("Space")

    async def select_stage(self) -> None:
        """Without a selection, Tab on the plan selects its first part."""
        await self._reach(self.page.get_by_role("application", name=PLAN))
        await self.page.keyboard.press("Tab")

    async def _tick_radio(self, target: Locator) -> None:
        """Tab leads to the one of the group that is chosen, arrow keys from there to the others."""
        group = await target.get_attribute("name")
        await self._reach(self.page.locator(f'input[type=radio][name="{group}"]:checked'))
        for _ in range(_MENU_LENGTH_MAX):
            if await target.is_checked():
                return
            await self.page.keyboard.press("ArrowDown")

    async def _reach(self, target: Locator) -> None:
        """Presses Tab until the target has the focus."""
        await expect(target).to_be_visible()
        plan = self.page.get_by_role("application", name=PLAN)
        for _ in range(_TABS_MAX):
            way = await target.evaluate(_WAY)
            if way == "there":
                return
            if await plan.count() and await plan.evaluate(_WAY) == "there":
                await self._leave_plan()
            await self.page.keyboard.press(way)
        raise AssertionError(f"{target} is out of the keyboard's reach")

    async def _leave_plan(self) -> None:
        """Where something is selected, Tab leaves the plan by itself; otherwise it would select a part."""
        if await self.page.get_by_label("Kind of hall").count():
            await self.page.keyboard.press("Escape")


class Reader:
    """Follows a page: whatever is pressed or filled in here has to be named there, as the page marks it."""

    def __init__(self, hands: Hands, guide: str) -> None:
        self.hands = hands
        self.page = hands.page
        self.guide = " ".join(guide.split())

    async def press(self, name: str, role: str = "button", within: Locator | None = None) -> None:
        """A button, a link or a tab; a button may say more behind its name."""
        self._reads(f"**{name}**")
        named = re.compile(rf"^{re.escape(name)}( \d+ findings?| \S+\.jpg)?$")
        found = (within or self.page).get_by_role(role, name=named)  # type: ignore[arg-type]  # a role's name
        await self.hands.press(found)

    async def open(self, name: str) -> None:
        """A part of the panel that is folded."""
        self._reads(f"**{name}**")
        await self.hands.press(
            self.panel.locator("summary").filter(has=self.page.get_by_text(name, exact=True))
        )

    async def pick(self, menu: str, entry: str) -> None:
        await self.press(menu, within=self.page.get_by_role("toolbar", name="Designer"))
        self._reads(f"**{entry}**")
        await self.hands.pick(self.page.get_by_role("menuitem", name=entry, exact=True))

    async def enter(self, field: str, text: str, within: Locator | None = None) -> None:
        self._reads(f"*{field}*", f"`{text}`")
        await self.hands.enter((within or self.page).get_by_label(field, exact=True), text)

    async def choose(self, field: str, option: str, within: Locator | None = None) -> None:
        self._reads(f"*{field}*", f"`{option}`")
        await self.hands.choose((within or self.page).get_by_label(field, exact=True), option)

    async def tick(self, field: str, *, on: bool = True) -> None:
        self._reads(f"*{field}*")
        await self.hands.tick(self.page.get_by_label(field).first, on=on)

    async def select_part(self, name: str) -> None:
        """Opens the list of parts, selects one, and closes the list."""
        self._reads("**Parts of the hall**")
        parts = self.page.locator("details", has=self.page.get_by_text("Parts of the hall", exact=True))
        await self.hands.press(parts.locator("summary"))
        await self.hands.press(parts.get_by_role("button", name=re.compile(rf"^{re.escape(name)}\b")))
        await self.hands.press(parts.locator("summary"))

    @property
    def panel(self) -> Locator:
        return self.page.locator(".designer-side .panel")

    def _reads(self, *marked: str) -> None:
        missing = [words for words in marked if words not in self.guide]
        assert missing == [], f"The page does not say {missing}."
