import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AuditFields, auditHashText, auditLine, type ChainedEntry } from './audit-record.ts'
import { type ChainFault, createChainVerifier, genesisHash, type NotedHead } from './verify-chain.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const arbitraryFields = fc.record<AuditFields>({
  id: fc.uuid(),
  at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
  actorType: fc.constantFrom('user', 'token', 'system'),
  actorId: fc.option(fc.string()),
  actorName: fc.string({ unit: 'grapheme' }),
  action: fc.constantFrom('cluster.update', 'user.create'),
  objectType: fc.constantFrom('cluster', 'user'),
  objectId: fc.option(fc.string()),
  objectName: fc.string({ unit: 'grapheme' }),
  clusterId: fc.option(fc.string()),
  clusterName: fc.option(fc.string()),
  statements: fc.constantFrom([], [{ node: 'n1', sql: 'SELECT 1', queryId: 'q' }]),
  details: fc.dictionary(fc.string(), fc.jsonValue()),
  outcome: fc.constantFrom('succeeded', 'denied'),
  error: fc.option(fc.string()),
})

function chain(fields: readonly AuditFields[], from = { sequence: 0n, hash: genesisHash }): ChainedEntry[] {
  let before = from
  return fields.map((each) => {
    const linked = { ...each, sequence: before.sequence + 1n, previousHash: before.hash }
    before = { ...linked, hash: digest(auditHashText(linked)) }
    return before as ChainedEntry
  })
}

function verify(
  entries: readonly ChainedEntry[],
  noted: readonly NotedHead[] = [],
  base = { sequence: 0n, hash: genesisHash },
): ChainFault | null {
  const verifier = createChainVerifier(base, noted, digest)
  for (const entry of entries) {
    const fault = verifier.next(entry)
    if (fault) return fault
  }
  return verifier.end()
}

const headOf = (entries: readonly ChainedEntry[]): NotedHead => {
  const last = entries.at(-1)
  return { sequence: last?.sequence ?? 0n, hash: last?.hash ?? genesisHash, by: 'siem' }
}

const arbitraryChain = fc
  .uniqueArray(arbitraryFields, { minLength: 2, maxLength: 12, selector: ({ id }) => id })
  .map((fields) => chain(fields))
const arbitraryPlace = fc.tuple(arbitraryChain, fc.nat()).map(([entries, any]) => ({
  entries,
  at: any % entries.length,
}))

describe('a chain', () => {
  it('is verified as it was written, against its own head', () => {
    fc.assert(fc.property(arbitraryChain, (entries) => verify(entries, [headOf(entries)]) === null))
  })

  it('shows each removed entry, also the last ones against a noted head', () => {
    fc.assert(
      fc.property(arbitraryPlace, ({ entries, at }) => {
        const fault = verify(entries.toSpliced(at, 1), [headOf(entries)])
        expect(fault).toMatchObject({ kind: 'missing', sequence: BigInt(at + 1) })
        const cut = verify(entries.slice(0, at), [headOf(entries)])
        expect(cut).toEqual({
          kind: 'missing',
          sequence: BigInt(at + 1),
          through: BigInt(entries.length),
        })
      }),
    )
  })

  it('shows a change of any field', () => {
    fc.assert(
      fc.property(arbitraryPlace, arbitraryFields, ({ entries, at }, other) => {
        for (const key of Object.keys(other) as (keyof AuditFields)[]) {
          const entry = entries[at] as ChainedEntry
          const changed = { ...entry, [key]: other[key] }
          if (auditLine(changed) === auditLine(entry)) continue
          expect(verify(entries.with(at, changed))).toMatchObject({
            kind: 'changed',
            sequence: BigInt(at + 1),
          })
        }
      }),
    )
  })

  it('shows two entries that changed places, with or without their numbers', () => {
    fc.assert(
      fc.property(arbitraryPlace, fc.nat(), ({ entries, at }, any) => {
        const other = any % entries.length
        if (other === at) return
        const [a, b] = [entries[at] as ChainedEntry, entries[other] as ChainedEntry]
        expect(verify(entries.with(at, b).with(other, a))).not.toBeNull()
        const place = ({ sequence, previousHash, hash }: ChainedEntry) => ({ sequence, previousHash, hash })
        const swapped = entries.with(at, { ...b, ...place(a) }).with(other, { ...a, ...place(b) })
        expect(verify(swapped)).toMatchObject({ kind: 'changed' })
      }),
    )
  })

  it('shows an inserted entry, whatever number it has', () => {
    fc.assert(
      fc.property(arbitraryPlace, arbitraryFields, ({ entries, at }, fields) => {
        const [link] = chain([fields], at === 0 ? undefined : entries[at - 1])
        const inserted = entries.toSpliced(at, 0, link as ChainedEntry)
        expect(verify(inserted)).not.toBeNull()
        const shifted = inserted.map((entry, index) => ({ ...entry, sequence: BigInt(index + 1) }))
        expect(verify(shifted)).not.toBeNull()
      }),
    )
  })

  it('shows a history that was written anew with right hashes, against a noted head', () => {
    fc.assert(
      fc.property(arbitraryPlace, arbitraryFields, ({ entries, at }, fields) => {
        const forged = chain(entries.with(at, { ...(entries[at] as ChainedEntry), ...fields }))
        expect(verify(forged)).toBeNull()
        expect(verify(forged, [headOf(entries)])).toMatchObject({ kind: 'rewritten', by: 'siem' })
      }),
    )
  })

  it('may begin after what retention removed, if an entry records that', () => {
    fc.assert(
      fc.property(arbitraryPlace, arbitraryFields, ({ entries, at }, fields) => {
        const base = entries[at] as ChainedEntry
        const details = { throughSequence: Number(base.sequence), throughHash: base.hash }
        const record = { ...fields, action: 'audit.remove-old', details }
        const kept = [...entries.slice(at + 1), ...chain([record], entries.at(-1))]
        expect(verify(kept, [headOf(entries)], base)).toBeNull()
        expect(verify(kept.slice(0, -1), [], base)).toMatchObject({ kind: 'removal-unknown' })
        if (kept.length > 1) expect(verify(kept.slice(1), [], base)).toMatchObject({ kind: 'missing' })
      }),
    )
  })
})

it('writes one text for equal entries, whatever the order of their keys', () => {
  const [entry] = chain([
    {
      ...{
        id: 'e',
        at: new Date('2026-01-01T00:00:00Z'),
        actorType: 'user',
        actorId: null,
        actorName: 'ann',
      },
      ...{ action: 'cluster.update', objectType: 'cluster', objectId: 'c', objectName: 'é "x"' },
      ...{ clusterId: null, clusterName: null, statements: [], details: { b: 1.5, a: [true] } },
      ...{ outcome: 'succeeded', error: null },
    },
  ]) as [ChainedEntry]
  const line = auditLine(entry)
  expect(line).toBe(auditLine({ ...entry, details: { a: [true], b: 1.5 } }))
  const { hash, ...rest } = JSON.parse(line) as Record<string, unknown>
  expect(hash).toBe(entry.hash)
  expect(digest(JSON.stringify(rest))).toBe(hash)
})
