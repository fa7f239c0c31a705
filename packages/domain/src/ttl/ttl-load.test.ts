import { expect, test } from 'vitest'
import { tieredPolicy } from '../testing/arbitrary-replica.ts'
import { noPartLoss } from './part-loss.ts'
import { makePart } from './testing/make-part.ts'
import type { TtlEffect } from './ttl-effect.ts'
import { requestsOf, sumTtlLoad } from './ttl-load.ts'

const MiB = 1024n * 1024n

test.each([
  [{ files: 13n, bytesOnDisk: 282_390n }, 18n],
  [{ files: 13n, bytesOnDisk: 98_435_299n }, 24n],
])('%s takes as many PUT requests as measured on the engine', (part, writes) => {
  expect(requestsOf(part).writes).toBe(writes)
})

const part = (disk: string) => makePart({ disk, bytesOnDisk: MiB, files: 5n, addedFiles: 2n })
const moves = (name: string): TtlEffect => ({
  place: { kind: 'moves', to: { kind: 'move', to: 'volume', name, ifExists: false } },
  wanted: null,
  next: null,
  loss: noPartLoss,
  vanishes: false,
})
const replica = { policy: tieredPolicy, isRemote: (disk: string) => disk === 's3_cached', hasRules: true }

test('only data for object storage is uploaded, and a rewrite there is uploaded again', () => {
  const judged = [
    { part: part('default'), effect: moves('cold') },
    { part: part('s3_cached'), effect: moves('hot') },
  ]
  const gentle = sumTtlLoad(judged, 'gentle', replica)
  expect(gentle).toMatchObject({
    movesNow: { parts: 2, rows: 20n, bytes: 2n * MiB },
    rewritten: { parts: 0 },
    uploadedBytes: MiB,
    cooledBytes: 0n,
    writeRequests: 10n,
    readRequests: 5n,
  })
  const heavy = sumTtlLoad(judged, 'heavy', replica)
  expect(heavy).toMatchObject({
    rewritten: { parts: 2 },
    uploadedBytes: 2n * MiB,
    // The two files that MATERIALIZE TTL adds to a part are uploaded with it.
    writeRequests: 24n,
    readRequests: 10n,
  })
})

test('without a rule nothing is materialized: no part is rewritten', () => {
  const judged = [
    { part: part('s3_cached'), effect: { ...moves('cold'), place: { kind: 'stays' as const } } },
  ]
  const load = sumTtlLoad(judged, 'heavy', { ...replica, hasRules: false })
  expect(load).toMatchObject({ rewritten: { parts: 0 }, writeRequests: 0n, readRequests: 0n })
})
