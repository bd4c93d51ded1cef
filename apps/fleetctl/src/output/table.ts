import stringWidth from 'string-width';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null | undefined;
  readonly align?: 'left' | 'right';
}

/** Plain columns for people and for `awk`: no borders, two spaces between, a dash where nothing is known. */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map((column) => text(column.value(row))));
  const widths = columns.map((column, i) =>
    Math.max(stringWidth(column.title), ...cells.map((line) => stringWidth(line[i] ?? ''))),
  );
  const line = (parts: readonly string[]) =>
    parts
      .map((part, i) => {
        const fill = ' '.repeat(Math.max(0, (widths[i] ?? 0) - stringWidth(part)));
        return columns[i]?.align === 'right' ? fill + part : part + fill;
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...cells.map(line)].join('\n');
}

function text(value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '-';
  // A name with a line break or an escape sequence must not be able to redraw the terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return String(value).replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
}
