import { type JudgedPart, sumTtlLoad, type TtlCheck } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { compareValues } from '../reading/compare.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { requireTable } from '../reading/require-table.ts'
import { type CheckedTtl, checkTtl } from './check-ttl.ts'
import { type JudgedNode, judgeNode } from './judge-node.ts'
import {
  hasTtl,
  isRemoteDisk,
  observeTableTtl,
  refuseWithoutTtl,
  type TtlObservation,
} from './observe-table.ts'
import { readRules, toRuleView } from './read-rules.ts'
import {
  type PreviewTableTtlInput,
  previewTableTtlInput,
  type TableTtlPreview,
  type TtlPartView,
} from './schema.ts'

/** Where the due times have to be computed from the rows, a column of the whole table is read. */
const budgetMs = 120_000
const mostParts = 500

interface Judged {
  seen: TtlObservation
  checked: CheckedTtl
  judged: JudgedNode
}

/**
 * What setting this TTL would do now, to every part of every node, in the gentle and in the heavy way. Nothing is
 * changed. For admins, as setting it is: the expressions are evaluated over the rows of the table, and a condition may
 * read other tables.
 * @throws ServiceError `invalid` for a text that is no TTL, with its place; `not_found`, `unreachable`.
 */
export async function previewTableTtl(
  ctx: ServiceContext,
  given: PreviewTableTtlInput,
): Promise<TableTtlPreview> {
  await authorize(ctx, 'admin')
  const input = parseInput(previewTableTtlInput, given)
  const at = { database: input.database, table: input.table }
  const rules = readRules(input.ttl)
  const now = ctx.now()
  const reading = await readCluster(
    ctx,
    { cluster: input.cluster, fresh: true, budgetMs },
    async (reader, node) => {
      const seen = await observeTableTtl(reader, at)
      if (!seen) return null
      const checked = await checkTtl(reader, node.name, at, rules, now)
      const blocked = !hasTtl(seen.engine) || checked.checks.some(({ outcome }) => outcome === 'blocking')
      const judged: JudgedNode = blocked
        ? { checks: [], gentle: [], heavy: [] }
        : await judgeNode(reader, node.name, at, seen, checked, now)
      return { seen, checked, judged }
    },
  )
  const present = requireTable(reading, at)
  for (const { value } of present) refuseWithoutTtl(at, value.seen.engine)
  const checks = [
    ...unseenChecks(reading.coverage.missingNodes, reading.envelope.nodes),
    ...present.flatMap(({ value }) => [...value.checked.checks, ...value.judged.checks]),
  ]
  const found = present.find(({ value }) => value.checked.ttl !== null)?.value.checked
  const affected = present.flatMap(({ node, value }) => listAffected(node.name, value))
  return {
    ...reading.envelope,
    data: {
      ...at,
      coverage: reading.coverage,
      ttl: found?.ttl ?? null,
      rules: (found?.rules ?? []).map(toRuleView),
      accepted: checks.every(({ outcome }) => outcome !== 'blocking'),
      checks,
      nodes: present.map(({ node, value }) => ({
        node: node.name,
        changes: value.checked.ttl !== value.seen.ttl,
        ...sumNode(value),
      })),
      later: sumByDay(present.flatMap(({ value }) => value.judged.heavy)),
      due: findDuePartitions(present.flatMap(({ value }) => value.judged.gentle)),
      parts: affected.slice(0, mostParts),
      affectedParts: affected.length,
    },
  }
}

function sumNode({ seen, judged }: Judged) {
  const replica = { policy: seen.policy, isRemote: (disk: string) => isRemoteDisk(seen.disks, disk) }
  return {
    parts: {
      parts: seen.parts.length,
      rows: seen.parts.reduce((sum, part) => sum + part.rows, 0n),
      bytes: seen.parts.reduce((sum, part) => sum + part.bytes_on_disk, 0n),
    },
    gentle: sumTtlLoad(judged.gentle, 'gentle', replica),
    heavy: sumTtlLoad(judged.heavy, 'heavy', replica),
  }
}

const urgency = ['moves', 'waits', 'blocked', 'unknown', 'stays'] as const

/** Parts that something happens to, the most urgent and largest first. */
function listAffected(node: string, { judged }: Judged): TtlPartView[] {
  return judged.heavy
    .flatMap(({ part, effect }, index): TtlPartView[] => {
      const gentle = judged.gentle[index]?.effect
      const idle = effect.place.kind === 'stays' && gentle?.place.kind === 'stays'
      if (!gentle || (idle && !effect.next && effect.expiredRows === 0n)) return []
      const to = 'to' in effect.place ? effect.place.to : (effect.next?.to ?? null)
      return [
        {
          node,
          name: part.name,
          partitionId: part.partitionId,
          partition: part.partition,
          rows: part.rows,
          bytes: part.bytesOnDisk,
          disk: part.disk,
          gentle: gentle.place.kind,
          heavy: effect.place.kind,
          to: to && `${to.to} ${to.name}`,
          nextAt: effect.next && new Date(effect.next.atMs),
          expiredRows: effect.expiredRows,
        },
      ]
    })
    .sort((a, b) => urgency.indexOf(a.heavy) - urgency.indexOf(b.heavy) || compareValues(b.bytes, a.bytes))
}

function sumByDay(judged: readonly JudgedPart[]): TableTtlPreview['data']['later'] {
  const days = new Map<string, TableTtlPreview['data']['later'][number]>()
  for (const { part, effect } of judged) {
    if (!effect.next) continue
    const day = new Date(effect.next.atMs).toISOString().slice(0, 10)
    const to = `${effect.next.to.to} ${effect.next.to.name}`
    const sum = days.get(`${day} ${to}`) ?? { day, to, parts: 0, bytes: 0n }
    days.set(`${day} ${to}`, { ...sum, parts: sum.parts + 1, bytes: sum.bytes + part.bytesOnDisk })
  }
  return [...days.values()].sort((a, b) => compareValues(a.day, b.day) || compareValues(a.to, b.to))
}

/** A tier migration moves whole partitions: only those whose every part, on every node, is due for the same volume. */
function findDuePartitions(judged: readonly JudgedPart[]): TableTtlPreview['data']['due'] {
  const volumes = new Map<string, string | null>()
  for (const { part, effect } of judged) {
    const wanted = effect.wanted?.to === 'volume' && !effect.vanishes ? effect.wanted.name : null
    const known = volumes.get(part.partitionId)
    volumes.set(part.partitionId, known === undefined || known === wanted ? wanted : null)
  }
  const due = new Map<string, { volume: string; partitionIds: Set<string>; bytes: bigint }>()
  for (const { part, effect } of judged) {
    const volume = volumes.get(part.partitionId)
    if (!volume || effect.place.kind !== 'waits') continue
    const sum = due.get(volume) ?? { volume, partitionIds: new Set<string>(), bytes: 0n }
    sum.partitionIds.add(part.partitionId)
    due.set(volume, { ...sum, bytes: sum.bytes + part.bytesOnDisk })
  }
  return [...due.values()].map(({ partitionIds, ...rest }) => ({
    ...rest,
    partitionIds: [...partitionIds].sort(),
  }))
}

function unseenChecks(
  missing: readonly string[],
  nodes: readonly { name: string; message: string | null }[],
): TtlCheck[] {
  return missing.map((node) => ({
    id: 'nodes-reachable',
    node,
    outcome: 'blocking',
    text: `${node} could not be looked at: ${nodes.find(({ name }) => name === node)?.message ?? 'no answer'}`,
    hint: 'Bring the node back first: a TTL is set on every node or shown as half-applied.',
  }))
}
