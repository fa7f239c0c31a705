import { countSharedParts, judgeZeroCopy, type SharedPart } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { inspectTable } from './inspect-table.ts'
import { type GetTableSharingInput, getTableSharingInput, type TableSharing } from './schema.ts'
import { listSharingTables, readSharing } from './sharing-tables.ts'

const maxShown = 200

/**
 * Who shares the objects of a table, and what is wrong with it. Reads the metadata of all files of its disks and about
 * five Keeper nodes per part: only on request, never on an interval.
 */
export async function getTableSharing(
  ctx: ServiceContext,
  given: GetTableSharingInput,
): Promise<TableSharing> {
  const input = await authorizeInput(ctx, 'viewer', getTableSharingInput, given)
  const { database, table } = input
  const reading = await readCluster(ctx, { ...input, fresh: true }, (reader) =>
    readSharing(reader, { database, table }),
  )
  const replicas = listSharingTables(reading.readings)
  const look = () => inspectTable(ctx, input, replicas, reading.readings, reading.coverage.complete)
  const first = await look()
  // Parts that are being moved, fetched or removed look odd: only what is odd twice is reported.
  const last = first.parts.some(isOdd) ? keepWhatStays(first.parts, await look()) : first
  const findings = judgeZeroCopy(replicas, last.parts)
  const sum = (of: (part: SharedPart) => bigint) => last.parts.reduce((all, part) => all + of(part), 0n)
  const audit = await findOrphans(ctx, reading.cluster.id, last.prefixes)
  const missingNodes = [...new Set([...reading.coverage.missingNodes, ...last.silent])]
  return {
    ...reading.envelope,
    queries: [...reading.envelope.queries, ...last.queries],
    data: {
      ...{ database, table, findings, keeperFault: last.keeperFault },
      coverage: { complete: missingNodes.length === 0, missingNodes },
      replicas: replicas.map(({ node, shard, replica, enabled, lockPath, uuid, storagePolicy }) => ({
        ...{ node, shard, replica, enabled, lockPath, uuid, storagePolicy },
      })),
      sharing:
        replicas.some(({ enabled }) => enabled) ||
        last.parts.some(({ blobs }) => blobs.some(({ lockPath }) => lockPath !== null)),
      lockRoots: (last.keeper?.roots ?? []).map(({ path }) => path),
      prefixes: last.prefixes,
      audit,
      total: last.total,
      looked: last.parts.length,
      states: countSharedParts(last.parts),
      storedBytes: sum(({ storedBytes }) => storedBytes),
      savedBytes: sum(({ savedBytes }) => savedBytes),
      parts: last.parts
        .toSorted((a, b) => Number(isOdd(b)) - Number(isOdd(a)) || compareValues(a.part, b.part))
        .slice(0, maxShown),
    },
  }
}

/**
 * Objects without a lock and without a part: left behind by a move whose node was killed, and found only by an audit.
 */
async function findOrphans(
  ctx: ServiceContext,
  clusterId: string,
  prefixes: readonly string[],
): Promise<TableSharing['data']['audit']> {
  if (prefixes.length === 0) return null
  const audits = await ctx.db.bucketAudit.findMany({
    where: { run: { clusterId, status: 'completed', finishedAt: { not: null } }, obstacle: null },
    orderBy: { run: { finishedAt: 'desc' } },
    take: 50,
    select: { id: true, prefixes: true, run: { select: { finishedAt: true } } },
  })
  const audit = audits.find((each) =>
    prefixes.every((prefix) => each.prefixes.some((listed) => prefix.startsWith(listed))),
  )
  if (!audit?.run.finishedAt) return null
  const { _count: orphans, _sum } = await ctx.db.bucketFinding.aggregate({
    where: {
      ...{ auditId: audit.id, kind: 'orphan', confirmed: true },
      OR: prefixes.map((prefix) => ({ key: { startsWith: prefix } })),
    },
    _count: true,
    _sum: { sizeBytes: true },
  })
  return { id: audit.id, finishedAt: audit.run.finishedAt, orphans, bytes: _sum.sizeBytes ?? 0n }
}

function isOdd({ blobs, left }: SharedPart): boolean {
  return (
    left.length > 0 ||
    blobs.some(
      ({ owners, unlocked }) =>
        unlocked.length > 0 || owners.some(({ standing }) => standing !== 'holds' && standing !== 'unknown'),
    )
  )
}

/** Of the second reading, what the first one has too. */
function keepWhatStays<Look extends { parts: SharedPart[] }>(
  before: readonly SharedPart[],
  look: Look,
): Look {
  const seen = new Map(before.map((part) => [part.part, part]))
  return {
    ...look,
    parts: look.parts.map((part) => {
      const known = seen.get(part.part)
      return {
        ...part,
        left: part.left.filter(({ node, blob }) =>
          known?.left.some((each) => each.node === node && each.blob === blob),
        ),
        blobs: part.blobs.map((blob) => {
          const then = known?.blobs.find((each) => each.blob === blob.blob)
          return {
            ...blob,
            unlocked: blob.unlocked.filter((node) => then?.unlocked.includes(node)),
            owners: blob.owners.map((owner) =>
              owner.standing === 'holds' ||
              then?.owners.some(
                ({ replica, standing }) => replica === owner.replica && standing === owner.standing,
              )
                ? owner
                : { ...owner, standing: 'unknown' as const },
            ),
          }
        }),
      }
    }),
  }
}
