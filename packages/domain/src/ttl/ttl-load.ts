import { objectsOfParts } from '../cost/request-cost.ts'
import type { StoragePolicy } from '../policy/storage-policy.ts'
import type { TtlMode } from './part-loss.ts'
import type { TtlEffect } from './ttl-effect.ts'
import { addTtlLosses, noTtlLoss, type TtlLoss, toTtlLoss } from './ttl-loss.ts'
import type { TtlPart } from './ttl-part.ts'

/** Totals of a set of parts, and the cost of moving it to an object store. */
export interface TtlTotals {
  parts: number
  rows: bigint
  bytes: bigint
}

/** What a TTL does on one replica, by effect on its parts. */
export interface TtlLoad {
  /** Read and rewritten as a whole by the mutation. None in gentle mode. */
  rewritten: TtlTotals
  movesNow: TtlTotals
  movesLater: TtlTotals
  /** Due, but unknown to the server: needs a tier migration. */
  waits: TtlTotals
  blocked: TtlTotals
  unknown: TtlTotals
  /** Parts of which no row is left. */
  vanishes: TtlTotals
  /** Everything removed, including those parts. */
  loss: TtlLoss
  /** Write and read requests to object storage. Estimates: see requestsOf. */
  writeRequests: bigint
  readRequests: bigint
  /** Bytes uploaded to object storage. */
  uploadedBytes: bigint
  /** Bytes that leave local disks for object storage, less those that come back. */
  cooledBytes: bigint
  /** Bytes that rules remove from local disks and from object storage. Estimates: see FreedBytes. */
  removedBytes: { local: bigint; remote: bigint }
}

export interface JudgedPart {
  part: TtlPart
  effect: TtlEffect
}

const uploadPartBytes = 16n * 1024n * 1024n
const multipartFromBytes = 32n * 1024n * 1024n

/**
 * Requests for one part that moves to an object store or is rewritten there. Measured on 26.7: a PUT per file, five
 * more for files that system.parts does not count, and above 32 MiB an upload part per 16 MiB (13 files of 94 MiB: 24
 * requests, estimated 24). Reading it back takes about one GET per file.
 * @param addedFiles that the part gets on the way: see TtlPart.addedFiles.
 */
export function requestsOf(
  part: Pick<TtlPart, 'files' | 'bytesOnDisk'>,
  addedFiles = 0n,
): { writes: bigint; reads: bigint } {
  const uploadParts =
    part.bytesOnDisk < multipartFromBytes ? 0n : (part.bytesOnDisk + uploadPartBytes - 1n) / uploadPartBytes
  const files = part.files + addedFiles
  return { writes: objectsOfParts({ parts: 1n, files }) + uploadParts, reads: part.files }
}

/**
 * Adds up the effects on the parts of one replica. `isRemote` identifies disks on object storage. Without a rule
 * nothing is materialized: REMOVE TTL starts no mutation.
 */
export function sumTtlLoad(
  judged: readonly JudgedPart[],
  mode: TtlMode,
  replica: { policy: StoragePolicy; isRemote: (disk: string) => boolean; hasRules: boolean },
): TtlLoad {
  const load = noTtlLoad()
  const rewrites = mode === 'heavy' && replica.hasRules
  for (const { part, effect } of judged) {
    const fromRemote = replica.isRemote(part.disk)
    const { writes, reads } = requestsOf(part, rewrites ? part.addedFiles : 0n)
    if (rewrites) {
      load.rewritten = add(load.rewritten, part)
      if (fromRemote) {
        load.writeRequests += writes
        load.readRequests += reads
        load.uploadedBytes += part.bytesOnDisk
      }
    }
    if (effect.vanishes) load.vanishes = add(load.vanishes, part)
    const removed = effect.loss?.bytes.about ?? 0n
    load.removedBytes[fromRemote ? 'remote' : 'local'] += removed
    if (effect.next) load.movesLater = add(load.movesLater, part)
    if (effect.place.kind === 'waits') load.waits = add(load.waits, part)
    if (effect.place.kind === 'blocked') load.blocked = add(load.blocked, part)
    if (effect.place.kind === 'unknown') load.unknown = add(load.unknown, part)
    if (effect.place.kind !== 'moves') continue
    load.movesNow = add(load.movesNow, part)
    const target = effect.place.to
    const disk = target.to === 'disk' ? target.name : firstDisk(replica.policy, target.name)
    const toRemote = replica.isRemote(disk)
    if (toRemote) {
      load.writeRequests += writes
      load.uploadedBytes += part.bytesOnDisk
    }
    if (fromRemote) load.readRequests += reads
    // What a rule removes is in removedBytes, by the disk it was on.
    if (toRemote && !fromRemote) load.cooledBytes += part.bytesOnDisk - removed
    if (fromRemote && !toRemote) load.cooledBytes -= part.bytesOnDisk - removed
  }
  load.loss = addTtlLosses(judged.map(({ effect }) => toTtlLoss(effect.loss)))
  return load
}

export function noTtlLoad(): TtlLoad {
  const none = { parts: 0, rows: 0n, bytes: 0n }
  return {
    rewritten: none,
    movesNow: none,
    movesLater: none,
    waits: none,
    blocked: none,
    unknown: none,
    vanishes: none,
    loss: noTtlLoss,
    writeRequests: 0n,
    readRequests: 0n,
    uploadedBytes: 0n,
    cooledBytes: 0n,
    removedBytes: { local: 0n, remote: 0n },
  }
}

function add(totals: TtlTotals, part: TtlPart): TtlTotals {
  return {
    parts: totals.parts + 1,
    rows: totals.rows + part.rows,
    bytes: totals.bytes + part.bytesOnDisk,
  }
}

function firstDisk(policy: StoragePolicy, volumeName: string): string {
  return policy.volumes.find(({ name }) => name === volumeName)?.disks[0] ?? ''
}
