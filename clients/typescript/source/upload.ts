// Uploads, with progress: by a counted stream in Node, by XMLHttpRequest in browsers.
import type { Fetch } from "./http-request.js";

export type UploadBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export type Progress = {
  sentBytes: number;
  /** Null for a stream, whose length is not known. */
  totalBytes: number | null;
};

/** Returns how `fetch` sends this body. Not every browser can send a stream, so in browsers it is read first. */
export async function uploadBody(upload: UploadBody): Promise<RequestInit> {
  if (!(upload instanceof ReadableStream)) return { body: upload };
  if (isBrowser()) return { body: await new Response(upload).blob() };
  return streamed(upload);
}

/** Returns what sends an upload and tells its progress; undefined where nobody asks for it. */
export function requestWithProgress(
  upload: UploadBody | undefined,
  onProgress: ((progress: Progress) => void) | undefined,
  send: Fetch = fetch,
): Fetch | undefined {
  if (upload === undefined || onProgress === undefined) return undefined;
  if (isBrowser()) return (address, request) => sendByXhr(address, request, onProgress);
  return (address, request) => {
    const totalBytes = lengthOf(upload);
    const body = streamOf(request.body as UploadBody).pipeThrough(counting(totalBytes, onProgress));
    const headers = { ...request.headers, ...(totalBytes === null ? {} : { "Content-Length": String(totalBytes) }) };
    return send(address, { ...request, ...streamed(body), headers });
  };
}

function isBrowser(): boolean {
  return typeof XMLHttpRequest !== "undefined";
}

/** Node asks for `duplex` with a stream; the types of browsers do not have it yet. */
function streamed(body: ReadableStream<Uint8Array>): RequestInit {
  return { body, duplex: "half" } as RequestInit;
}

function streamOf(body: UploadBody): ReadableStream<Uint8Array> {
  return body instanceof ReadableStream ? body : (new Response(body).body as ReadableStream<Uint8Array>);
}

function lengthOf(body: UploadBody): number | null {
  if (body instanceof ReadableStream) return null;
  return body instanceof Blob ? body.size : body.byteLength;
}

function counting(
  totalBytes: number | null,
  onProgress: (progress: Progress) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let sentBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      sentBytes += chunk.byteLength;
      onProgress({ sentBytes, totalBytes });
    },
  });
}

function sendByXhr(address: string, request: RequestInit, onProgress: (progress: Progress) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const stop = () => xhr.abort();
    xhr.open(request.method ?? "PUT", address);
    xhr.responseType = "arraybuffer";
    for (const [name, value] of Object.entries(request.headers as Record<string, string>))
      xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    xhr.onload = () => resolve(responseOf(xhr));
    xhr.onerror = () => reject(new TypeError("The request failed."));
    xhr.onabort = () => reject(request.signal?.reason ?? new DOMException("Aborted", "AbortError"));
    xhr.onloadend = () => request.signal?.removeEventListener("abort", stop);
    request.signal?.addEventListener("abort", stop, { once: true });
    xhr.send(request.body as XMLHttpRequestBodyInit);
  });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const hasBody = xhr.status !== 204 && xhr.status !== 304;
  return new Response(hasBody ? (xhr.response as ArrayBuffer) : null, { status: xhr.status, headers });
}
