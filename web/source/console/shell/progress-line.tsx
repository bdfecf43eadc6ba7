// What is being done, and how far it is.
import "./progress-line.css";

/** `share` is the part that is done, from 0 to 1; null while nobody knows. */
export function ProgressLine({ sentence, share }: { sentence: string; share: number | null }) {
  return (
    <div class="stack-small">
      <progress class="progress-line" max={1} value={share ?? undefined} aria-label={sentence} />
      <p role="status">{sentence}</p>
    </div>
  );
}
