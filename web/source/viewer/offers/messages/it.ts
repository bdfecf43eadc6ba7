// The texts about offers in Italian.
import type { OfferMessages } from "./en";

export const messages: OfferMessages = {
  held: "Riservato",
  sold: "Venduto",
  notOnSale: "Non in vendita",
  offer: "Offerta",
  total: "in totale",
  choose: "Scegli questo posto",
  chooseSeveral: "Scegli questi posti",
  remove: "Rimuovi questo posto",
  removeSeveral: "Rimuovi questi posti",
  chosen: "Scelto",
  onlyOnSale: "Solo posti in vendita",
  legend: "Prezzi",
  from: (price) => `da ${price}`,
  onSale: (count) => `${count} in vendita`,
  wasChosen: "Il posto è stato scelto.",
  wasRemoved: "Il posto è stato rimosso.",
};
