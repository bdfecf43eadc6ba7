// A page that has nothing to show but a sentence.
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
