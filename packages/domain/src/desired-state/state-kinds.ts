import type { z } from 'zod'
import { type BuiltInAlertKind, builtInAlertKinds, defaultAlertRule } from '../alerts/alert-rule.ts'
import { canonicalJson } from '../audit/canonical-json.ts'
import { priceBook } from '../cost/price-book.ts'
import type { Json } from './json.ts'
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
  tableStateSpec,
  teamSpec,
  tierScheduleSpec,
} from './state-specs.ts'
import { configFilesSpec, storageSpec } from './storage-spec.ts'

export interface StateKindFacts {
  /** Singular, as in "Create the channel pager". */
  noun: string
  spec: z.ZodType
  /** The role that changes it in the console. */
  role: 'operator' | 'admin'
  /** `map`: by name. `one`: a single object. Both either of the console or of each cluster. */
  shape: 'map' | 'one'
  of: 'console' | 'cluster'
  /** Fields that cannot change once it exists. `replace`: it is removed and created again. */
  fixed?: { fields: readonly string[]; change: 'replace' | 'refuse' }
  /** Why it cannot be created. Omitted: it can. */
  existing?: string
  /** What is lost with an object that is removed, in sentences. Omitted: it cannot be removed. */
  loss?: string
  /** Fields that are compared only where the file has them, and as far as it has them. */
  loose?: readonly string[]
}

/** Everything that a file may describe, in the order in which it is created. It is removed in the reverse order. */
export const stateKinds = {
  connection: {
    noun: 'connection',
    spec: connectionSpec,
    role: 'admin',
    shape: 'one',
    of: 'cluster',
    loose: ['name'],
  },
  sources: {
    noun: 'source',
    loss: 'Its address and its sealed key are deleted. Objects in the store stay.',
    spec: sourceSpec,
    role: 'admin',
    shape: 'map',
    of: 'console',
  },
  channels: {
    noun: 'channel',
    loss: 'No more alerts are sent to it. Pending messages and its delivery log are deleted.',
    spec: channelSpec,
    role: 'admin',
    shape: 'map',
    of: 'console',
    fixed: { fields: ['type'], change: 'replace' },
  },
  alertRules: {
    noun: 'alert rule',
    spec: alertRuleSpec,
    role: 'admin',
    shape: 'map',
    of: 'console',
  },
  customRules: {
    noun: 'custom rule',
    loss: 'Its open alerts resolve within a minute.',
    spec: customRuleSpec,
    role: 'admin',
    shape: 'map',
    of: 'console',
  },
  routes: {
    noun: 'list of routes',
    spec: routesSpec,
    role: 'admin',
    shape: 'one',
    of: 'console',
  },
  defaultRoute: {
    noun: 'default route',
    spec: defaultRouteSpec,
    role: 'admin',
    shape: 'one',
    of: 'console',
  },
  maintenanceWindows: {
    noun: 'maintenance window',
    loss: 'It ends. Alerts that still fire are sent at the next evaluation.',
    spec: maintenanceSpec,
    role: 'operator',
    shape: 'map',
    of: 'console',
  },
  customRoles: {
    noun: 'custom role',
    loss: 'A role that is still granted is not removed.',
    spec: customRoleSpec,
    role: 'admin',
    shape: 'map',
    of: 'console',
  },
  teams: {
    noun: 'team',
    loss: 'Its members lose its grants at their next request. Their accounts stay.',
    spec: teamSpec,
    role: 'admin',
    shape: 'map',
    of: 'console',
  },
  approvalRules: {
    noun: 'approval rule',
    loss: 'Runs that only it holds begin.',
    spec: approvalRuleSpec,
    role: 'admin',
    shape: 'map',
    of: 'console',
  },
  settings: {
    noun: 'settings',
    spec: clusterSettingsSpec,
    role: 'admin',
    shape: 'one',
    of: 'cluster',
  },
  prices: {
    noun: 'prices',
    spec: priceBook,
    role: 'admin',
    shape: 'one',
    of: 'cluster',
  },
  configFiles: {
    noun: 'configuration files',
    spec: configFilesSpec,
    role: 'admin',
    shape: 'one',
    of: 'cluster',
  },
  storage: {
    noun: 'storage',
    spec: storageSpec,
    role: 'admin',
    shape: 'one',
    of: 'cluster',
    loose: ['disks', 'policies'],
  },
  tables: {
    noun: 'table',
    spec: tableStateSpec,
    role: 'admin',
    shape: 'map',
    of: 'cluster',
    existing: 'No node has a MergeTree table of this name. Create it first.',
    loose: ['storagePolicy', 'ttl'],
  },
  tierSchedules: {
    noun: 'tier schedule',
    loss: 'It starts no more moves, and its run history is deleted. Its tier migrations and their proofs stay.',
    spec: tierScheduleSpec,
    role: 'operator',
    shape: 'map',
    of: 'cluster',
  },
  cacheSchedules: {
    noun: 'cache schedule',
    loss: 'It starts no more runs, and its run history is deleted. Its warm-ups stay.',
    spec: cacheScheduleSpec,
    role: 'operator',
    shape: 'map',
    of: 'cluster',
    fixed: { fields: ['task'], change: 'replace' },
  },
  pipelines: {
    noun: 'pipeline',
    loss: 'It starts no more loads, and its list of known objects is deleted: another pipeline over the same objects would load them again. Loaded rows stay.',
    spec: pipelineSpec,
    role: 'operator',
    shape: 'map',
    of: 'cluster',
    fixed: {
      fields: [
        ...[
          'source',
          'bucket',
          'glob',
          'target',
          'read',
          'mapping',
          'strategy',
          'quorum',
          'badRows',
          'duplicates',
        ],
        ...['lostReplica', 'tuning', 'batch'],
      ],
      change: 'refuse',
    },
    loose: ['strategy', 'quorum', 'tuning', 'startWith'],
  },
} as const satisfies Record<string, StateKindFacts>

export type StateKind = keyof typeof stateKinds
export const stateKindNames = Object.keys(stateKinds) as [StateKind, ...StateKind[]]

/** Kinds whose objects `prune` can remove. */
export const prunableKinds = stateKindNames.filter((kind) => 'loss' in stateKinds[kind]) as [
  StateKind,
  ...StateKind[],
]

export function factsOfState(kind: StateKind): StateKindFacts {
  return stateKinds[kind]
}

/** One thing that a file describes. */
export interface StateObject {
  kind: StateKind
  /** Slug. Null: of the whole console. */
  cluster: string | null
  /** Empty for the only one of its kind. */
  name: string
  spec: Json
}

type Place = Pick<StateObject, 'kind' | 'cluster' | 'name'>

/** Where it is in the file, such as `clusters.prod.pipelines.clicks`. */
export function addressOf({ kind, cluster, name }: Place): string {
  return [...(cluster === null ? [] : ['clusters', cluster]), kind, ...(name === '' ? [] : [name])]
    .map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part)))
    .join('.')
}

/** The inverse. Null: it is no address. */
export function readAddress(address: string): Place | null {
  const parts = [...address.matchAll(/"(?:[^"\\]|\\.)*"|[^.]+/g)].map(([part]) =>
    part.startsWith('"') ? (JSON.parse(part) as string) : part,
  )
  const isOfCluster = parts[0] === 'clusters' && parts.length > 2
  const [word, name = ''] = isOfCluster ? parts.slice(2) : parts
  const kind = stateKindNames.find((each) => each === word)
  return kind ? { kind, cluster: isOfCluster ? (parts[1] ?? null) : null, name } : null
}

/** "pipeline clicks". */
export function titleOf({ kind, cluster, name }: Place): string {
  const { noun } = stateKinds[kind]
  return name === '' ? (cluster === null ? noun : `${noun} of ${cluster}`) : `${noun} ${name}`
}

/** With all defaults, so that two can be compared. */
export function wholeSpec({ kind, name, spec }: Pick<StateObject, 'kind' | 'name' | 'spec'>): Json {
  const parsed = stateKinds[kind].spec.parse(spec) as Json
  if (kind === 'alertRules' && isBuiltIn(name)) {
    const { kind: _, ...defaults } = defaultAlertRule(name)
    return { ...defaults, ...(parsed as Record<string, Json>) }
  }
  if (kind === 'maintenanceWindows') return withInstants(parsed as Record<string, Json>)
  if (kind === 'pipelines') return asStored(parsed as Record<string, Json>)
  if (kind === 'teams') return inOrder(parsed as Record<string, Json[]>)
  return parsed
}

export function isBuiltIn(name: string): name is BuiltInAlertKind {
  return builtInAlertKinds.some((kind) => kind === name)
}

/** As the ledger has it: a cron expression with single spaces, and no quorum of one. */
function asStored({ quorum, trigger, ...spec }: Record<string, Json>): Json {
  const { cron, ...rest } = trigger as Record<string, Json>
  return {
    ...spec,
    trigger: typeof cron === 'string' ? { ...rest, cron: cron.trim().split(/\s+/).join(' ') } : rest,
    ...(quorum === undefined || quorum === 1 ? {} : { quorum }),
  }
}

/** The order of groups and grants has no meaning. */
function inOrder(spec: Record<string, Json[]>): Json {
  const sorted = (list: readonly Json[]) =>
    list
      .map((item) => ({ item, key: canonicalJson(item) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ item }) => item)
  return Object.fromEntries(Object.entries(spec).map(([field, list]) => [field, sorted(list)]))
}

function withInstants(spec: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(spec).map(([key, value]) =>
      (key === 'startsAt' || key === 'endsAt') && typeof value === 'string'
        ? [key, new Date(value).toISOString()]
        : [key, value],
    ),
  )
}
