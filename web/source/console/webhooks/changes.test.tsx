import { expect, test, vi } from "vitest";
import { fakeService, openConsole } from "../../testing/console-page";
import { exampleItem } from "../../testing/fake-service";
import { goTo, screen, within } from "../../testing/page";

const entry = (n: number, changes: object = {}) =>
  exampleItem("listChanges", { n, id: `key_${n}`, actor: "operator", ...changes });
const page = (next: string, ...data: object[]) => new Response(JSON.stringify({ data, next }), { status: 200 });

/** A change feed whose waiting requests are answered by the test. */
function changeFeed() {
  const service = fakeService().answer("listAudit", ({ query }) => ({
    data:
      query.kind === "key"
        ? [
            {
              number: 3,
              at: "2026-11-15T08:30:00Z",
              actor: "service",
              action: "revoked",
              kind: "key",
              id: "key_3",
              tenantId: null,
              members: [],
            },
          ]
        : [],
    nextCursor: null,
  }));
  const waiting: ((answer: Response) => void)[] = [];
  service.answer("listChanges", ({ query }) =>
    query.after === "now" ? page("3-a") : new Promise<Response>((resolve) => waiting.push(resolve)),
  );
  const answer = async (given: Response) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.(given);
  };
  return { service, answer, positions: () => service.received("listChanges").map(({ query }) => query.after) };
}

test("earlier changes are listed, and new ones appear above them with their record and who made them", async () => {
  const feed = changeFeed();
  await openConsole("webhooks/changes");
  await screen.findByText("Key revoked");
  screen.getByText("the service, when its time came");
  await feed.answer(
    page(
      "8-b",
      entry(3),
      entry(7, { type: "image.uploaded", kind: "imagery", id: "ven_1", members: ["a/b.jpg"], actor: null }),
    ),
  );
  await screen.findByText("Image uploaded");
  const [first, second] = screen.getAllByRole("row").slice(1);
  expect(first?.textContent).toMatch(/^Image uploaded/);
  // The feed has it with its type; the audit list had the same entry.
  expect(second?.textContent).toMatch(/^Key changed/);
  const newest = within(screen.getAllByRole("row")[1]!);
  expect(newest.getByRole("link").getAttribute("href")).toBe("#/venues/ven_1/imagery");
  newest.getByText("a/b.jpg");
  newest.getByText("its owner");
  await expect.poll(feed.positions).toEqual(["now", "3-a", "8-b"]);
});

test("the page stops asking while it is hidden or left, and goes on where it was", async () => {
  const feed = changeFeed();
  await openConsole("webhooks/changes");
  await feed.answer(page("5-b", entry(5)));
  await expect.poll(feed.positions).toEqual(["now", "3-a", "5-b"]);
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText("Not following");
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByText("New changes appear by themselves");
  await expect.poll(feed.positions).toEqual(["now", "3-a", "5-b", "5-b"]);
  visibility.mockRestore();
  await goTo("you");
  await feed.answer(page("6-c", entry(6)));
  await feed.answer(page("6-c", entry(6)));
  expect(feed.positions().length).toBe(4);
});

test("after a restored backup, the list begins anew", async () => {
  const feed = changeFeed();
  await openConsole("webhooks/changes");
  await feed.answer(page("9-b", entry(9)));
  await screen.findByText("Key changed");
  await feed.answer(new Response(JSON.stringify({ data: [entry(1)], next: "4-z", restarted: true }), { status: 200 }));
  await expect.poll(() => screen.queryByText("Key changed")).toBeNull();
  await screen.findByText("Key revoked");
  await expect.poll(feed.positions).toEqual(["now", "3-a", "9-b", "now", "3-a"]);
});
