import { strToU8, zipSync } from 'fflate';

/** A cell: text, a number, a date as its spreadsheet serial number, or a number with a currency. */
type Cell =
  | string
  | number
  | { readonly serial: number }
  | { readonly amount: number; readonly currency: keyof typeof CURRENCY_STYLES };

/** Indexes of cell styles. */
const CURRENCY_STYLES = { euros: 2, naira: 3, dollars: 4 } as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellXml(cell: Cell, row: number, column: number): string {
  const at = `${String.fromCharCode(65 + column)}${row + 1}`;
  if (typeof cell === 'string')
    return cell === '' ? '' : `<c r="${at}" t="inlineStr"><is><t>${escape(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return 'serial' in cell
    ? `<c r="${at}" s="1"><v>${cell.serial}</v></c>`
    : `<c r="${at}" s="${CURRENCY_STYLES[cell.currency]}"><f>1*${cell.amount}</f><v>${cell.amount}</v></c>`;
}

const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  `${XML}<worksheet ${MAIN}><sheetData>${rows
    .map((cells, row) => {
      const all = cells.map((cell, column) => cellXml(cell, row, column)).join('');
      return `<row r="${row + 1}">${all}</row>`;
    })
    .join('')}</sheetData></worksheet>`;

/** Spreadsheet serial number of a local time: days since 1900. */
export const toSerialDate = (iso: string): number => Date.parse(`${iso}Z`) / 86_400_000 + 25_569;

export function aWorkbook(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
): Uint8Array {
  const names = Object.keys(sheets);
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId99" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts count="3"><numFmt numFmtId="164" formatCode="_-* #,##0.00\\ [$€-407]_-"/><numFmt numFmtId="165" formatCode="&quot;NGN&quot;\\ #,##0.00;[Red]\\-#,##0.00"/><numFmt numFmtId="166" formatCode="[$$-409]#,##0.00"/></numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" xfId="0"/><xf numFmtId="22" xfId="0" applyNumberFormat="1"/>${[164, 165, 166].map((id) => `<xf numFmtId="${id}" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)]),
    ),
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
}
