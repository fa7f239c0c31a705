import type { SharedPart } from './judge-shared-part.ts'

/** Zero-copy settings of one replica. */
export interface SharingSettings {
  node: string
  set: string
  uuid: string
  enabled: boolean
  /** Lock path in Keeper: remote_fs_zero_copy_zookeeper_path. */
  lockPath: string
}

export const zeroCopyFaults = [
  'lock-path-differs',
  'dropped-replica-locks',
  'unregistered-replica',
  'unheld-locks',
  'left-by-move',
  'lock-without-part',
  'part-without-lock',
  'setting-differs',
  'separate-copies',
  'uuid-differs',
] as const
type ZeroCopyFault = (typeof zeroCopyFaults)[number]

export interface ZeroCopyFinding {
  fault: ZeroCopyFault
  severity: 'critical' | 'warning' | 'notice'
  /** Number of affected parts or replicas. */
  count: number
  /** What was observed, one line each. */
  evidence: string[]
  /** Bytes in the bucket that it costs or holds. Null: unknown. */
  bytes: bigint | null
  /** Keeper paths that are no longer needed; only these may be removed. */
  removablePaths: string[]
}

const maxEvidence = 20

/** What is wrong with one table's sharing, worst first. */
export function judgeZeroCopy(
  settings: readonly SharingSettings[],
  parts: readonly SharedPart[],
): ZeroCopyFinding[] {
  const on = new Set(settings.flatMap(({ node, enabled }) => (enabled ? [node] : [])))
  return [...judgeSettings(settings), ...judgeLocks(parts, on)].sort(
    (a, b) => zeroCopyFaults.indexOf(a.fault) - zeroCopyFaults.indexOf(b.fault),
  )
}

function judgeSettings(settings: readonly SharingSettings[]): ZeroCopyFinding[] {
  const found: ZeroCopyFinding[] = []
  const say = (
    fault: ZeroCopyFault,
    severity: ZeroCopyFinding['severity'],
    of: (replica: SharingSettings) => string,
    among: readonly SharingSettings[],
  ) => {
    const sets = new Set(among.map(({ set }) => set))
    const differing = [...sets].flatMap((set) => {
      const own = among.filter((replica) => replica.set === set)
      return new Set(own.map(of)).size > 1 ? own : []
    })
    if (differing.length === 0) return
    const evidence = differing.map((replica) => `${replica.node}: ${of(replica)}`)
    found.push({
      ...{ fault, severity, count: differing.length, evidence: evidence.slice(0, maxEvidence) },
      ...{ bytes: null, removablePaths: [] },
    })
  }
  const on = settings.filter(({ enabled }) => enabled)
  say('lock-path-differs', 'critical', ({ lockPath }) => lockPath, on)
  say('setting-differs', 'warning', ({ enabled }) => (enabled ? 'on' : 'off'), settings)
  say('uuid-differs', 'notice', ({ uuid }) => uuid, on)
  return found
}

/** @param on nodes with the setting enabled. */
function judgeLocks(parts: readonly SharedPart[], on: ReadonlySet<string>): ZeroCopyFinding[] {
  const owners = parts.flatMap(({ part, blobs }) =>
    blobs.flatMap((blob) => blob.owners.map((owner) => ({ ...{ part, blob }, ...owner }))),
  )
  const ofStanding = (standing: string) => owners.filter((owner) => owner.standing === standing)
  const pathOf = ({ blob, replica }: (typeof owners)[number]) => `${blob.lockPath}/${replica}`
  const found: ZeroCopyFinding[] = []
  const say = (
    fault: ZeroCopyFault,
    severity: ZeroCopyFinding['severity'],
    lines: readonly { text: string; bytes: bigint | null }[],
    removablePaths: string[] = [],
  ) => {
    if (lines.length === 0) return
    const known = lines.filter(({ bytes }) => bytes !== null)
    found.push({
      ...{ fault, severity, count: lines.length, removablePaths },
      evidence: lines.slice(0, maxEvidence).map(({ text }) => text),
      bytes: known.length === 0 ? null : known.reduce((sum, { bytes }) => sum + (bytes ?? 0n), 0n),
    })
  }
  const dropped = ofStanding('dropped').filter(({ blob }) => blob.set !== null)
  say(
    'dropped-replica-locks',
    'warning',
    dropped.map((owner) => ({ text: pathOf(owner), bytes: sizeOf(owner.blob) })),
    dropped.map(pathOf),
  )
  say(
    'unheld-locks',
    'warning',
    ofStanding('dropped').flatMap((owner) =>
      owner.blob.set === null ? [{ text: pathOf(owner), bytes: null }] : [],
    ),
  )
  say(
    'unregistered-replica',
    'critical',
    ofStanding('unregistered').map((owner) => ({
      text: `${owner.node} has ${owner.part}, and Keeper has no replica ${owner.replica}`,
      bytes: sizeOf(owner.blob),
    })),
  )
  say(
    'left-by-move',
    'warning',
    parts.flatMap(({ part, blobs, left }) =>
      left.map(({ node, disk, blob, bytes }) => ({
        text: `${node} has metadata of ${part} on ${disk}, and not the part`,
        // Others may need the objects.
        bytes: blobs.some((each) => each.blob === blob && each.holders > 0) ? 0n : bytes,
      })),
    ),
  )
  say(
    'lock-without-part',
    'warning',
    ofStanding('none').map((owner) => ({ text: pathOf(owner), bytes: sizeOf(owner.blob) })),
  )
  say(
    'part-without-lock',
    'warning',
    parts.flatMap(({ part, blobs }) =>
      blobs.flatMap((blob) =>
        blob.unlocked
          .filter((node) => on.has(node))
          .map((node) => ({ text: `${part} on ${node}`, bytes: blob.bytes })),
      ),
    ),
  )
  say(
    'separate-copies',
    'notice',
    parts.flatMap(({ part, state, blobs, storedBytes }) => {
      if (state !== 'apart' || on.size < 2) return []
      const largest = blobs.reduce((most, { bytes }) => (bytes > most ? bytes : most), 0n)
      const copies = blobs.filter(({ holders }) => holders > 0).length
      return [{ text: `${part} is stored ${copies} times`, bytes: storedBytes - largest }]
    }),
  )
  return found
}

/** Null where no replica has the part, so that only an audit of the bucket can show it. */
function sizeOf({ bytes, holders }: { bytes: bigint; holders: number }): bigint | null {
  return holders === 0 && bytes === 0n ? null : bytes
}
