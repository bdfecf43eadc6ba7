// A horizontal bar in a table cell.

type BarProps = {
  /** The number of the data series, which decides the colour. */
  series: number;
  /** The length of the bar from 0 to 100. */
  percent: number;
};

export function Bar({ series, percent }: BarProps) {
  return (
    <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class={`series-${series}`} width={percent} height="8" />
    </svg>
  );
}
