import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardFormula, renderCsvHead, renderCsvLine } from './csv.ts'

/** RFC 4180: lines of cells, quoted or plain. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1
        cell += text[at]
      }
      at += 1
    } else while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++]
    line.push(cell)
    if (text[at] === ',') at += 1
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n')
      lines.push(line)
      line = []
      at += 2
    }
  }
  return lines
}

const hostile = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '"',
  ',',
  "'",
  '=cmd|calc',
  '－1',
  '"=1"',
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(hostile).map((parts) => parts.join('')),
)

describe('renderCsvLine', () => {
  it('round-trips, except for the guard against formulas', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), (lines) => {
        const written = lines.map(renderCsvLine).join('')
        expect(parseCsv(written)).toEqual(lines.map((line) => line.map(guardFormula)))
      }),
    )
  })

  it('never lets a text start like a formula', () => {
    fc.assert(
      fc.property(text, (value) => {
        const [[cell = ''] = []] = parseCsv(renderCsvLine([value]))
        expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
      }),
    )
  })

  it('has a header of plain names', () => {
    expect(renderCsvHead(['read_rows', 'sizeBytes', '=1', 'a b'])).toBe(`read_rows,sizeBytes,"'=1","a b"\r\n`)
  })

  it('keeps numbers numeric, negative ones too, and leaves unknown values empty', () => {
    const line = renderCsvLine([-5, 0.25, -(2n ** 63n), true, null, undefined, new Date(0), '-5'])
    expect(line).toBe(`-5,0.25,-9223372036854775808,true,,,"1970-01-01T00:00:00.000Z","'-5"\r\n`)
  })
})
