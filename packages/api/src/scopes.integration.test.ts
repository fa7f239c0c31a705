import { randomUUID } from 'node:crypto'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { type Access, createCustomRole, type Role, roles } from '@frostline/services'
import { parseAddressRanges } from '@frostline/services/net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ListedProcedure, listProcedures } from './list-procedures.ts'
import { listVerbs } from './render-verbs.ts'
import { createDraw, type Draw } from './testing/fuzz/draw.ts'
import { encodeRest, encodeTrpc } from './testing/fuzz/encode.ts'
import { describeInput, type Facts, usualInput } from './testing/fuzz/usual-input.ts'
import { openTestApi, origin, type TestApi } from './testing/open-test-api.ts'
import { openSharedCluster, runSql, storeTeamWork, type TeamWork, teamGrants } from './testing/two-teams.ts'

let stack: TestStack
let doors: TestApi
let cluster: Awaited<ReturnType<typeof openSharedCluster>>
let apple: TeamWork
let zebra: TeamWork

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  stack = await startTestStack({ shards: 1, postgres: true })
  doors = await openTestApi(stack.postgres.url, parseAddressRanges(['127.0.0.0/8', '::1']))
  cluster = await openSharedCluster(doors.services, stack)
  apple = await storeTeamWork(doors.services, stack, cluster, 'apple')
  zebra = await storeTeamWork(doors.services, stack, cluster, 'zebra', 'quagga')
})
afterAll(async () => {
  await doors?.close()
  await stack?.stop()
  vi.unstubAllEnvs()
})

const procedures = listProcedures()
/** Those that remove what others read come last. */
const called = procedures
  .filter(({ type }) => type !== 'subscription')
  .toSorted((a, b) => Number(a.path.endsWith('.remove')) - Number(b.path.endsWith('.remove')))

/** Kinds of scopes by who may have the role there: people of a team, people of a whole cluster. */
const reach: Record<string, readonly ('team' | 'cluster')[]> = {
  everything: [],
  own: ['team', 'cluster'],
  listed: ['team', 'cluster'],
  cluster: ['cluster'],
  'some tables of a cluster': ['team', 'cluster'],
  table: ['team', 'cluster'],
  tables: ['team', 'cluster'],
  source: ['team'],
  'table and source': ['team'],
  'table and view': ['team', 'cluster'],
  run: ['team', 'cluster'],
  'run or plan': ['team', 'cluster'],
  'tier migration': ['team', 'cluster'],
  'zero-copy exit': ['team', 'cluster'],
  'tier batch': ['team', 'cluster'],
  schedule: ['team', 'cluster'],
  pipeline: ['team', 'cluster'],
  alert: ['team', 'cluster'],
  archive: ['team', 'cluster'],
  'storage proposal': ['cluster'],
  'storage rollout': ['cluster'],
}

/** Which one it is depends on the input. */
const mixed = ['cluster, or everything', 'table, or cluster']

it('every procedure has a role and a known scope', () => {
  for (const { path, role, scope } of procedures) {
    expect(roles, path).toContain(role)
    expect([...Object.keys(reach), ...mixed], path).toContain(scope)
  }
})

/** The kind of object that the id of a procedure names. */
const objectOf: Record<string, string> = {
  alerts: 'alert',
  archiveExpiries: 'archive-expiry',
  archiveRestores: 'archive-restore',
  archiveSchedules: 'archive-schedule',
  archives: 'archive',
  benchmarks: 'benchmark',
  bucketAudits: 'bucket-audit',
  cacheSchedules: 'cache-schedule',
  cacheWarmups: 'cache-warmup',
  changeSets: 'change-set',
  dataGenerations: 'data-generation',
  fleet: 'fleet-view',
  incidents: 'frozen-incident',
  loadPipelines: 'load-pipeline',
  loads: 'load-job',
  orphanRemovals: 'orphan-removal',
  replication: 'replica-repair',
  restoreRemovals: 'restore-removal',
  runs: 'tier-migration',
  sources: 'source',
  storageProposals: 'storage-proposal',
  storageRollouts: 'storage-rollout',
  teams: 'team',
  tierBatches: 'tier-batch',
  tierMigrations: 'tier-migration',
  tierSchedules: 'tier-schedule',
  tokens: 'token',
  users: 'user',
  zeroCopyExits: 'zero-copy-exit',
}

function factsOf(work: TeamWork, path: string): Facts {
  const [room = ''] = path.split('.')
  const { ids, database, table } = work
  // The source within a load is an object with an id, too.
  const own = ids[objectOf[room] ?? ''] ?? ids['tier-migration'] ?? ''
  const id =
    /^(loads\.(manifest|inspect|mapping|preview|trial|start)|archives\.(preview$|start)|archiveSchedules\.create|loadPipelines\.create)/.test(
      path,
    )
      ? work.sourceId
      : /^storageRollouts\.(list|prepare)/.test(path)
        ? ids['storage-proposal']
        : own
  return {
    ...{ cluster: [work.clusterSlug], database: [database], table: [table], id: [id] },
    ...{ archiveId: [ids.archive], auditId: [ids['bucket-audit']], migrationId: [ids['tier-migration']] },
    ...{ userId: [ids.user], pipeline: [ids['load-pipeline']], like: [ids['load-job']] },
    ...{
      node: stack.clickhouse.nodes.map(({ name }) => name),
      bucket: ['one'],
      source: [`${work.word}-source`],
    },
    ...{ search: [work.word], text: [work.word], name: [`${work.word} name`], partitionId: [work.word] },
    ...{
      kind: [undefined],
      pattern: [`*${work.word}*`],
      cron: ['0 2 * * *'],
      timeZone: ['UTC'],
      ttl: ['at + INTERVAL 9 YEAR'],
    },
    ...{
      targetVolume: ['cold'],
      limit: [10],
      offset: [0],
      key: [`${work.word}.csv`],
      prefix: [`${work.word}/`],
    },
  }
}

/** One more personal account, with a session and a token of its own, that may do this. */
/** @param verbs of a custom role, which then takes the place of the role of each grant. */
async function openPerson(
  access: Access,
  verbs?: readonly string[],
): Promise<{ trpc: Record<string, string>; rest: Record<string, string> }> {
  const { db } = doors.services
  const { cookie, userId } = await doors.signInMember()
  const customRole = verbs
    ? await createCustomRole(doors.services.as('admin'), { name: randomUUID(), verbs: [...verbs] })
    : null
  await db.grant.createMany({
    data: access.map(({ on: kind, custom: _, role, ...grant }) => ({
      ...{ kind, userId, ...grant },
      ...(customRole ? { role: 'viewer' as const, customRoleId: customRole.id } : { role }),
    })),
  })
  const token = await doors.makeTokenOf(userId)
  return { trpc: { cookie, origin }, rest: { authorization: `Bearer ${token}` } }
}

/** It always takes the more likely way. */
function steadily(draw: Draw): Draw {
  return { ...draw, chance: (probability) => probability > 0.5 }
}

type Person = Awaited<ReturnType<typeof openPerson>>

async function send(
  person: Person,
  procedure: ListedProcedure,
  facts: Facts,
  draw: Draw,
): Promise<{ status: number; text: string; sent: string }> {
  const schemas = procedure.inputs.map(describeInput).filter((each) => each !== undefined)
  const made = schemas.map((schema) => usualInput(schema, facts, draw))
  const input: unknown = made.length === 0 ? undefined : Object.assign({}, ...made)
  const isRest = procedure.openapi !== undefined && draw.chance(0.5)
  // Bent envelopes are the fuzz test's business.
  const steady = steadily(draw)
  const request =
    isRest && procedure.openapi
      ? encodeRest({ method: procedure.openapi.method, path: procedure.openapi.path }, input, steady)
      : encodeTrpc(procedure, input, steady)
  const body = request.body === undefined || request.method === 'GET' ? {} : { body: request.body }
  const response = await doors.answer(
    new Request(`${origin}${request.path}`, {
      method: request.method,
      headers: { ...request.headers, ...(isRest ? person.rest : person.trpc) },
      ...body,
    }),
  )
  return {
    status: response.status,
    text: await response.text(),
    sent: `${request.path} ${request.body ?? ''}`,
  }
}

const outside = 'outside of what you may see'

describe.each(['team', 'cluster'] as const)('a person with a role on a %s', (kind) => {
  /** Every other verb. */
  const verbs = listVerbs().flatMap(({ path }, index) => (index % 2 === 0 ? [path] : []))
  const held = [...roles, 'custom'] as const
  it.each(held)('as %s reaches what the scope and the role of each procedure allow', async (name) => {
    const held: Role = name === 'custom' ? 'viewer' : name
    // Verbs of the ones before have removed and started what they had.
    const work = await storeTeamWork(doors.services, stack, cluster, `${kind}_${name}`)
    const access: Access =
      kind === 'team'
        ? teamGrants(work, held)
        : [{ on: 'tables', clusterId: cluster.id, database: '*', table: '*', role: held }]
    const person = await openPerson(access, name === 'custom' ? verbs : undefined)
    const wrong: string[] = []
    for (const [number, procedure] of called.entries()) {
      const { path, role, scope = '' } = procedure
      if (mixed.includes(scope)) continue
      // They end the session, or change what the next one reads.
      if (['session.revoke', 'session.revokeOthers'].includes(path)) continue
      // The views of others are for operators on everything.
      if (['fleet.changeView', 'fleet.deleteView'].includes(path)) continue
      const hasVerb = name === 'custom' && verbs.includes(path)
      const hasRole = hasVerb || (role !== undefined && roles.indexOf(held) >= roles.indexOf(role))
      const isReached = (hasRole || scope === 'own') && reach[scope]?.includes(kind)
      const { status, text } = await send(
        person,
        procedure,
        factsOf(work, path),
        steadily(createDraw(number)),
      )
      const isRefused =
        status >= 400 && (text.includes(outside) || text.includes(`This needs the role ${role}`))
      // What the schema refuses was not decided.
      if (status === 400) continue
      if (isReached === isRefused && !clusterObjects.has(`${kind} ${path}`))
        wrong.push(`${path} (${role} on ${scope}): ${status} ${text.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
  })
})

/** Objects of a whole cluster in rooms whose scope is the run. */
const clusterRooms = ['benchmarks', 'bucketAudits', 'dataGenerations', 'orphanRemovals']
const clusterObjects = new Set(
  called
    .filter(({ path, scope }) => scope === 'run' && clusterRooms.includes(path.split('.')[0] ?? ''))
    .map(({ path }) => `team ${path}`),
)

const attacks = Number(process.env.FROSTLINE_ATTACKS ?? 500)

it(`shows a team nothing of another in ${attacks} generated attempts`, async () => {
  const before = await readAll(zebra)
  const verbs = listVerbs().map(({ path }) => path)
  const people = await Promise.all([
    ...roles.map((role) => openPerson(teamGrants(apple, role))),
    openPerson(teamGrants(apple, 'viewer'), verbs),
    openPerson(
      teamGrants(apple, 'viewer'),
      verbs.filter((_, index) => index % 3 === 0),
    ),
  ])
  const leaks: string[] = []
  const statuses: Record<number, number> = {}
  // Its word alone is in requests, and so in what the attackers have made of them.
  const names = [
    '_orders',
    '-source',
    ' nightly',
    ' pipeline',
    ' warm',
    ' archive',
    ' view',
    ' team',
    ' token',
    ' proposal',
  ]
  const secrets = [...Object.values(zebra.ids), zebra.hidden, ...names.map((name) => `${zebra.word}${name}`)]
  for (let number = 0; number < attacks; number += 1) {
    const draw = createDraw(number)
    const procedure = called[number % called.length]
    const person = people[draw.below(people.length)]
    if (!procedure || !person || procedure.path === 'session.revokeOthers') continue
    // Names of the other team, some of the own, and some of both.
    const facts = mix(factsOf(zebra, procedure.path), factsOf(apple, procedure.path), draw.unit())
    const { status, text, sent } = await send(person, procedure, facts, createDraw(number + 7_919))
    statuses[status] = (statuses[status] ?? 0) + 1
    const told = secrets.filter(
      (secret) => text.toLowerCase().includes(secret) && !sent.toLowerCase().includes(secret),
    )
    if (told.length > 0 || status >= 500)
      leaks.push(`${procedure.path}: ${status} ${told.join()} ${sent.slice(0, 300)} → ${text.slice(0, 500)}`)
  }
  expect(leaks).toEqual([])
  expect(await readAll(zebra)).toEqual(before)
  expect(statuses[404]).toBeGreaterThan(attacks / 10)
}, 1_200_000)

it.each(['create', 'update'] as const)(
  'an admin of a team does not %s the archive view of another, by its name',
  async (verb) => {
    const { db } = doors.services
    const at = { clusterId: cluster.id, database: zebra.database }
    // The attacks before may have made one of the own team, whose name would stay.
    await db.archiveView.deleteMany({ where: { clusterId: cluster.id, table: apple.table } })
    const name = `${zebra.word}_${verb}`
    if (verb === 'update')
      await db.archiveView.create({
        data: { ...at, table: zebra.table, name, createdBy: zebra.hidden, createdAt: new Date() },
      })
    const views = () => db.archiveView.findMany({ where: { clusterId: cluster.id } })
    const before = await views()
    const person = await openPerson(teamGrants(apple, 'admin'))
    const response = await doors.answer(
      new Request(`${origin}/api/v1/archive-views`, {
        method: 'POST',
        headers: { ...person.rest, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ cluster: cluster.slug, database: apple.database, table: apple.table, name },
        }),
      }),
    )
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(outside)])
    expect(await views()).toEqual(before)
    await db.archiveView.deleteMany({ where: { name } })
  },
)

/** Each fact of either. */
function mix(one: Facts, other: Facts, share: number): Facts {
  const names = Object.keys(one)
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      (index * 0.618 + share) % 1 < 0.7 ? (one[name] ?? []) : (other[name] ?? []),
    ]),
  )
}

/** What the ledger and the nodes have of a team. */
async function readAll({ ids, table, hidden }: TeamWork): Promise<unknown> {
  const { db } = doors.services
  const where = { id: { in: Object.values(ids) } }
  const all = await Promise.all([
    db.run.findMany({ where, orderBy: { id: 'asc' } }),
    db.tierSchedule.findMany({ where }),
    db.cacheSchedule.findMany({ where }),
    db.archiveSchedule.findMany({ where }),
    db.loadPipeline.findMany({ where }),
    db.alert.findMany({ where }),
    db.alertSilence.findMany({ where }),
    db.source.findMany({ where }),
    db.team.findMany({ where, include: { grants: true, members: true } }),
    db.user.findMany({ where }),
    db.note.count({ where: { text: { startsWith: hidden } } }),
    db.frozenIncident.count({ where }),
    runSql(stack, `SELECT create_table_query FROM system.tables WHERE name = '${table}'`),
    runSql(
      stack,
      `SELECT count() AS n, cityHash64(groupArray(at)) AS h FROM (SELECT at FROM shop.${table} ORDER BY at)`,
    ),
  ])
  return JSON.parse(
    JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}
