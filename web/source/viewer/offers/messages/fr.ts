// The texts about offers in French.
import type { OfferMessages } from "./en";

export const messages: OfferMessages = {
  held: "Réservé",
  sold: "Vendu",
  notOnSale: "Pas en vente",
  offer: "Offre",
  total: "au total",
  choose: "Choisir cette place",
  chooseSeveral: "Choisir ces places",
  remove: "Retirer cette place",
  removeSeveral: "Retirer ces places",
  chosen: "Choisie",
  onlyOnSale: "Seulement les places en vente",
  legend: "Prix",
  from: (price) => `à partir de ${price}`,
  onSale: (count) => `${count} en vente`,
  wasChosen: "La place a été choisie.",
  wasRemoved: "La place a été retirée.",
};
