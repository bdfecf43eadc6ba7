// What reading a sales file gives: lines piece by piece, or why it cannot be read.

/** Why a file cannot be read, in a sentence for the person who chose it. */
export class FileRefusal extends Error {}

/** Lines of a file, and what share of it was read. */
export type Pieces = AsyncGenerator<{ lines: string[][]; share: number }>;
