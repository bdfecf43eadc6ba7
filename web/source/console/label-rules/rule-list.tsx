// The list of rules in the order in which they are applied. Rules can be added, edited, moved and removed.
import { useLayoutEffect, useRef } from "preact/hooks";

import { DownIcon, TrashIcon, UpIcon } from "../../design/icons";
import { FieldFaults, Suggestions } from "../shell/form-fields";
import { type DraftRule, draftRule, isComplete, moved, newRule, type Rule, type RuleType } from "./draft";
import { RULE_TYPES } from "./rule-types";

const SECTIONS_ID = "label-rules-sections";

export function RuleList(props: {
  rules: DraftRule[];
  onRules: (rules: DraftRule[]) => void;
  faults: ReadonlyMap<number, string[]>;
  /** The ids of rules that changed nothing in the dry run. */
  unusedRules: ReadonlySet<number>;
  sections: { id: string; name: string }[];
  isReadOnly: boolean;
}) {
  const { rules, onRules, isReadOnly } = props;
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useRef<{ rule: number; what: string } | null>(null);

  useLayoutEffect(() => {
    const wish = focusOn.current;
    focusOn.current = null;
    if (wish === null) return;
    const item = list.current?.querySelector(`[data-rule="${wish.rule}"]`);
    const target = item?.querySelector<HTMLButtonElement>(`[data-what="${wish.what}"]:not(:disabled)`);
    (target ?? item?.querySelector<HTMLElement>("input, button:not(:disabled)"))?.focus();
  }, [rules]);

  const add = (type: RuleType) => {
    const added = draftRule(newRule(type));
    focusOn.current = { rule: added.id, what: "field" };
    onRules([...rules, added]);
  };
  const move = (at: number, step: number) => {
    const rule = rules[at];
    if (rule === undefined) return;
    focusOn.current = { rule: rule.id, what: step < 0 ? "up" : "down" };
    onRules(moved(rules, at, step));
  };
  return (
    <div class="stack">
      {rules.length === 0 && (
        <p class="soft">
          No rules yet. Many labels are understood from the layout alone
          {isReadOnly ? "." : "; add a rule where one is not, or ask for suggestions."}
        </p>
      )}
      <ol class="rule-list" ref={list} aria-label="Rules in their order">
        {rules.map(({ id, rule }, at) => (
          <RuleItem
            key={id}
            id={id}
            rule={rule}
            number={at + 1}
            count={rules.length}
            faults={props.faults.get(id) ?? []}
            isUnused={props.unusedRules.has(id)}
            isReadOnly={isReadOnly}
            onRule={(next) => onRules(rules.map((each) => (each.id === id ? { id, rule: next } : each)))}
            onMove={(step) => move(at, step)}
            onRemove={() => onRules(rules.filter((each) => each.id !== id))}
          />
        ))}
      </ol>
      {!isReadOnly && (
        <div class="rule-add" role="group" aria-label="Add a rule">
          {(Object.keys(RULE_TYPES) as RuleType[]).map((type) => (
            <button
              key={type}
              type="button"
              class="button button-small"
              title={RULE_TYPES[type].explanation}
              onClick={() => add(type)}
            >
              + {RULE_TYPES[type].title}
            </button>
          ))}
        </div>
      )}
      <Suggestions
        id={SECTIONS_ID}
        suggestions={props.sections.slice(0, 1000).map((section) => ({ value: section.id, label: section.name }))}
      />
    </div>
  );
}

type RuleItemProps = {
  id: number;
  rule: Rule;
  /** The position in the list, counted from 1. */
  number: number;
  /** The number of rules in the list. */
  count: number;
  faults: string[];
  isUnused: boolean;
  isReadOnly: boolean;
  onRule: (rule: Rule) => void;
  onMove: (step: number) => void;
  onRemove: () => void;
};

function RuleItem(props: RuleItemProps) {
  const { id, rule, number, isReadOnly, onMove } = props;
  return (
    <li
      data-rule={id}
      class="rule"
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || step === undefined || isReadOnly) return;
        event.preventDefault();
        onMove(step);
      }}
    >
      <div class="rule-head">
        <span class="rule-number">{number}</span>
        <span class="rule-type">{RULE_TYPES[rule.type].name}</span>
        {!isComplete(rule) && <span class="badge badge-warn">incomplete</span>}
        {isComplete(rule) && props.isUnused && (
          <span class="badge" title="This rule changed nothing for the labels on the right">
            no effect
          </span>
        )}
        {!isReadOnly && (
          <span class="rule-buttons">
            <RuleButton what="up" label={`Move rule ${number} up`} isOff={number === 1} onClick={() => onMove(-1)}>
              <UpIcon />
            </RuleButton>
            <RuleButton
              what="down"
              label={`Move rule ${number} down`}
              isOff={number === props.count}
              onClick={() => onMove(1)}
            >
              <DownIcon />
            </RuleButton>
            <RuleButton what="remove" label={`Remove rule ${number}`} isOff={false} onClick={props.onRemove}>
              <TrashIcon />
            </RuleButton>
          </span>
        )}
      </div>
      <p class="soft small">{RULE_TYPES[rule.type].explanation}</p>
      <RuleFields
        rule={rule}
        number={number}
        isReadOnly={isReadOnly}
        hasFaults={props.faults.length > 0}
        onRule={props.onRule}
      />
      <FieldFaults id={`rule-${id}-faults`} faults={props.faults} />
    </li>
  );
}

function RuleButton(props: {
  what: string;
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: preact.ComponentChildren;
}) {
  return (
    <button
      type="button"
      data-what={props.what}
      class="button button-small button-quiet"
      aria-label={props.label}
      title={props.label}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}

function RuleFields(props: {
  rule: Rule;
  number: number;
  isReadOnly: boolean;
  hasFaults: boolean;
  onRule: (rule: Rule) => void;
}) {
  const { rule, onRule } = props;
  const field = (
    label: string,
    value: string,
    onValue: (value: string) => void,
    more: { isMono?: boolean; list?: string } = {},
  ) => (
    <label class="rule-field">
      <span class="small soft">{label}</span>
      <input
        class={more.isMono === false ? "input" : "input mono"}
        data-what="field"
        value={value}
        readOnly={props.isReadOnly}
        aria-label={`${label}, rule ${props.number}`}
        aria-invalid={props.hasFaults ? "true" : undefined}
        autocomplete="off"
        spellcheck={false}
        {...(more.list === undefined ? {} : { list: more.list })}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
  if (rule.type === "rewrite") {
    return (
      <div class="rule-fields">
        {field("Pattern", rule.pattern, (pattern) => onRule({ ...rule, pattern }))}
        {field("Replacement", rule.replacement, (replacement) => onRule({ ...rule, replacement }))}
      </div>
    );
  }
  if (rule.type === "drop")
    return <WordsField words={rule.words} field={field} onWords={(words) => onRule({ ...rule, words })} />;
  if (rule.type === "map") {
    return (
      <div class="rule-fields">
        {field("Name", rule.name, (name) => onRule({ ...rule, name }), { isMono: false })}
        {field("Section", rule.section, (section) => onRule({ ...rule, section }), { list: SECTIONS_ID })}
      </div>
    );
  }
  return <div class="rule-fields">{field("Pattern", rule.pattern, (pattern) => onRule({ ...rule, pattern }))}</div>;
}

/** A text field for a list of words with commas between them. It keeps the text exactly as it was typed. */
function WordsField(props: {
  words: readonly string[];
  field: (
    label: string,
    value: string,
    onValue: (value: string) => void,
    more: { isMono: boolean },
  ) => preact.JSX.Element;
  onWords: (words: string[]) => void;
}) {
  const typed = useRef(props.words.join(", "));
  if (JSON.stringify(wordsOf(typed.current)) !== JSON.stringify(props.words)) typed.current = props.words.join(", ");
  const take = (text: string) => {
    typed.current = text;
    props.onWords(wordsOf(text));
  };
  return (
    <div class="rule-fields">
      {props.field("Words, with commas between them", typed.current, take, { isMono: false })}
    </div>
  );
}

function wordsOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
