// The sentence that the console shows for a failure.

/** Returns the sentence to show for anything that was thrown. */
export function messageOf(failure: unknown): string {
  if (failure instanceof Error && failure.message !== "") return failure.message;
  return "Something went wrong on this page. Reload it.";
}
