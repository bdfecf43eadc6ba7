import { createServer } from "node:http";
import { Client, embedHtml, escapeHtml, Problem } from "@seatpreview/client";

const PORT = Number(process.env.PORT ?? 8000);
/** Where buyers see the page: the key's embedFrameAncestors must have it. */
const ORIGIN = process.env.ORIGIN ?? `http://localhost:${PORT}`;
const TICKETS = [
  { seat: "107/K/9", price: "€64" },
  { seat: "114/C/4", price: "€89" },
  { seat: "313/12/4", price: "€39" },
];

// The address in SEATPREVIEW_URL, and a key with the group `sessions` in SEATPREVIEW_KEY. It never reaches the buyer.
const client = Client.fromEnv();
const basket = new Set<string>();

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", ORIGIN);
  const ticket = TICKETS.find(({ seat }) => seat === searchParams.get("seat")) ?? TICKETS[0]!;
  if (pathname === "/basket") {
    basket.add(ticket.seat);
    response.writeHead(303, { Location: `/?${new URLSearchParams({ seat: ticket.seat })}` }).end();
    return;
  }
  if (pathname !== "/") {
    response.writeHead(404).end();
    return;
  }
  // A session lives for an hour: the page must not be kept by a cache.
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
  response.end(page(ticket.seat, await view(ticket.seat)));
});
server.listen(PORT, "127.0.0.1", () => console.log(`The shop is at ${ORIGIN}`));

/** Makes a session for this seat alone. A shop sells tickets without a view too. */
async function view(seat: string): Promise<string> {
  try {
    const session = await client.sessions.create({ venue: "harbour", seats: [seat], origin: ORIGIN });
    return embedHtml(session, { seat });
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure;
    console.error(failure.code, failure.detail, failure.requestId);
    return "<p>There is no view of this seat just now.</p>";
  }
}

function page(seat: string, view: string): string {
  const address = (path: string, of: string) => escapeHtml(`${path}?${new URLSearchParams({ seat: of })}`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Harbour Arena: tickets</title>
    <style>
      :root { color-scheme: light dark; }
      body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; }
    </style>
  </head>
  <body>
    <h1>Harbour Arena</h1>
    ${view}
    <p><a href="${address("/basket", seat)}">Put ${escapeHtml(seat)} into the basket</a></p>
    <h2>Seats</h2>
    <ul>
      ${TICKETS.map((ticket) => `<li><a href="${address("/", ticket.seat)}">${escapeHtml(ticket.seat)}: ${ticket.price}</a></li>`).join("\n      ")}
    </ul>
    <h2>Basket</h2>
    <p class="basket">${escapeHtml([...basket].join(", ")) || "Your basket is empty."}</p>
  </body>
</html>
`;
}
