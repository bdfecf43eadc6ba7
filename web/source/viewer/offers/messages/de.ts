// The texts about offers in German.
import type { OfferMessages } from "./en";

export const messages: OfferMessages = {
  held: "Reserviert",
  sold: "Verkauft",
  notOnSale: "Nicht im Verkauf",
  offer: "Angebot",
  total: "insgesamt",
  choose: "Diesen Platz wählen",
  chooseSeveral: "Diese Plätze wählen",
  remove: "Diesen Platz entfernen",
  removeSeveral: "Diese Plätze entfernen",
  chosen: "Gewählt",
  onlyOnSale: "Nur Plätze im Verkauf",
  legend: "Preise",
  from: (price) => `ab ${price}`,
  onSale: (count) => `${count} im Verkauf`,
  wasChosen: "Der Platz wurde gewählt.",
  wasRemoved: "Der Platz wurde entfernt.",
};
