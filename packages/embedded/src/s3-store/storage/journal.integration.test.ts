import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Journal } from './journal.ts'

let folder: string
let path: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's3-store-journal-'))
  path = join(folder, 'journal')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const entries = ['one', 'two\nlines', 'drei – ∞']

function replay(): string[] {
  const found: string[] = []
  Journal.open<string>(path, (entry) => found.push(entry)).close()
  return found
}

function write(): Buffer {
  rmSync(path, { force: true })
  const journal = Journal.open<string>(path, () => {})
  for (const entry of entries) journal.append(entry)
  journal.close()
  return readFileSync(path)
}

describe('a journal', () => {
  it('cut at any byte gives the complete records, and can be appended to', () => {
    const content = write()
    for (let length = 0; length <= content.length; length += 1) {
      writeFileSync(path, content.subarray(0, length))
      const lines = content.subarray(0, length).filter((byte) => byte === 10).length
      const journal = Journal.open<string>(path, () => {})
      journal.append('more')
      journal.close()
      expect(replay()).toEqual([...entries.slice(0, lines), 'more'])
    }
  })

  it('changed at any byte is rejected, except for its last line, which might be torn', () => {
    const content = write()
    for (let at = 0; at < content.length; at += 1) {
      const damaged = Buffer.from(content)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
      writeFileSync(path, damaged)
      if (at < content.length - 1) expect(() => replay()).toThrow('is damaged at byte')
      else expect(replay()).toEqual(entries.slice(0, 2))
    }
  })

  it('compacted contains exactly the given records, and those appended after', () => {
    write()
    const journal = Journal.open<string>(path, () => {})
    journal.compact(['kept'])
    expect(journal.records).toBe(1)
    journal.append('later')
    journal.close()
    expect(replay()).toEqual(['kept', 'later'])
  })
})
