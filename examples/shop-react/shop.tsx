import { type Offer, type Rules, SeatPreview } from "@seatpreview/react";
import { useState } from "react";

type Ticket = Offer & { price: number };

const SERVICE = "http://127.0.0.1:8080";
const TICKETS: Ticket[] = [
  { seat: "107/K/9", price: 64, currency: "EUR", label: "Lower bowl, at the side" },
  { seat: "107/K/10", price: 64, currency: "EUR", label: "Lower bowl, at the side" },
  { seat: "114/C/4", price: 89, currency: "EUR", label: "Lower bowl, opposite the stage" },
  { seat: "313/12/4", price: 39, currency: "EUR", label: "Upper bowl" },
  { seat: "PIT", price: 45, currency: "EUR", label: "Standing", free: 40 },
];
const RULES: Rules = { atMost: 4 };
const MONEY = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });

export function Shop() {
  const [seat, setSeat] = useState("107/K/9");
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <>
      <h1>Harbour Arena</h1>
      <SeatPreview
        service={SERVICE}
        venue="harbour"
        configuration="end-stage"
        seat={seat}
        offers={TICKETS}
        rules={RULES}
        chosen={chosen}
        onSeat={(detail) => setSeat(detail.seat)}
        onSeatChosen={(detail) => setChosen(detail.allChosen)}
      />
      <h2>Seats</h2>
      <ul className="seats">
        {TICKETS.map((ticket) => (
          <li key={ticket.seat}>
            <button type="button" aria-pressed={ticket.seat === seat} onClick={() => setSeat(ticket.seat)}>
              {ticket.seat} · {ticket.label} · {MONEY.format(ticket.price)}
            </button>
          </li>
        ))}
      </ul>
      <h2>Basket</h2>
      {/* A standing area is chosen once for each place. */}
      <Basket tickets={chosen.flatMap((key) => TICKETS.find(({ seat }) => seat === key) ?? [])} />
    </>
  );
}

function Basket({ tickets }: { tickets: Ticket[] }) {
  if (tickets.length === 0) return <p className="basket">Your basket is empty.</p>;
  const total = tickets.reduce((sum, { price }) => sum + price, 0);
  return (
    <p className="basket">
      {tickets.map(({ seat }) => seat).join(", ")}: {MONEY.format(total)}
    </p>
  );
}
