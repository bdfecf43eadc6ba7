// The confirmation of an action of the API: its button waits while the action runs, and what went wrong is told in it.
import type { ComponentProps } from "preact";
import { Confirm } from "../../design/dialog";
import { ProblemNotice } from "./problem-notice";
import { useAction } from "./use-request";

type ConfirmActionProps = Omit<ComponentProps<typeof Confirm>, "isBusy" | "onConfirm"> & {
  onConfirm: () => Promise<void>;
};

export function ConfirmAction({ onConfirm, children, ...confirm }: ConfirmActionProps) {
  const acting = useAction(onConfirm);
  return (
    <Confirm {...confirm} isBusy={acting.isBusy} onConfirm={() => void acting.run()}>
      {children}
      <ProblemNotice problem={acting.problem} />
    </Confirm>
  );
}

/** The confirmation of something that nothing brings back: the name of the record must be typed. */
export function typedName(name: string) {
  return {
    texts: [name],
    prompt: (
      <>
        Type <code>{name}</code> to confirm
      </>
    ),
  };
}
