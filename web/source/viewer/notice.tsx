// A full-page notice with one sentence.
import { InfoIcon } from "../design/icons";

export function Notice({ sentence }: { sentence: string }) {
  return (
    <main class="notice">
      <div role="alert">
        <InfoIcon />
        <p>{sentence}</p>
      </div>
    </main>
  );
}
