// Edits records as the designer does. test_edited_records.py hands records in, and checks what comes out.
import { readFileSync } from "node:fs";
import {
  addBlock,
  addBody,
  addBox,
  addCurvedBlock,
  addStage,
  addStandingArea,
  addTables,
  type BodyKind,
  type StageKind,
} from "../../web/source/layout-edits/add-pieces";
import { alignPieces, distributePieces } from "../../web/source/layout-edits/align-pieces";
import { bendRows } from "../../web/source/layout-edits/bend-rows";
import { withRows, withSeats } from "../../web/source/layout-edits/block-edits";
import { blockKind } from "../../web/source/layout-edits/block-words";
import { duplicatePieces } from "../../web/source/layout-edits/copy-pieces";
import { deletePieces } from "../../web/source/layout-edits/delete-pieces";
import { duplicateAlongLine, duplicateAroundCircle } from "../../web/source/layout-edits/duplicate-pieces";
import { mirrorPieces } from "../../web/source/layout-edits/mirror-pieces";
import { movePieces } from "../../web/source/layout-edits/move-pieces";
import { numbered, rulesOfSections, separated } from "../../web/source/layout-edits/numbering";
import type { Piece } from "../../web/source/layout-edits/pieces";
import { type RecordEdit, rulesOf } from "../../web/source/layout-edits/record-edit";
import { renameSection } from "../../web/source/layout-edits/rename-section";
import { rotatePieces } from "../../web/source/layout-edits/rotate-pieces";
import { rowNames, rowWords, withFirstRow, withRowCount, writtenRows } from "../../web/source/layout-edits/row-words";
import { seatPlaces } from "../../web/source/layout-edits/seat-places";
import {
  type SeatNumbering,
  type SeatOrder,
  seatScheme,
  usualFirst,
  usualSeatCount,
  withScheme,
  withSeatCount,
} from "../../web/source/layout-edits/seat-words";
import { sectionIds } from "../../web/source/layout-edits/section-ids";
import { splitSection } from "../../web/source/layout-edits/section-parts";
import { LayoutReader } from "../../web/source/layouts/layout-reader";
import type { Json } from "../../web/source/layouts/written-json";

const PLACES_MAX = 400;
const BY = { x: 1.3, y: -0.7 };

type Drag = { rule: number; sections: string[]; record: Json; places: Record<string, number[]> };

const { records, edited } = JSON.parse(readFileSync(0, "utf8")) as { records: Record<string, Json>; edited: string[] };
process.stdout.write(
  JSON.stringify({
    drags: Object.fromEntries(Object.keys(records).map((title) => [title, dragsOf(records[title]!)])),
    edits: Object.fromEntries(edited.map((title) => [title, editsOf(records[title]!)])),
  }),
);

/** The first and the last piece that has a place, each dragged by itself. */
function dragsOf(record: Json): Drag[] {
  const placed = placedRules(record);
  return [...new Set([placed[0], placed.at(-1)])].flatMap((rule) => (rule === undefined ? [] : dragOf(record, rule)));
}

function dragOf(record: Json, rule: number): Drag {
  const sections = sectionIds(rulesOf(record)[rule]!);
  const moved = movePieces([{ kind: "section", rule, id: sections[sections.length >> 1]! }], BY.x, BY.y)(record);
  const places = [...seatPlaces(moved)].filter(([key]) => key.includes("/"));
  const step = Math.ceil(places.length / PLACES_MAX);
  const some = places.filter((_, index) => index % step === 0).map(([key, { x, y, z }]) => [key, [x, y, z]]);
  return { rule, sections, record: moved, places: Object.fromEntries(some) as Record<string, number[]> };
}

function placedRules(record: Json): number[] {
  const reader = new LayoutReader();
  const { sections } = reader.read(record);
  return [...new Set(sections.flatMap(({ geometry }, index) => (geometry === null ? [] : reader.ruleIndexes[index]!)))];
}

/** Every kind of edit of a record, each by itself. */
function editsOf(record: Json): Record<string, Json> {
  const placed = placedRules(record);
  const some: Piece[] = [...new Set([placed[0]!, placed[placed.length >> 1]!, placed.at(-1)!])].map((rule) => {
    const ids = sectionIds(rulesOf(record)[rule]!);
    return { kind: "section", rule, id: ids.at(-1)! };
  });
  const reader = new LayoutReader();
  const drawn = { record, plan: reader.read(record), ruleOf: (index: number) => reader.ruleIndexes[index] ?? -1 };
  const at = { x: 40, y: 30 };
  const edits: Record<string, RecordEdit> = {
    "several moved": movePieces(some, 2.345, 1),
    "stage moved": movePieces([{ kind: "focus" }], 1.5, -0.5),
    turned: rotatePieces(some, 33, { x: 1, y: 2 }),
    mirrored: mirrorPieces(some, { through: { x: 0, y: 0 }, bearingDeg: 10 }),
    aligned: alignPieces(drawn, some, "left"),
    spread: distributePieces(drawn, some, "y"),
    copied: (found) => duplicatePieces(found, some, { x: 1, y: 1 })!.record,
    deleted: deletePieces(some),
    "block added": (found) => addBlock(addBlock(found, at).record, { x: 0, y: 0 }).record,
    "curved block added": (found) => addCurvedBlock(addCurvedBlock(found, at).record, { x: 0, y: 0 }).record,
    "others added": (found) =>
      [addStandingArea, addBox, addTables, addBox].reduce((changed, add) => add(changed, at).record, found),
    "field added": (found) => addStage(found, "ice_hockey" satisfies StageKind, at).record,
    "bodies added": (found) =>
      (["pillar", "rail", "screen", "pillar", "other"] satisfies BodyKind[]).reduce(
        (changed, kind) => addBody(changed, kind, at).record,
        found,
      ),
  };
  for (const piece of some) {
    if (piece.kind !== "section") continue;
    const { rule, id } = piece;
    edits[`${id} bent`] = bendRows(rule, 25);
    edits[`${id} straight`] = bendRows(rule, null);
    edits[`${id} repeated along a line`] = duplicateAlongLine(rule, 3, { x: 8, y: 0.5 });
    edits[`${id} repeated around`] = duplicateAroundCircle(rule, 3, 7);
    edits[`${id} renamed`] = renameSection(rule, id!, "New name 7");
    edits[`${id} split`] = splitSection(rule, id!);
    Object.assign(edits, wordedEdits(id!, rule, rulesOf(record)[rule]!));
  }
  Object.assign(edits, numberings(record));
  return Object.fromEntries(Object.entries(edits).map(([title, edit]) => [title, edit(record)]));
}

/** What the panel of a block changes: rows and seats in words. */
function wordedEdits(id: string, rule: number, found: Json): Record<string, RecordEdit> {
  const rows = rowWords(found.rows);
  const isNumbered = found.seats != null && rows !== null;
  if (!isNumbered) return {};
  const count = rowNames(rows).length;
  const seats = usualSeatCount(found);
  const byScheme = (order: SeatOrder, numbering: SeatNumbering = "all") =>
    withSeats(rule, (each) => withScheme(each, { order, numbering, first: usualFirst(numbering), step: 1 }), "place");
  return {
    [`${id} rows as numbers`]: withRows(rule, writtenRows(withFirstRow(rows, "101")), true),
    [`${id} rows past Z`]: withRows(rule, writtenRows(withFirstRow({ ...rows, letters: "doubled" }, "Y")), true),
    [`${id} rows from the back`]: withRows(rule, writtenRows({ ...rows, isFromBack: !rows.isFromBack }), true),
    [`${id} a row more`]: withRows(rule, writtenRows(withRowCount(rows, count + 1))),
    [`${id} one row left`]: withRows(rule, writtenRows(withRowCount(rows, 1))),
    [`${id} from the right`]: byScheme("right"),
    [`${id} even`]: byScheme("left", "even"),
    [`${id} from the middle`]: byScheme("oddLeft"),
    [`${id} two seats less`]: withSeats(rule, (each) => withFewerSeats(each, Math.max(2, seats - 2)), "name"),
  };
}

/** Parts side by side with numbers of their own have numbers of seats of their own, too. */
function withFewerSeats(rule: Json, count: number): Json {
  return seatScheme(rule) === null ? rule : withSeatCount(rule, count);
}

/** All blocks of rows numbered at once. */
function numberings(record: Json): Record<string, RecordEdit> {
  const rules = rulesOf(record).flatMap((rule, index) =>
    blockKind(rule) === "rows" && rule.seats != null ? index : [],
  );
  const rows = { scheme: "on", first: "A", leftOut: ["I", "O"], letters: "doubled", isFromBack: true } as const;
  const seats = { scheme: "through", order: "right", numbering: "odd", first: "1" } as const;
  return {
    "numbered through": (found) => {
      const apart = separated(rules)(found);
      const ids = rules.flatMap((index) => sectionIds(rulesOf(found)[index]!));
      return numbered([rulesOfSections(apart, ids)], { rows, seats })(apart);
    },
  };
}
