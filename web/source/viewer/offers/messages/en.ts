// The texts about offers in English. They are the model of all languages.

export type OfferMessages = {
  held: string;
  sold: string;
  notOnSale: string;
  /** The accessible name of the part of the panel that tells price and state. */
  offer: string;
  total: string;
  choose: string;
  chooseSeveral: string;
  remove: string;
  removeSeveral: string;
  chosen: string;
  onlyOnSale: string;
  legend: string;
  /** Said of a section: its lowest price. */
  from: (price: string) => string;
  onSale: (count: string) => string;
  /** Said after the seat was chosen or removed. */
  wasChosen: string;
  wasRemoved: string;
};

export const messages: OfferMessages = {
  held: "Reserved",
  sold: "Sold",
  notOnSale: "Not on sale",
  offer: "Offer",
  total: "in total",
  choose: "Choose this seat",
  chooseSeveral: "Choose these seats",
  remove: "Remove this seat",
  removeSeveral: "Remove these seats",
  chosen: "Chosen",
  onlyOnSale: "Only seats on sale",
  legend: "Prices",
  from: (price) => `from ${price}`,
  onSale: (count) => `${count} on sale`,
  wasChosen: "The seat was chosen.",
  wasRemoved: "The seat was removed.",
};
