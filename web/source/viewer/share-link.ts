// Hands a link to somebody else: by the device's own dialog, or by the clipboard.

/** How a link was shared. If it was `refused`, the buyer has to copy it from a dialog. */
export type SharedBy = "device" | "clipboard" | "refused";

export async function shareLink(url: string, title: string, device: Navigator): Promise<SharedBy> {
  if (await handOver(url, title, device)) return "device";
  return (await copy(url, device)) ? "clipboard" : "refused";
}

/** Resolves to false if the device has no dialog for sharing, or does not allow it here. */
async function handOver(url: string, title: string, device: Navigator): Promise<boolean> {
  if (device.share === undefined || !device.canShare?.({ url })) return false;
  try {
    await device.share({ title, url });
    return true;
  } catch (failure) {
    // The buyer closed the device's dialog.
    return failure instanceof DOMException && failure.name === "AbortError";
  }
}

async function copy(url: string, device: Navigator): Promise<boolean> {
  try {
    await device.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}
