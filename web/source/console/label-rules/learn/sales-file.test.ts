import { TextReader, Uint8ArrayWriter, ZipWriter, type ZipWriterConstructorOptions } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import { LabelGroups } from "./label-groups";
import { countLines, openSalesFile, previewOf } from "./sales-file";

const LINES = [
  ["Order", "Ticket"],
  ["1", "Café row A, seat 3"],
  ["2", 'the "best" one\nin two lines'],
];

function bytesOf(text: string, encoding: "utf8" | "utf16le" | "latin1", mark: number[] = []): Uint8Array {
  return Uint8Array.from([...mark, ...Buffer.from(text, encoding)]);
}

function csv(separator: string): string {
  const quoted = LINES.map((line) =>
    line.map((cell) => (/["\n,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)),
  );
  return quoted.map((line) => line.join(separator)).join("\r\n");
}

async function zip(parts: Record<string, string>, options: ZipWriterConstructorOptions = {}): Promise<Uint8Array> {
  const archive = new ZipWriter(new Uint8ArrayWriter(), { ...options, useWebWorkers: false });
  for (const [name, text] of Object.entries(parts)) await archive.add(name, new TextReader(text));
  return archive.close();
}

function workbook(rows: string, options?: ZipWriterConstructorOptions): Promise<Uint8Array> {
  return zip(
    {
      "xl/workbook.xml": `<workbook><sheets><sheet name="Old" state="hidden" r:id="r1"/><sheet name="Sold &amp; paid" r:id="r2"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/><Relationship Id="r2" Target="/xl/worksheets/b.xml"/></Relationships>`,
      "xl/sharedStrings.xml": `<sst><si><t>Ticket</t></si><si><r><t>Café </t></r><r><t>A &#38; B</t></r><rPh><t>no</t></rPh></si></sst>`,
      "xl/worksheets/a.xml": "<worksheet/>",
      "xl/worksheets/b.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    },
    options,
  );
}

const ROWS = `<row r="1"><c r="A1" t="inlineStr"><is><t>Order</t></is></c><c r="C1" t="s"><v>0</v></c></row><row r="2"/><row r="3"><c r="A3"><v>7.0</v></c><c r="B3"/><c r="C3" t="s"><v>1</v></c></row>`;

async function read(content: Uint8Array) {
  const sales = await openSalesFile(new File([content as BlobPart], "sold"));
  const sheet = sales.sheets[0] ?? "";
  const preview = await previewOf(sales, sheet);
  const groups = new LabelGroups();
  const label = [preview.columns.length - 1];
  await countLines(
    sales,
    sheet,
    { label, seat: null },
    preview.hasHeader,
    groups,
    () => undefined,
    new AbortController().signal,
  );
  return { ...preview, groups, sheets: sales.sheets };
}

test.each([
  ["UTF-8 with commas", bytesOf(csv(","), "utf8", [0xef, 0xbb, 0xbf])],
  ["UTF-16 with semicolons", bytesOf(csv(";"), "utf16le", [0xff, 0xfe])],
  ["UTF-16 without a mark", bytesOf(csv("\t"), "utf16le")],
  ["Windows-1252 with tabs", bytesOf(csv("\t"), "latin1")],
  ["a first line that names the separator", bytesOf(`sep=;\n${csv(";")}`, "utf8")],
])("%s is read", async (_, content) => {
  const { columns, lines, groups } = await read(content);
  expect([columns, ...lines]).toEqual(LINES);
  expect([groups.lines, groups.size]).toEqual([2, 2]);
});

test("a list of labels has no header, and a workbook's visible sheet is read with shared texts", async () => {
  expect((await read(bytesOf("Row A 1\nRow A 2\n", "utf8"))).groups.lines).toBe(2);
  const found = await read(await workbook(ROWS));
  expect(found.sheets).toEqual(["Sold & paid"]);
  expect(found.columns).toEqual(["Order", "Column 2", "Ticket"]);
  expect(found.lines).toEqual([["7", "", "Café A & B"]]);
});

test.each([
  ["an empty file", new Uint8Array(), "is empty"],
  ["an old workbook", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0]), "old Excel file"],
  ["a damaged archive", bytesOf("PK nothing", "utf8"), "damaged"],
  ["an archive that ends too early", (await workbook(ROWS)).slice(0, -30), "damaged"],
  ["a part whose bytes were changed", (await workbook(ROWS)).fill(255, 40, 60), "damaged"],
  ["an archive that is no workbook", await zip({ "a.txt": "a" }), "not a workbook"],
  ["an encrypted workbook", await workbook(ROWS, { password: "secret" }), "encrypted"],
  ["a workbook that unpacks to far more", await workbook(" ".repeat(8_000_000)), "far more than its own size"],
  ["a cell in a column far away", await workbook(`<row><c r="ZZZ1"/></row>`), "damaged"],
  ["an open quotation mark", bytesOf(`a,b\n"${"x".repeat(200_000)}`, "utf8"), "quotation mark"],
  ["bytes that are no text", Uint8Array.from([1, 0, 0, 2, 3, 4, 5, 6]), "neither text nor a workbook"],
])("%s is refused with a sentence", async (_, content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence);
});
