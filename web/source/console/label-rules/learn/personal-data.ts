// Finds what does not belong into an example: order numbers, e-mail addresses and names of persons.

const EMAIL = /[^\s@]{1,64}@[^\s@.]{1,63}\.[^\s@]{2,}/;
const LONG_NUMBER = /(?<!\d)\d{6,}|\+\d[\d ]{6,}/;
const ORDER =
  /(?<![\p{L}\d])(?:orders?|bookings?|booked|reservations?|invoice|ticket|barcode|customer|transaction|bestell\p{L}{0,10}|auftrag\p{L}{0,10}|buchung\p{L}{0,10}|rechnung\p{L}{0,10}|kunden\p{L}{0,10}|commande|facture|client|pedido|reserva|factura|ordine|prenotazione|cliente|bestelling|encomenda)[\s:.#-]{0,4}(?:no|nr|n[°º]|num|id)?[\s:.#-]{0,4}[a-z]{0,3}-?\d{3,}|#\s?\d{3,}/iu;
const TITLE =
  /(?<![\p{L}\d])(?:mrs?|ms|miss|mx|herrn?|frau|mme|mlle|monsieur|madame|sra?|señora?|sig(?:ra)?|mevr|dhr)\.?\s+\p{L}{2,}|(?<![\p{L}\d])(?:name|guest|gast|customer|kunde|kundin|client|cliente|nom|nombre|nome)\s?:\s?\p{L}{2,}/iu;
const WORD = /\p{L}+(?:['’-]\p{L}+)*/gu;
const CAPITALISED = /^\p{Lu}.*\p{Ll}/u;

/** What a label seems to hold besides a place, each as the end of "It seems to hold ...". */
export function personalData(label: string, commonWords: ReadonlySet<string>): string[] {
  const found: string[] = [];
  if (EMAIL.test(label)) found.push("an e-mail address");
  if (ORDER.test(label) || LONG_NUMBER.test(label)) found.push("an order number");
  if (TITLE.test(label) || hasRareName(label, commonWords)) found.push("the name of a person");
  return found;
}

/** Whether two capitalised words stand next to each other that are rare on these labels. */
function hasRareName(label: string, commonWords: ReadonlySet<string>): boolean {
  const words = [...label.matchAll(WORD)];
  return words.some((word, at) => {
    const next = words[at + 1];
    if (next === undefined) return false;
    const between = label.slice(word.index + word[0].length, next.index);
    const isName = [word[0], next[0]].every((each) => CAPITALISED.test(each) && !commonWords.has(each.toLowerCase()));
    return isName && (between === " " || between === ", ");
  });
}
