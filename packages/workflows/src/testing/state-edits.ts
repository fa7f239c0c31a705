import { type Json, prunableKinds } from '@frostline/domain'
import {
  applyTableTtl,
  createApprovalRule,
  createChannel,
  createCustomRole,
  createCustomRule,
  createMaintenance,
  createTeam,
  removeApprovalRule,
  removeChannel,
  removeCustomRole,
  removeCustomRule,
  removeTeam,
  type ServiceContext,
  ServiceError,
  takeOverManagedObject,
  updateAlertRule,
  updateApprovalRule,
  updateCustomRole,
  updateCustomRule,
  updateDefaultRoute,
  updateTeam,
} from '@frostline/services'

export type Document = Record<string, unknown>

const names = ['a', 'b', 'c', 'd', 'e'] as const

const pick = <T>(random: () => number, items: readonly T[]): T =>
  items[Math.floor(random() * items.length)] as T

/** One change in the console. A person takes over what a file manages. */
export async function editConsole(
  ctx: ServiceContext,
  tables: readonly string[],
  random: () => number,
): Promise<void> {
  const name = `${random() < 0.5 ? '' : 'own-'}${pick(random, names)}`
  const seconds = Math.floor(random() * 600)
  const channel = await ctx.db.alertChannel.findUnique({ where: { name } })
  const rule = await ctx.db.customAlertRule.findUnique({ where: { name } })
  const window = await ctx.db.maintenanceWindow.findFirst({ where: { name, endedAt: null } })
  const team = await ctx.db.team.findUnique({ where: { name } })
  const approval = await ctx.db.approvalRule.findUnique({ where: { name } })
  const custom = await ctx.db.customRole.findUnique({ where: { name } })
  const edits: (() => Promise<unknown>)[] = [
    ...tables.map((table) => () => setTtl(ctx, table, pick(random, ttls))),
    () =>
      channel
        ? removeChannel(ctx, { id: channel.id })
        : createChannel(ctx, {
            name,
            settings: { type: 'webhook', url: 'https://hooks.example.com/', secret: 'a-signing-secret-0' },
          }),
    () =>
      rule && random() < 0.5
        ? removeCustomRule(ctx, { id: rule.id })
        : rule
          ? updateCustomRule(ctx, { id: rule.id, ...ruleOf(name, seconds) })
          : createCustomRule(ctx, ruleOf(name, seconds)),
    () =>
      updateAlertRule(ctx, {
        ...{ kind: 'node-unreachable', enabled: random() < 0.5, threshold: 0 },
        ...{ holdSeconds: seconds, clearSeconds: 60 },
      }),
    () =>
      team && random() < 0.5
        ? removeTeam(ctx, { id: team.id })
        : team
          ? updateTeam(ctx, { id: team.id, name, ...teamOf(seconds) })
          : createTeam(ctx, { name, ...teamOf(seconds) }),
    () =>
      approval && random() < 0.5
        ? removeApprovalRule(ctx, { id: approval.id })
        : approval
          ? updateApprovalRule(ctx, { id: approval.id, name, ...approvalOf(seconds) })
          : createApprovalRule(ctx, { name, ...approvalOf(seconds) }),
    () =>
      custom && random() < 0.5
        ? removeCustomRole(ctx, { id: custom.id })
        : custom
          ? updateCustomRole(ctx, { id: custom.id, name, verbs: verbsOf(seconds) })
          : createCustomRole(ctx, { name, verbs: verbsOf(seconds) }),
    () => updateDefaultRoute(ctx, { everyChannel: random() < 0.5, channelIds: [] }),
    async () => {
      if (!window)
        await createMaintenance(ctx, { name, weekly: { timeZone: 'UTC', spans: weeklyAt(seconds) } })
    },
  ]
  await insist(ctx, pick(random, edits))
}

/** Some are written as the server writes them, some are not. None deletes rows. */
const ttls = [
  '',
  "day + toIntervalDay(30) TO VOLUME 'cold'",
  "day +  interval 60 day to volume 'cold'",
  "day + INTERVAL 9 MONTH TO VOLUME 'cold', day + INTERVAL 1 YEAR RECOMPRESS CODEC(ZSTD(3))",
] as const

function setTtl(ctx: ServiceContext, name: string, ttl: string): Promise<unknown> {
  const [database = '', table = ''] = name.split('.')
  return applyTableTtl(ctx, { cluster: 'prod', database, table, ttl, mode: 'gentle' })
}

/** A person takes over what a file manages, then makes the change. */
async function insist(ctx: ServiceContext, edit: () => Promise<unknown>): Promise<void> {
  try {
    await edit()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (!error.message.includes('is managed from')) return
    for (const { address } of await ctx.db.managedObject.findMany({ select: { address: true } }))
      await takeOverManagedObject(ctx, { address })
    await edit().catch((again: unknown) => {
      if (!(again instanceof ServiceError)) throw again
    })
  }
}

function ruleOf(name: string, holdSeconds: number) {
  return {
    name,
    metric: 'disk-used-percent' as const,
    comparison: 'above' as const,
    threshold: 80,
    holdSeconds,
  }
}

function teamOf(seconds: number) {
  const roles = ['viewer', 'operator', 'admin'] as const
  const role = roles[seconds % 3] ?? 'viewer'
  return {
    groups: [`group-${seconds % 5}`],
    grants: [
      { on: 'tables' as const, role, cluster: 'prod', database: `d${seconds % 7}`, table: '*' },
      { on: 'sources' as const, role, source: `s${seconds % 4}*` },
    ],
  }
}

function verbsOf(seconds: number): string[] {
  return ['loads.start', 'tierMigrations.plan', 'archives.approve', 'alerts.acknowledge'].slice(seconds % 4)
}

function approvalOf(seconds: number) {
  const kinds = (['tier-migration', 'load-job', 'archive-expiry'] as const).slice(seconds % 3)
  return {
    kinds: [...kinds],
    minBytes: String(seconds + 1),
    approvals: 1 + (seconds % 5),
    database: `d${seconds % 7}`,
  }
}

function weeklyAt(seconds: number) {
  const hour = String(seconds % 23).padStart(2, '0')
  return [{ days: [1 as const], from: `${hour}:00`, to: `${hour}:30` }]
}

/** Changes one part of the file. It stays valid: routes name channels of the file. */
export function editFile(
  before: Document,
  { tables, diskFolder }: { tables: readonly string[]; diskFolder: string | undefined },
  random: () => number,
): Document {
  const file = structuredClone(before) as Record<string, Record<string, Json>> & Document
  const name = pick(random, names)
  const seconds = Math.floor(random() * 600)
  const cluster = () => {
    file.clusters ??= {}
    const clusters = file.clusters as unknown as Record<string, Record<string, Record<string, Json>>>
    clusters.prod ??= {}
    return clusters.prod
  }
  const set = (map: Record<string, Json>, spec: Json) => {
    if (map[name] !== undefined && random() < 0.4) delete map[name]
    else map[name] = spec
  }
  const enabled = random() < 0.8
  const cron = `${seconds % 60} 3 * * *`
  const edits: (() => void)[] = [
    ...tables.map((table) => () => {
      const own = cluster()
      own.tables ??= {}
      const policy = random() < 0.5 ? { storagePolicy: 'default_tiered' } : {}
      if (own.tables[table] !== undefined && random() < 0.3) delete own.tables[table]
      else own.tables[table] = { ...policy, ttl: pick(random, ttls) }
    }),
    ...(diskFolder === undefined
      ? []
      : [
          () => {
            cluster().storage = storageOf(pick(random, names), seconds, diskFolder)
          },
        ]),
    () => {
      file.channels ??= {}
      const spec = {
        type: 'webhook',
        url: `https://hooks.example.com/${seconds}`,
        secret: pick(random, ['env:ONE', 'env:TWO']),
        enabled,
      }
      set(file.channels, spec)
      if (Array.isArray(file.routes)) file.routes = routesFor(Object.keys(file.channels)) as never
    },
    () => {
      file.customRules ??= {}
      set(file.customRules, { metric: 'node-parts', comparison: 'above', threshold: seconds, enabled })
    },
    () => {
      file.alertRules = { 'node-unreachable': { holdSeconds: seconds } }
    },
    () => {
      file.routes = routesFor(Object.keys(file.channels ?? {})) as never
    },
    () => {
      file.maintenanceWindows ??= {}
      set(file.maintenanceWindows, { weekly: { timeZone: 'UTC', spans: weeklyAt(seconds) } })
    },
    () => {
      file.sources ??= {}
      set(file.sources, {
        buckets: ['landing'],
        auth: 'environment',
        region: pick(random, ['eu-west-1', 'us-east-1']),
      })
    },
    () => {
      file.teams ??= {}
      set(file.teams, teamOf(seconds))
    },
    () => {
      file.customRoles ??= {}
      set(file.customRoles, { verbs: verbsOf(seconds) })
    },
    () => {
      file.approvalRules ??= {}
      set(file.approvalRules, { ...approvalOf(seconds), enabled })
    },
    () => {
      const own = cluster()
      own.tierSchedules ??= {}
      set(own.tierSchedules, {
        ...{
          tables: [{ database: 'd', table: 't' }],
          targetVolume: 'cold',
          olderThanDays: 1 + (seconds % 90),
        },
        ...{ cron, timeZone: 'UTC', enabled },
      })
    },
    () => {
      const own = cluster()
      own.cacheSchedules ??= {}
      set(own.cacheSchedules, {
        task: { kind: 'drop', cache: pick(random, ['x', 'y']) },
        cron,
        timeZone: 'UTC',
        enabled,
      })
    },
    () => {
      file.prune = (random() < 0.7 ? [...prunableKinds] : []) as never
    },
  ]
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) pick(random, edits)()
  return file
}

/** A local disk and a policy over it. Some changes of them need a restart. */
function storageOf(name: string, seconds: number, folder: string): Record<string, Json> {
  const disk = `disk_${name}`
  return {
    disks: {
      [disk]: {
        type: 'local',
        path: `${folder}/{node}/state-${name}/`,
        keep_free_space_bytes: seconds * 1024,
      },
    },
    policies: {
      [`policy_${name}`]: {
        volumes: [
          { name: 'default', disks: ['default'] },
          { name: 'far', disks: [disk], settings: { prefer_not_to_merge: seconds % 2 === 0 } },
        ],
        settings: { move_factor: (seconds % 5) / 10 },
      },
    },
  }
}

function routesFor(channels: readonly string[]): Json {
  return channels.map((name) => ({ name: `to ${name}`, channels: [name], severities: ['critical'] }))
}
