// The texts about offers in Dutch.
import type { OfferMessages } from "./en";

export const messages: OfferMessages = {
  held: "Gereserveerd",
  sold: "Verkocht",
  notOnSale: "Niet te koop",
  offer: "Aanbod",
  total: "in totaal",
  choose: "Deze plaats kiezen",
  chooseSeveral: "Deze plaatsen kiezen",
  remove: "Deze plaats verwijderen",
  removeSeveral: "Deze plaatsen verwijderen",
  chosen: "Gekozen",
  onlyOnSale: "Alleen plaatsen die te koop zijn",
  legend: "Prijzen",
  from: (price) => `vanaf ${price}`,
  onSale: (count) => `${count} te koop`,
  wasChosen: "De plaats is gekozen.",
  wasRemoved: "De plaats is verwijderd.",
};
