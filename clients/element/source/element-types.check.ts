// Checked by the compiler alone: these types are those that the service publishes.
/// <reference path="../../../web/source/embed/embed.d.ts" />
import type { ChoiceRules, BrokenRule as RuleBroken } from "../../typescript/source/choice-rules.js";
import type { BrokenRule, ElementEvents, Offer, Rules, SeatPreviewElement } from "./element-types.js";

/** Does not compile where the first type cannot be used as the second. */
type Fits<Given extends Published, Published> = Given;
type Published = { [Name in keyof ElementEvents]: SeatPreview.Events[Name]["detail"] };

export type Checks = [
  Fits<ElementEvents, Published>,
  Fits<Published, ElementEvents>,
  Fits<Offer, SeatPreview.Offer>,
  Fits<SeatPreview.Offer, Offer>,
  Fits<SeatPreview.Element, SeatPreviewElement>,
  Fits<Rules, SeatPreview.Rules>,
  Fits<SeatPreview.Rules, Rules>,
  Fits<Rules, ChoiceRules>,
  Fits<ChoiceRules, Rules>,
  Fits<BrokenRule, RuleBroken>,
  Fits<RuleBroken, BrokenRule>,
];
