// The requests of the viewer. It sends few of them, and loads less than the whole client for that.
import { addressOf, type Query, readJson, sendRequest } from "@seatpreview/client";

export type ApiResponse<T> = { data: T; headers: Headers };

export class ViewerApi {
  /** `token` returns the session's token for the next request; `keyId` is the key in the viewer's path. */
  constructor(
    private readonly token: () => string,
    private readonly keyId: string,
  ) {}

  get<T>(path: string, query: Query = {}): Promise<ApiResponse<T>> {
    return this.send<T>(addressOf("", path, query), {});
  }

  post<T>(path: string, body: unknown): Promise<ApiResponse<T>> {
    return this.send<T>(addressOf("", path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  private async send<T>(address: string, { headers, ...request }: RequestInit): Promise<ApiResponse<T>> {
    const credentials = { Authorization: `Bearer ${this.token()}`, "X-Viewer-Key": this.keyId };
    const response = await sendRequest(address, { ...request, headers: { ...credentials, ...headers } });
    return { data: await readJson<T>(response), headers: response.headers };
  }
}
