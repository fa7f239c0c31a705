import {
  estimateTtlCost,
  type StateChange,
  sizeText,
  storagePricesOf,
  storageSpec,
  tableStateSpec,
} from '@frostline/domain'
import { getTablePolicy } from '../../../placement/table-policy/get.ts'
import { previewTableTtl } from '../../../placement/ttl/preview.ts'
import type { TableTtlPreview } from '../../../placement/ttl/schema.ts'
import type { ServiceContext } from '../../base/context.ts'
import { readPriceBook } from '../../cost/disk-prices.ts'
import { requireSlug } from '../require-slug.ts'
import type { DryRun } from '../state-adapter.ts'
import { tableOf } from './read-tables.ts'

interface Place {
  cluster: string
  database: string
  table: string
}

/** What changing the storage policy and the TTL of a table would do, by the dry runs of its page. */
export async function previewTable(
  ctx: ServiceContext,
  change: StateChange,
  plan: readonly StateChange[],
): Promise<DryRun> {
  const at = { cluster: requireSlug(change), ...tableOf(change) }
  const { storagePolicy, ttl } = tableStateSpec.parse(change.after)
  const storage = plan.find(({ kind, cluster }) => kind === 'storage' && cluster === change.cluster)
  if (storage && storagePolicy !== undefined && storagePolicy in storageSpec.parse(storage.after).policies)
    return { notes: [`It is tried when the policy ${storagePolicy} is on the nodes.`] }
  const changes = (field: string) => change.fields.some(({ path }) => path === field)
  const policy =
    storagePolicy !== undefined && changes('storagePolicy')
      ? await previewPolicy(ctx, at, storagePolicy)
      : null
  const rules = ttl !== undefined && changes('ttl') ? await previewTtl(ctx, at, ttl) : null
  const blocked = policy?.blocked ?? (policy ? undefined : rules?.blocked)
  return {
    notes: [
      ...(policy?.notes ?? []),
      ...(policy && rules?.blocked
        ? [`Under the present policy the TTL is not possible: ${rules.blocked}`]
        : []),
      ...(rules?.notes ?? []),
    ],
    ...(blocked ? { blocked } : {}),
    ...(rules?.accept ? { accept: rules.accept } : {}),
  }
}

/** Each once: nodes often say the same. */
function textsOf(checks: TableTtlPreview['data']['checks'], outcome: 'blocking' | 'warning'): string[] {
  return [...new Set(checks.filter((check) => check.outcome === outcome).map(({ text }) => text))]
}

async function previewPolicy(ctx: ServiceContext, at: Place, policy: string): Promise<DryRun> {
  const { data } = await getTablePolicy(ctx, { ...at, fresh: true })
  const choice = data.choices.find((each) => each.policy === policy)
  if (!choice) return { notes: [], blocked: `No node has the storage policy ${policy}.` }
  const blocking = textsOf(choice.checks, 'blocking')
  if (blocking.length > 0) return { notes: [], blocked: blocking.join(' ') }
  const due = choice.nodes.reduce((sum, { bytesDueAtOnce }) => sum + bytesDueAtOnce, 0n)
  const nodes = choice.nodes.filter(({ state }) => state === 'allowed').length
  const moves =
    due > 0n ? ` The server then moves up to ${sizeText(due)} at once.` : ' No part moves at once.'
  return {
    notes: [`Changes the storage policy on ${nodes} nodes.${moves}`, ...textsOf(choice.checks, 'warning')],
  }
}

async function previewTtl(ctx: ServiceContext, at: Place, ttl: string): Promise<DryRun> {
  const { data } = await previewTableTtl(ctx, { ...at, ttl })
  if (!data.accepted) return { notes: [], blocked: textsOf(data.checks, 'blocking').join(' ') }
  const { id } = await ctx.clusters.get(at.cluster)
  const { book } = await readPriceBook(ctx.db, id)
  return {
    notes: [...describeLoad(data), ...describeCost(data, book), ...textsOf(data.checks, 'warning')],
    ...(data.accept.gentle ? { accept: data.accept.gentle } : {}),
  }
}

const loadsOf = ({ nodes }: TableTtlPreview['data']) =>
  nodes.filter(({ changes }) => changes).map(({ gentle }) => gentle)

function describeLoad(data: TableTtlPreview['data']): string[] {
  const sum = (of: 'movesNow' | 'movesLater' | 'waits') =>
    loadsOf(data).reduce(
      (total, { [of]: each }) => ({ parts: total.parts + each.parts, bytes: total.bytes + each.bytes }),
      { parts: 0, bytes: 0n },
    )
  const text = ({ parts, bytes }: { parts: number; bytes: bigint }) =>
    `${parts} parts with ${sizeText(bytes)}`
  const [now, later, waits] = [sum('movesNow'), sum('movesLater'), sum('waits')]
  return [
    now.parts + later.parts === 0
      ? 'Moves no part now.'
      : `Moves ${text(now)} at once, and ${text(later)} later.`,
    ...(waits.parts > 0
      ? [
          `${text(waits)} are due but have no information for this TTL: they move after a merge. Materialize the TTL on the page of the table, or move them by a tier migration.`,
        ]
      : []),
  ]
}

function describeCost(data: TableTtlPreview['data'], book: Parameters<typeof storagePricesOf>[0]): string[] {
  const costs = loadsOf(data).map((load) => estimateTtlCost(load, storagePricesOf(book)))
  const total = (of: 'requests' | 'perMonth') => costs.reduce((sum, { [of]: each }) => sum + each, 0)
  const count = (of: 'writeRequests' | 'readRequests') =>
    loadsOf(data).reduce((sum, { [of]: each }) => sum + each, 0n)
  const month = total('perMonth')
  const [writes, reads] = [count('writeRequests'), count('readRequests')]
  if (writes + reads === 0n && Math.abs(month) < 0.005) return []
  const money = (amount: number) => `${book.currency} ${Math.abs(amount).toFixed(2)}`
  return [
    `About ${writes} PUT and ${reads} GET requests, ${money(total('requests'))}. Storage then costs ${money(month)} ${month < 0 ? 'less' : 'more'} a month.`,
  ]
}
