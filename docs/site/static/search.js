// The order of search results, in place of Sphinx's own, on the one page that has its search.
//
// A page whose title or file name has the word comes before pages that only mention it. A word of the query may be the
// beginning of a word of the page, and never its middle: "cors" does not find "records". A beginning
// has four letters at least, since the stem of a short word begins too many others.

/** Points for where a word was found; the best place counts. */
const POINTS = { page: 40, heading: 15, text: 5, headingBeginning: 7, textBeginning: 2 };

/** Pages that few readers look for, and how far below the others they come. */
const LOWERED = [
  [/^decisions\//, 200],
  [/^project\/changelog$/, 200],
  [/^command-line$/, 20],
];

if (typeof Search !== "undefined") {
  Search.performTermsSearch = (words, excludedWords) => {
    const index = Search._index;
    const excluded = new Set([...excludedWords].flatMap((word) => [...pointsOfFiles(index, word).keys()]));
    const found = [...words].map((word) => pointsOfFiles(index, word));
    return index.docnames.flatMap((name, file) => {
      if (excluded.has(file) || found.length === 0 || !found.every((points) => points.has(file))) return [];
      const sum = found.reduce((total, points) => total + points.get(file), 0);
      return [[name, index.titles[file], "", null, sum, index.filenames[file], SearchResultKind.text]];
    });
  };
  Scorer.score = ([name, , , , score]) => {
    const lowered = LOWERED.find(([pages]) => pages.test(name));
    return score - (lowered?.[1] ?? 0);
  };
}

/** Returns the points of each file that has a word. The word is a stem, as the words of the index are. */
function pointsOfFiles(index, word) {
  const points = new Map();
  const add = (files, gained) => {
    for (const file of [files].flat()) points.set(file, Math.max(points.get(file) ?? 0, gained));
  };
  const addTerms = (terms, whole, beginning) => {
    for (const [term, files] of Object.entries(terms)) {
      if (term === word) add(files, whole);
      else if (word.length > 3 && term.startsWith(word)) add(files, beginning);
    }
  };
  addTerms(index.terms, POINTS.text, POINTS.textBeginning);
  addTerms(index.titleterms, POINTS.heading, POINTS.headingBeginning);
  index.docnames.forEach((name, file) => {
    const words = `${index.titles[file]} ${name}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    // Of two titles with the word, the shorter one is more about it.
    if (words.some((each) => stemmed(each) === word)) add(file, POINTS.page + 10 / words.length);
  });
  return points;
}

function stemmed(word) {
  return new Stemmer().stemWord(word);
}
