import { z } from 'zod'
import { builtInAlertKinds } from '../alerts/alert-rule.ts'
import { canonicalJson } from '../audit/canonical-json.ts'
import { priceBook } from '../cost/price-book.ts'
import type { Json } from './json.ts'
import {
  addressOf,
  factsOfState,
  prunableKinds,
  type StateKind,
  type StateObject,
  stateKindNames,
  wholeSpec,
} from './state-kinds.ts'
import {
  alertRuleSpec,
  approvalRuleSpec,
  cacheScheduleSpec,
  channelSpec,
  clusterSettingsSpec,
  connectionSpec,
  customRoleSpec,
  customRuleSpec,
  defaultRouteSpec,
  maintenanceSpec,
  pipelineSpec,
  routesSpec,
  sourceSpec,
  stateName,
  tableStateName,
  tableStateSpec,
  teamSpec,
  tierScheduleSpec,
} from './state-specs.ts'
import { configFilesSpec, storageSpec } from './storage-spec.ts'
import { withoutDefaults } from './without-defaults.ts'

const byName = <Spec extends z.ZodType>(spec: Spec) => z.record(stateName, spec).optional()

const clusterState = z.strictObject({
  connection: connectionSpec
    .optional()
    .describe('Nodes and account. Registers the cluster under this slug if there is none.'),
  settings: clusterSettingsSpec.optional(),
  prices: priceBook.optional().describe('Prices of storage and requests.'),
  configFiles: configFilesSpec
    .optional()
    .describe('Where a worker writes the configuration files of the nodes.'),
  storage: storageSpec
    .optional()
    .describe('Disks and storage policies. Applied as a rollout, one node after the other.'),
  tables: z
    .record(tableStateName, tableStateSpec)
    .optional()
    .describe('Storage policies and TTLs of tables that exist, by database.table.'),
  tierSchedules: byName(tierScheduleSpec),
  cacheSchedules: byName(cacheScheduleSpec),
  pipelines: byName(pipelineSpec),
})

/** The file. What it does not name is left alone. */
export const desiredState = z.strictObject({
  version: z.literal(1),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'A name has lower-case letters, digits and dashes.')
    .default('frostline')
    .describe(
      'Of the file. With several files, each has its own name: a file removes only what it has created.',
    ),
  prune: z
    .array(z.enum(prunableKinds))
    .default([])
    .describe('Objects of these kinds are removed if the file managed them and no longer has them.'),
  sources: byName(sourceSpec),
  channels: byName(channelSpec),
  alertRules: z
    .partialRecord(z.enum(builtInAlertKinds), alertRuleSpec)
    .optional()
    .describe('Built-in rules. What is left out has the default of the rule.'),
  customRules: byName(customRuleSpec),
  routes: routesSpec.optional(),
  defaultRoute: defaultRouteSpec.optional().describe('For alerts that match no other route.'),
  maintenanceWindows: byName(maintenanceSpec),
  customRoles: byName(customRoleSpec).describe('Roles of verbs, which grants of teams can give.'),
  teams: byName(teamSpec),
  approvalRules: byName(approvalRuleSpec).describe(
    'Runs that match wait until other people have approved them.',
  ),
  clusters: z.record(z.string().min(1).max(200), clusterState).optional().describe('By slug.'),
})
export type DesiredState = z.output<typeof desiredState>

/** JSON Schema of the file, for editors. */
export function renderStateSchema(id: string): Record<string, unknown> {
  const schema = z.toJSONSchema(desiredState, { io: 'input', unrepresentable: 'any' })
  return { ...schema, $id: id, title: 'Desired state of Frostline' }
}

type Part = Record<string, unknown>

/** What the file describes, in the order of kinds and names. */
export function listStateObjects(document: DesiredState): StateObject[] {
  const console = listOf(document, 'console', null)
  const clusters = Object.entries(document.clusters ?? {}).flatMap(([slug, state]) =>
    listOf(state, 'cluster', slug),
  )
  return sortObjects([...console, ...clusters])
}

function listOf(part: Part, of: 'console' | 'cluster', cluster: string | null): StateObject[] {
  return stateKindNames.flatMap((kind) => {
    const facts = factsOfState(kind)
    const value = part[kind]
    if (facts.of !== of || value === undefined) return []
    const named = facts.shape === 'one' ? [['', value] as const] : Object.entries(value as Part)
    return named.map(([name, spec]) => toWhole({ kind, cluster, name, spec: dropUndefined(spec) }))
  })
}

function toWhole(object: StateObject): StateObject {
  return { ...object, spec: dropUndefined(wholeSpec(object)) }
}

function dropUndefined(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json
}

/** A stable order: kinds as they are created, clusters and names by the alphabet. */
export function sortObjects<Item extends Pick<StateObject, 'kind' | 'cluster' | 'name'>>(
  objects: readonly Item[],
): Item[] {
  const place = (kind: StateKind) => stateKindNames.indexOf(kind)
  const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return objects.toSorted(
    (a, b) => place(a.kind) - place(b.kind) || text(a.cluster ?? '', b.cluster ?? '') || text(a.name, b.name),
  )
}

/** The smallest file that describes these. Its order is stable, so that two exports can be compared. */
export function toDocument(objects: readonly StateObject[]) {
  const sorted = sortObjects(objects)
  const part = (cluster: string | null) => {
    const own = sorted.filter((object) => object.cluster === cluster)
    return stateKindNames.flatMap((kind): [string, unknown][] => {
      const found = own.filter((object) => object.kind === kind)
      const [first] = found
      if (!first) return []
      if (factsOfState(kind).shape === 'one') return [[kind, withoutDefaults(first)]]
      return [[kind, Object.fromEntries(found.map((object) => [object.name, withoutDefaults(object)]))]]
    })
  }
  const slugs = [...new Set(sorted.flatMap(({ cluster }) => (cluster === null ? [] : [cluster])))].sort()
  const clusters = slugs.map((slug) => [slug, Object.fromEntries(part(slug))])
  return {
    version: 1 as const,
    ...Object.fromEntries(part(null)),
    ...(clusters.length > 0 ? { clusters: Object.fromEntries(clusters) } : {}),
  }
}

/** By address. */
export function indexObjects<Item extends Pick<StateObject, 'kind' | 'cluster' | 'name'>>(
  objects: readonly Item[],
): Map<string, Item> {
  return new Map(objects.map((object) => [addressOf(object), object]))
}

const initialDefaultRoute = canonicalJson({ everyChannel: true, channels: [] })

/** Whether an object that always exists is as in a new console. An export leaves it out. */
export function isInitial(object: StateObject): boolean {
  if (object.kind === 'alertRules') return canonicalJson(withoutDefaults(object)) === '{}'
  if (object.kind === 'settings')
    return canonicalJson(object.spec) === canonicalJson({ approvalRequired: false })
  if (object.kind === 'routes') return Array.isArray(object.spec) && object.spec.length === 0
  return object.kind === 'defaultRoute' && canonicalJson(object.spec) === initialDefaultRoute
}
