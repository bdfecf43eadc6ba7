"""The text editor of a record in the console, as a person reads and writes it."""

from playwright.async_api import Locator, Page, expect


async def open_text(page: Page) -> Locator:
    """Returns the editor, once its script was loaded."""
    editor = page.get_by_label("The record as JSON")
    await expect(editor).to_be_visible()
    return editor


async def text_of(editor: Locator) -> str:
    """The text of a short record: the editor draws the lines in view only."""
    return "\n".join(await editor.locator(".cm-line").all_text_contents())


async def rewrite(editor: Locator, old: str, new: str) -> None:
    """Replaces a part of the text."""
    text = await text_of(editor)
    assert old in text
    await paste(editor, text.replace(old, new))


async def paste(editor: Locator, text: str) -> None:
    """Pastes over the whole text. Chromium would style text that is typed over several lines, and the page's
    policy would refuse that."""
    await editor.press("Control+a")
    await editor.evaluate(_PASTE, text)


_PASTE = """(element, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""
