import { createHash } from 'node:crypto'
import {
  addressOf,
  canonicalJson,
  type DesiredState,
  desiredState,
  indexObjects,
  isJsonMap,
  type Json,
  listStateObjects,
  planState,
  type SecretState,
  type StateChange,
  type StateObject,
  type StatePlan,
  secretRefsOf,
  titleOf,
} from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { idsOfClusters } from './cluster-slugs.ts'
import { readState } from './read-state.ts'
import { describeFile } from './refuse-managed.ts'
import type { statePlanInput } from './schema.ts'

export interface PreparedPlan {
  file: DesiredState
  desired: StateObject[]
  plan: StatePlan
  fingerprint: string
  newlyManaged: string[]
  missingSecrets: string[]
  skipped: string[]
  needsApproval: boolean
  /** Slugs that the file registers. */
  newClusters: string[]
  /** The cluster that the change set is filed under. Null: there is none. */
  home: { id: string; name: string } | null
}

/** Compares the file with the console. Changes nothing. @throws ServiceError `invalid` for a fault of the file, `unreachable`. */
export async function preparePlan(
  ctx: ServiceContext,
  { document, secrets }: z.output<typeof statePlanInput>,
): Promise<PreparedPlan> {
  const file = parseInput(desiredState, document as z.input<typeof desiredState>)
  const slugs = Object.keys(file.clusters ?? {})
  const clusters = await ctx.db.cluster.findMany({
    select: { id: true, name: true, slug: true, approvalRequired: true },
    orderBy: { createdAt: 'asc' },
  })
  const isNew = (slug: string) => clusters.every((cluster) => cluster.slug !== slug)
  await idsOfClusters(
    ctx.db,
    slugs.filter((slug) => !isNew(slug) || file.clusters?.[slug]?.connection === undefined),
  )
  const all = listStateObjects(file)
  const ended = all.filter((object) => hasEnded(object, ctx.now()))
  const desired = all.filter((object) => !ended.includes(object))
  const present = await readState(ctx, {
    wanted: desired.filter(({ cluster }) => cluster === null || !isNew(cluster)),
    leftOut: [],
  })
  const managed = await ctx.db.managedObject.findMany()
  const current = present.map(({ secrets: _, id: __, ...object }) => object)
  const own = managed.filter((row) => row.file === file.name).map(({ address }) => address)
  const index = indexObjects(present)
  const states = new Map(
    desired.flatMap((object): [string, SecretState][] => {
      const state = compareSecrets(object.spec, secrets, index.get(addressOf(object))?.secrets ?? {})
      return [[addressOf(object), state]]
    }),
  )
  const plan = planState({ desired, current, managed: own, prune: file.prune, secrets: states })
  const others = new Map(managed.filter((row) => row.file !== file.name).map((row) => [row.address, row]))
  const changes = plan.changes.map((change) => {
    const other = others.get(change.address)
    if (other) return { ...change, blocked: `It is managed from ${describeFile(other)}.` }
    // Tables of a new cluster are compared once it is registered.
    const isUnread = change.kind === 'tables' && change.cluster !== null && isNew(change.cluster)
    return isUnread ? { ...change, blocked: null } : change
  })
  const home = clusters.find(({ slug }) => slugs.includes(slug)) ?? clusters[0] ?? null
  const touched = new Set([...changes.map(({ cluster }) => cluster), home?.slug])
  return {
    ...{ file, desired, plan: { ...plan, changes }, home, newClusters: slugs.filter(isNew) },
    fingerprint: createHash('sha256')
      .update(canonicalJson(changes.map(toPrint)))
      .digest('hex'),
    newlyManaged: plan.unchanged.filter((address) => !own.includes(address) && !others.has(address)),
    missingSecrets: [
      ...new Set(changes.filter(needsSecret).flatMap(({ after }) => Object.values(secretRefsOf(after)))),
    ].filter((ref) => secrets[ref] === undefined),
    skipped: ended.map((object) => `${addressOf(object)}: The ${titleOf(object)} has ended.`),
    needsApproval:
      changes.length > 0 &&
      clusters.some(({ slug, approvalRequired }) => approvalRequired && touched.has(slug)),
  }
}

function hasEnded({ kind, spec }: StateObject, now: Date): boolean {
  if (kind !== 'maintenanceWindows' || !isJsonMap(spec)) return false
  return typeof spec.endsAt === 'string' && new Date(spec.endsAt) <= now
}

const toPrint = ({ address, action, before, after, newSecret }: StateChange): Json => ({
  ...{ address, action, before, after, newSecret },
})

/** Only those whose values are given. */
function compareSecrets(
  spec: Json,
  given: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, () => string>>,
): SecretState {
  const known = Object.entries(secretRefsOf(spec)).flatMap(([place, ref]) => {
    const [value, open] = [given[ref], stored[place]]
    return value === undefined || !open ? [] : [open() === value]
  })
  if (known.includes(false)) return 'differs'
  return known.length > 0 ? 'same' : 'unknown'
}

/** Values of the secrets of a spec by their place: of those that are known by their reference. */
export function secretsAt(spec: Json, byRef: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(secretRefsOf(spec)).flatMap(([place, ref]) => {
      const value = byRef[ref]
      return value === undefined ? [] : [[place, value]]
    }),
  )
}

/** Fields that say where a secret is sent. If one of them changes, the stored secret is not sent there: it is given again. */
const receivers = new Set([
  ...['endpoint', 'accessKeyId', 'auth', 'host', 'port', 'baseUrl', 'username'],
  ...['nodes', 'tlsVerify', 'tlsCaPem', 'access_key_id', 'account_name', 'storage_account_url'],
])

/** Whether the change stores the values of its secrets. */
export function needsSecret({ action, after, newSecret, fields }: StateChange): boolean {
  if (Object.keys(secretRefsOf(after)).length === 0) return false
  return (
    action !== 'update' ||
    newSecret ||
    fields.some(({ path }) => path.split('.').some((part) => receivers.has(part)))
  )
}

/** @throws ServiceError `conflict` for a plan that cannot be applied. */
export function refuseBlocked({ plan, missingSecrets }: PreparedPlan): void {
  const blocked = plan.changes.filter((change) => change.blocked !== null)
  if (blocked.length > 0)
    throw new ServiceError(
      'conflict',
      `The file cannot be applied. ${blocked.map((change) => `${change.address}: ${change.blocked}`).join(' ')}`,
      { hint: 'Correct the file, then plan it again.' },
    )
  if (missingSecrets.length > 0)
    throw new ServiceError('invalid', `Values of secrets are missing: ${missingSecrets.join(', ')}.`, {
      hint: 'Set these variables, or create these files, where the command line runs.',
    })
}
