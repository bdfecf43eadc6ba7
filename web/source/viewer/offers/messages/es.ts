// The texts about offers in Spanish.
import type { OfferMessages } from "./en";

export const messages: OfferMessages = {
  held: "Reservado",
  sold: "Vendido",
  notOnSale: "No está a la venta",
  offer: "Oferta",
  total: "en total",
  choose: "Elegir este asiento",
  chooseSeveral: "Elegir estos asientos",
  remove: "Quitar este asiento",
  removeSeveral: "Quitar estos asientos",
  chosen: "Elegido",
  onlyOnSale: "Solo asientos a la venta",
  legend: "Precios",
  from: (price) => `desde ${price}`,
  onSale: (count) => `${count} a la venta`,
  wasChosen: "Se ha elegido el asiento.",
  wasRemoved: "Se ha quitado el asiento.",
};
