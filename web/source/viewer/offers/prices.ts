// Prices in the words of a locale.
import type { Offer } from "../../host-messages/offer";
import type { PlaceOffers } from "./offer-book";
import type { OfferMessages } from "./shown-offers";

const formats = new Map<string, Intl.NumberFormat>();

/** A price as people of the locale write it. Without a currency it is a number. */
export function priceText(price: number, currency: string | null, locale: string): string {
  // Round prices need no decimals; but then none of them has any.
  const digits = Number.isInteger(price) ? 0 : undefined;
  const name = `${locale} ${currency} ${digits}`;
  const format = formats.get(name) ?? newFormat(currency, locale, digits);
  formats.set(name, format);
  return format.format(price);
}

function newFormat(currency: string | null, locale: string, digits: number | undefined): Intl.NumberFormat {
  const whole = digits === undefined ? {} : { maximumFractionDigits: digits, minimumFractionDigits: digits };
  if (currency === null) return new Intl.NumberFormat(locale, whole);
  return new Intl.NumberFormat(locale, { style: "currency", currency, ...whole });
}

/** What a section or row offers, in a few words: its lowest price, and how many places are on sale. */
export function summaryText(place: PlaceOffers | null | undefined, messages: OfferMessages, locale: string): string {
  if (place == null || place.onSale === 0) return messages.notOnSale;
  const count = place.isUncounted ? messages.isOnSale : messages.onSale(place.onSale.toLocaleString(locale));
  const { price = null, currency = null } = place.lowest ?? {};
  return price === null ? count : `${messages.from(priceText(price, currency, locale))}, ${count}`;
}

/** An offer in a few words: its price, how many places an area has left, or why it cannot be bought. */
export function offerText(offer: Offer | null | undefined, messages: OfferMessages, locale: string): string {
  if (offer == null) return messages.notOnSale;
  if (offer.state !== "available") return messages[offer.state];
  const price = offer.price === null ? null : priceText(offer.price, offer.currency, locale);
  const free = offer.free === undefined ? null : messages.onSale(offer.free.toLocaleString(locale));
  return [offer.label, price, free].filter((part) => part !== null).join(", ");
}
