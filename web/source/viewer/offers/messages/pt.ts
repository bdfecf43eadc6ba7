// The texts about offers in Portuguese.
import type { OfferMessages } from "./en";

export const messages: OfferMessages = {
  held: "Reservado",
  sold: "Vendido",
  notOnSale: "Não está à venda",
  offer: "Oferta",
  total: "no total",
  choose: "Escolher este lugar",
  chooseSeveral: "Escolher estes lugares",
  remove: "Remover este lugar",
  removeSeveral: "Remover estes lugares",
  chosen: "Escolhido",
  onlyOnSale: "Apenas lugares à venda",
  legend: "Preços",
  from: (price) => `desde ${price}`,
  onSale: (count) => `${count} à venda`,
  wasChosen: "O lugar foi escolhido.",
  wasRemoved: "O lugar foi removido.",
};
