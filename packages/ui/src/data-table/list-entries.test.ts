import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listEntries } from './list-entries.ts'

it('keeps every row once, and rows of a group together', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.nat(), group: fc.constantFrom('a', 'b', 'c') })), (originals) => {
      const rows = originals.map((original) => ({ original }))
      const entries = listEntries(rows, ({ group }: { group: string }) => group)
      const kept = entries.flatMap((entry) => (entry.kind === 'row' ? [entry.row] : []))
      expect(kept).toHaveLength(rows.length)
      expect(new Set(kept)).toEqual(new Set(rows))
      const headers = entries.flatMap((entry) => (entry.kind === 'group' ? [entry.group] : []))
      expect(headers).toEqual([...new Set(originals.map(({ group }) => group))])
      let current = ''
      for (const entry of entries)
        if (entry.kind === 'group') current = entry.group
        else expect(entry.row.original.group).toBe(current)
    }),
  )
})

it('shows plain rows without groups', () => {
  const rows = [{ original: 1 }, { original: 2 }]
  expect(listEntries(rows, undefined)).toEqual(rows.map((row) => ({ kind: 'row', row })))
})
