// The switch of a list that shows archived entries as well.

type ArchivedSwitchProps = { isShown: boolean; isBusy: boolean; onShown: (isShown: boolean) => void };

export function ArchivedSwitch({ isShown, isBusy, onShown }: ArchivedSwitchProps) {
  return (
    <label class="row small archived-switch" aria-busy={isBusy}>
      <input type="checkbox" checked={isShown} onChange={(event) => onShown(event.currentTarget.checked)} />
      Archived
    </label>
  );
}
