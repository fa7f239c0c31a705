import { isApplied, isJsonMap, type Json, tableStateSpec } from '@frostline/domain'
import { changeTablePolicy } from '../../../placement/table-policy/change.ts'
import { applyTableTtl } from '../../../placement/ttl/apply.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import { refuseDeviation } from '../refuse-deviation.ts'
import { requireSlug } from '../require-slug.ts'
import type { NodeAdapter, StoredStateChange } from '../state-adapter.ts'
import { previewTable } from './preview-table.ts'
import { readTables, tableOf } from './read-tables.ts'

/** Storage policies and TTLs of tables. A TTL is set the gentle way: MATERIALIZE TTL is work on data, and not a state. */
export const tableAdapter: NodeAdapter = {
  waitsForNodes: true,
  read: readTables,
  preview: previewTable,
  async carryOut(ctx, change) {
    const { kind, cluster, name, after } = change
    const [present = null] = await readTables(ctx, {
      wanted: [{ kind, cluster, name, spec: after }],
      leftOut: [],
    })
    if (present && isApplied(change, present)) return 'unchanged'
    if (!present || !isOnTheWay(change, present.spec)) refuseDeviation(change, present)
    const at = { cluster: requireSlug(change), ...tableOf(change) }
    const { storagePolicy, ttl } = tableStateSpec.parse(after)
    const now = fieldsOf(present.spec)
    // Before the TTL, which may name a volume of the new policy.
    if (storagePolicy !== undefined && now.storagePolicy !== storagePolicy)
      await setPolicy(ctx, at, storagePolicy)
    if (ttl !== undefined && now.ttl !== ttl) await setTtl(ctx, at, ttl, change)
    return 'done'
  },
}

const fieldsOf = (spec: Json) => (isJsonMap(spec) ? spec : {})
const valuesOf = (value: Json | undefined) => (Array.isArray(value) ? value : [value])

/** Each node has the value before or the wanted one: an interrupted change leaves some of both. */
function isOnTheWay({ before, after }: StoredStateChange, present: Json): boolean {
  // Of a cluster that was new to the plan. A TTL that deletes rows still has to be accepted.
  if (before === null) return true
  const [old, now] = [fieldsOf(before), fieldsOf(present)]
  return Object.entries(fieldsOf(after)).every(([field, wanted]) => {
    const known = [wanted, ...valuesOf(old[field])]
    return valuesOf(now[field]).every((value) => known.includes(value ?? null))
  })
}

interface Place {
  cluster: string
  database: string
  table: string
}

async function setPolicy(ctx: ServiceContext, at: Place, policy: string): Promise<void> {
  const { complete, nodes } = await changeTablePolicy(ctx, { ...at, policy })
  if (complete) return
  const open = nodes.filter(({ outcome }) => outcome !== 'changed' && outcome !== 'already')
  refuseHalf('The storage policy', open, {
    refused: open.some(({ outcome }) => outcome === 'refused'),
    away: open.some(({ outcome }) => outcome === 'unknown'),
  })
}

async function setTtl(ctx: ServiceContext, at: Place, ttl: string, change: StoredStateChange): Promise<void> {
  const { outcome, nodes } = await applyTableTtl(ctx, {
    ...{ ...at, ttl, mode: 'gentle' },
    ...(change.accepts ? { accepts: change.accepts } : {}),
  })
  if (outcome === 'applied') return
  const open = nodes.filter(({ state }) => !['changed', 'unchanged', 'waits'].includes(state))
  refuseHalf(
    'The TTL',
    open.map(({ node, error }) => ({ node, message: error })),
    {
      refused: open.some(({ state }) => state === 'failed'),
      away: open.some(({ state }) => state === 'unknown'),
    },
  )
}

/** @throws ServiceError `unreachable` where a node went away and none refused: the change set then waits for it. */
function refuseHalf(
  what: string,
  open: readonly { node: string; message: string | null }[],
  { refused, away }: { refused: boolean; away: boolean },
): never {
  const reasons = open.map(({ node, message }) => `${node}: ${message ?? 'not sent'}`).join(' ')
  throw new ServiceError(
    away && !refused ? 'unreachable' : 'conflict',
    `${what} was not changed on all nodes. ${reasons}`,
    { hint: 'Fix the cause, then continue the change set.' },
  )
}
