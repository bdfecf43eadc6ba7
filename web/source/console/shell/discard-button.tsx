// The button that discards unsaved changes, once that was confirmed.
import { useState } from "preact/hooks";
import { Confirm } from "../../design/dialog";

type DiscardButtonProps = { isDisabled: boolean; isSmall?: boolean; onDiscard: () => void };

export function DiscardButton({ isDisabled, isSmall = false, onDiscard }: DiscardButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class={isSmall ? "button button-small" : "button"}
        disabled={isDisabled}
        onClick={() => setAsking(true)}
      >
        Discard changes
      </button>
      {isAsking && (
        <Confirm
          title="Discard your changes?"
          action="Discard"
          cancel="Keep them"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onDiscard();
          }}
        >
          <p>What you changed here and did not save is lost.</p>
        </Confirm>
      )}
    </>
  );
}
