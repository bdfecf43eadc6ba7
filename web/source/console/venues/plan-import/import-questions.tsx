// What an import asks: a sentence for each question, and its choices as small maps that can be pressed.
import type { Question, QuestionChoice, SmallMap } from "@seatpreview/client";
import type { PlanImport } from "./use-plan-import";

/** Around the points of a small map, which are in a square of 100 by 100. */
const MARGIN = 8;

export function ImportQuestions({ found }: { found: PlanImport }) {
  const questions = found.imported?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="import-questions">
      <h2 id="import-questions" class="import-title">
        {questions.length === 1 ? "One question" : `${questions.length} questions`}
      </h2>
      <p class="soft small">
        The file leaves this open. What is marked as assumed counts until you choose. Each choice reads the file again.
      </p>
      {questions.map((question) => (
        <QuestionChoices
          key={question.id}
          question={question}
          onAnswer={(choice) => found.answer(question.id, choice)}
        />
      ))}
    </section>
  );
}

function QuestionChoices({ question, onAnswer }: { question: Question; onAnswer: (choice: string) => void }) {
  const { text, choices, assumed, chosen } = question;
  return (
    <fieldset class="fieldset import-question">
      <legend class="field-label">{text}</legend>
      <div class="import-choices">
        {choices.map((choice) => (
          <button
            key={choice.id}
            type="button"
            class="import-choice"
            aria-pressed={choice.id === chosen}
            onClick={() => choice.id !== chosen && onAnswer(choice.id)}
          >
            {choice.map !== null && <ChoiceMap map={choice.map} />}
            <span>{choice.text}</span>
            {choice.map !== null && choice.map.names.length > 0 && (
              <span class="small">{choice.map.names.map(({ text }, at) => `${at + 1}: ${text}`).join(" · ")}</span>
            )}
            <span class="soft small">{choiceFacts(choice)}</span>
            {choice.id === assumed && <span class="badge badge-accent">Assumed</span>}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The seats of a hall as points, what they look at, and the numbers of the sections that are named below it. */
function ChoiceMap({ map: { points, focus, names } }: { map: SmallMap }) {
  const at = (point: readonly number[]) => ({ cx: point[0] ?? 0, cy: point[1] ?? 0 });
  const shown = [...points, ...(focus === null ? [] : [focus])];
  const [width, height] = [0, 1].map((axis) => Math.max(...shown.map((point) => point[axis] ?? 0)) + 2 * MARGIN);
  return (
    <svg class="import-choice-map" viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`} aria-hidden="true">
      {points.map((point) => (
        <circle key={point.join()} {...at(point)} r={1.6} />
      ))}
      {focus !== null && <circle class="import-choice-focus" {...at(focus)} r={4} />}
      {names.map(({ text, x, y }, index) => (
        <text key={text} x={x} y={y}>
          {index + 1}
        </text>
      ))}
    </svg>
  );
}

function choiceFacts({ seats, map }: QuestionChoice): string {
  const facts = [
    ...(seats === null ? [] : [seats === 1 ? "1 seat" : `${seats.toLocaleString("en")} seats`]),
    ...(map === null ? [] : [`${map.widthM.toLocaleString("en")} m × ${map.depthM.toLocaleString("en")} m`]),
  ];
  return facts.join(" · ");
}
