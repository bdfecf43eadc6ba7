// Repeats a block along a line or around the stage, and shows it while the numbers are typed.
import { useEffect, useMemo, useState } from "preact/hooks";
import {
  COPIES_MAX,
  circleToBothSides,
  duplicateAlongLine,
  duplicateAroundCircle,
  lineToBothSides,
} from "../../../layout-edits/duplicate-pieces";
import { ahead, alongM, apartM, type Ground, hundredths, rightOf } from "../../../layout-edits/ground";
import { groundOfPiece } from "../../../layout-edits/piece-bounds";
import { focusPlace } from "../../../layout-edits/pieces-in-motion";
import type { RecordEdit } from "../../../layout-edits/record-edit";
import { frameOf } from "../../../layout-edits/rule-frame";
import { type Json, number } from "../../../layouts/written-json";
import { CheckField, SelectField } from "../../shell/form-fields";
import type { Designer } from "../designer";
import { NumberField, numberOf, Sheet } from "./bar-sheet";
import { drawnOf, selectedBlock } from "./designer-actions";

type Way = "right" | "left" | "both" | "behind" | "front";

const WAYS: { value: Way; text: string }[] = [
  { value: "right", text: "To the right" },
  { value: "left", text: "To the left" },
  { value: "both", text: "To both sides" },
  { value: "behind", text: "Behind" },
  { value: "front", text: "In front" },
];
const AISLE_M = 1.2;
/** From seat to seat, where a block says nothing else. */
const SPACING_M = 0.5;

type Props = { designer: Designer; onClose: () => void };

export function AlongLineSheet({ designer, onClose }: Props) {
  const [block] = useState(() => selectedBlock(designer)!);
  const [way, setWay] = useState<Way>("right");
  const [count, setCount] = useState("3");
  const [typed, setTyped] = useState<string | null>(null);
  const directions = useMemo(() => directionsOf(designer, block.rule), []);
  // Measured before copies are shown, which would be measured with it.
  const sizes = useMemo(
    () => ({ x: lengthM(designer, directions.right) + seatM(block.rule), y: lengthM(designer, directions.behind) }),
    [],
  );
  const usualM = hundredths((way === "behind" || way === "front" ? sizes.y : sizes.x) + AISLE_M);
  const distance = typed ?? String(usualM);
  const change = useMemo((): RecordEdit | null => {
    const [blocks, byM] = [countOf(count), numberOf(distance, 0.1, 500)];
    if (blocks === null || byM === null) return null;
    const { x, y } = directions[way];
    const repeat = way === "both" ? lineToBothSides : duplicateAlongLine;
    return repeat(block.piece.rule, blocks, { x: x * byM, y: y * byM });
  }, [count, distance, way]);
  return (
    <Sheet
      designer={designer}
      title="Duplicate along a line"
      action="Duplicate"
      step="Duplicate along a line"
      change={change}
      onClose={onClose}
    >
      <NumberField label="Blocks in all" value={count} onValue={setCount} least={2} most={COPIES_MAX} />
      <SelectField
        label="Direction"
        help="As seen by people who look to the front."
        value={way}
        choices={WAYS}
        onValue={(value) => {
          setWay(value);
          setTyped(null);
        }}
      />
      <NumberField
        label="Distance in metres"
        help="From one block to the same place of the next."
        value={distance}
        onValue={setTyped}
        least={0.1}
        most={500}
      />
    </Sheet>
  );
}

export function AroundCircleSheet({ designer, onClose }: Props) {
  const [block] = useState(() => selectedBlock(designer)!);
  const [count, setCount] = useState("8");
  const [isWhole, setWhole] = useState(true);
  const [isToBothSides, setToBothSides] = useState(true);
  const [typed, setTyped] = useState("15");
  const blocks = countOf(count);
  useEffect(() => showAround(designer), []);
  const degrees = isWhole ? String(hundredths(360 / (blocks ?? 1))) : typed;
  const change = useMemo((): RecordEdit | null => {
    const turnDeg = isWhole ? 360 / (blocks ?? 1) : numberOf(typed, -360, 360);
    if (blocks === null || turnDeg === null || turnDeg === 0) return null;
    const repeat = isToBothSides && !isWhole ? circleToBothSides : duplicateAroundCircle;
    return repeat(block.piece.rule, blocks, turnDeg);
  }, [blocks, typed, isWhole, isToBothSides]);
  return (
    <Sheet
      designer={designer}
      title="Duplicate around the stage"
      action="Duplicate"
      step="Duplicate around the stage"
      change={change}
      onClose={onClose}
    >
      <NumberField label="Blocks in all" value={count} onValue={setCount} least={2} most={COPIES_MAX} />
      <CheckField label="All the way round" isChecked={isWhole} onChecked={setWhole} />
      {!isWhole && (
        <>
          <NumberField
            label="Degrees from one block to the next"
            {...(isToBothSides ? {} : { help: "Clockwise; a minus leads the other way." })}
            value={degrees}
            onValue={setTyped}
            least={-360}
            most={360}
          />
          <CheckField label="To both sides" isChecked={isToBothSides} onChecked={setToBothSides} />
        </>
      )}
    </Sheet>
  );
}

/** Asks the canvas to show the whole circle on which the copies will lie. */
function showAround(designer: Designer): void {
  const [piece] = designer.selection.value;
  const focus = focusPlace(designer.settled.value);
  const places = piece === undefined ? [] : groundOfPiece(drawnOf(designer), piece);
  const radiusM = places.reduce((most, place) => Math.max(most, apartM(focus, place)), 5);
  designer.shown.set({ at: focus, radiusM: radiusM + 2 });
}

function countOf(typed: string): number | null {
  const count = numberOf(typed, 2, COPIES_MAX);
  return count !== null && Number.isInteger(count) ? count : null;
}

/** One metre in each direction, as people in the block see it. What has no front looks to the north. */
function directionsOf(designer: Designer, rule: Json): Record<Way, Ground> {
  const geometry = rule.geometry as Json | undefined;
  const frame = geometry === undefined ? null : frameOf(geometry, focusPlace(designer.settled.value));
  const behindDeg = frame?.behindDeg ?? 180;
  const opposite = ({ x, y }: Ground): Ground => ({ x: -x, y: -y });
  const [right, behind] = [rightOf(behindDeg), ahead(behindDeg)];
  return { right, left: opposite(right), both: right, behind, front: opposite(behind) };
}

/** How wide a seat is: the length of a block is measured from middle to middle. */
function seatM({ seats, geometry }: Json): number {
  const { tables, spacingM } = (geometry ?? {}) as Json;
  return seats == null || tables != null ? 0 : number(spacingM, SPACING_M);
}

/** How long the selected block is in a direction. */
function lengthM(designer: Designer, direction: Ground): number {
  const [piece] = designer.selection.value;
  if (piece === undefined) return 0;
  const places = groundOfPiece(drawnOf(designer), piece).map((place) => alongM({ x: 0, y: 0 }, place, direction));
  return places.length === 0 ? 0 : Math.max(...places) - Math.min(...places);
}
