// The path of the viewer's address, which names the key whose settings say which pages may show the viewer.

const PREFIX = "/viewer/";

/** Returns the keyId in the path, as it stands there: the service compares it with the token's. */
export function keyIdOfPath(path: string): string {
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path;
}
