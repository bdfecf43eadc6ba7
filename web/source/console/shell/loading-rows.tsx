// A placeholder with the height of a few rows, so that the page does not jump when a table arrives.

export function LoadingRows({ text, rows = 3 }: { text: string; rows?: number }) {
  return (
    <div class="card panel" aria-busy="true">
      <span class="visually-hidden">{text}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div class="ghost ghost-row" key={row} />
      ))}
    </div>
  );
}
