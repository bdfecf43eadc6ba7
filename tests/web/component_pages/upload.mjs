// Uploads a picture by the client, and tells how far it was.
import { Client } from "@seatpreview/client";

export async function upload({ service, key, venue, name, bytes }) {
  const client = new Client({ service, key });
  const told = [];
  const picture = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: "image/png" });
  const stored = await client.imagery.put(venue, name, picture, { onProgress: (progress) => told.push(progress) });
  const refusal = await client.imagery
    .put("ven_000000000000", name, picture, { onProgress: () => {} })
    .catch(({ status, code }) => [status, code]);
  const ended = new AbortController();
  const ending = client.imagery
    .put(venue, name, picture, { onProgress: () => {}, signal: ended.signal })
    .catch((reason) => reason);
  ended.abort("enough");
  return { size: picture.size, told, width: stored.width, refusal, ended: await ending };
}
