// What can be added to a plan.
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
} from "../../../layout-edits/add-pieces";
import type { Ground } from "../../../layout-edits/ground";
import type { Designer } from "../designer";
import { take } from "./designer-actions";
import type { MenuItem } from "./menu";
import { type Add, freePlace, middleOfView } from "./place-for-new";

const SECTIONS: readonly { id: string; title: string; add: Add }[] = [
  { id: "block", title: "Block of rows", add: addBlock },
  { id: "curved", title: "Curved block", add: addCurvedBlock },
  { id: "standing", title: "Standing area", add: addStandingArea },
  { id: "box", title: "Box", add: addBox },
  { id: "tables", title: "Tables", add: addTables },
];

const STAGES: readonly [StageKind, string][] = [
  ["stage", "Stage"],
  ["screen", "Screen"],
  ["football", "Football pitch"],
  ["rugby", "Rugby pitch"],
  ["american_football", "American football field"],
  ["baseball", "Baseball field"],
  ["basketball", "Basketball court"],
  ["ice_hockey", "Ice rink"],
  ["handball", "Handball court"],
  ["volleyball", "Volleyball court"],
  ["tennis", "Tennis court"],
  ["boxing", "Boxing ring"],
];

const BODIES: readonly [BodyKind, string][] = [
  ["pillar", "Pillar"],
  ["rail", "Rail"],
  ["wall", "Wall"],
  ["screen", "Screen"],
  ["rigging", "Rigging"],
  ["camera", "Camera"],
  ["stage", "Platform"],
  ["other", "Something else"],
];

export function addItems(designer: Designer): MenuItem[] {
  const put = (title: string, add: Add, place: (designer: Designer, add: Add) => Ground) => () =>
    take(designer, `Add ${title.toLowerCase()}`, add(designer.settled.value, place(designer, add)));
  return [
    ...SECTIONS.map(({ id, title, add }) => ({ id, title, run: put(title, add, freePlace) })),
    {
      id: "stage",
      title: "Stage or field",
      items: STAGES.map(([kind, title]) => ({
        id: kind,
        title,
        run: put(title, (record, at) => addStage(record, kind, at), middleOfView),
      })),
    },
    {
      id: "body",
      title: "Pillar or other obstacle",
      items: BODIES.map(([kind, title]) => ({
        id: kind,
        title,
        run: put(title, (record, at) => addBody(record, kind, at, designer.configuration.value), middleOfView),
      })),
    },
  ];
}
