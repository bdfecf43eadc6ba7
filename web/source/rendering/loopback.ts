// Sends what was drawn to the program that opened the page.

export async function send(path: string, body: Blob | string): Promise<void> {
  const answer = await fetch(path, { method: "POST", body });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
}
