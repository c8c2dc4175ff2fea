const A4 = '[0 0 595 841.5]';

/** A PDF with a line of text (no brackets) on each page. */
export function createPdf(texts: readonly string[]): Buffer {
  const kids = texts.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => {
      const drawing = `BT /F 36 Tf 60 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  const head = '%PDF-1.7\n';
  const bodies = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`);
  const places = bodies.map((_, at) => head.length + bodies.slice(0, at).join('').length);
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const body = head + bodies.join('');
  return Buffer.from(
    `${body}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer << /Root 1 0 R /Size ${count} >>\nstartxref\n${body.length}\n%%EOF`,
  );
}
