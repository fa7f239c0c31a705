import type { Database } from '@frostline/db'
import {
  addressOf,
  canonicalJson,
  desiredState,
  indexObjects,
  type Json,
  listStateObjects,
  type StateObject,
} from '@frostline/domain'
import {
  applyDesiredState,
  exportDesiredState,
  planDesiredState,
  type ServiceContext,
} from '@frostline/services'
import { seededRandom } from './seeded-random.ts'
import { type Document, editConsole, editFile } from './state-edits.ts'

export interface StateChaosOptions {
  ctx: ServiceContext
  edits: number
  seed: number
  /** Carries an open change set out to its end, with or without kills on the way. Returns its status. */
  carryOut: (id: string, random: () => number) => Promise<string>
  /** Applies the file; may be killed on the way. Null: it is not known whether it was applied. */
  apply?: (document: Document, secrets: Record<string, string>, random: () => number) => Promise<void>
  report?: (line: string) => void
  /** Of the cluster prod, as database.table. Their policy has the volume cold. */
  tables?: readonly string[]
  /** It has the folder of each node, for disks of the file. Omitted: it has none. */
  diskFolder?: string
}

export interface StateChaosReport {
  edits: number
  changes: number
  changeSets: number
  faults: string[]
}

const secrets = { 'env:ONE': 'a-signing-secret-1', 'env:TWO': 'a-signing-secret-2' }

/**
 * Random changes of a file and of the console. After each apply the plan is empty, what was not in the file is as
 * before, and no object is there twice. The same seed draws the same edits.
 */
export async function runStateChaos(options: StateChaosOptions): Promise<StateChaosReport> {
  const { ctx, edits, seed, tables = [], diskFolder, report = () => undefined } = options
  const random = seededRandom(seed)
  const result: StateChaosReport = { edits: 0, changes: 0, changeSets: 0, faults: [] }
  let file: Document = { version: 1 }
  for (let edit = 1; edit <= edits; edit += 1) {
    await editConsole(ctx, tables, random)
    file = editFile(file, { tables, diskFolder }, random)
    const before = await readObjects(ctx)
    const managed = await addressesOfFile(ctx.db)
    const { changes, missingSecrets } = await planDesiredState(ctx, { document: file, secrets })
    if (missingSecrets.length > 0)
      result.faults.push(`Edit ${edit}: ${missingSecrets.join(', ')} is missing.`)
    await (options.apply ?? applyInTurn(ctx))(file, secrets, random)
    const open = await ctx.db.run.findFirst({
      where: { kind: 'change-set', status: { in: ['queued', 'running'] } },
    })
    const status = open ? await options.carryOut(open.id, random) : 'completed'
    const after = await planDesiredState(ctx, { document: file, secrets })
    const found = [
      ...(status === 'completed'
        ? []
        : [`The change set is ${status}. ${await readError(ctx.db, open?.id)}`]),
      ...after.changes.map(({ action, address }) => `The plan still has: ${action} ${address}.`),
      ...(await compareRest(ctx, { before, file, managed })),
      ...(await findDoubles(ctx.db)),
    ]
    result.faults.push(...found.map((fault) => `Edit ${edit}: ${fault}`))
    result.edits += 1
    result.changes += changes.length
    result.changeSets += open ? 1 : 0
    report(
      `edit ${edit}: ${changes.length} changes, ${status}${found.length > 0 ? `, ${found.join(' ')}` : ''}`,
    )
  }
  return result
}

async function readError(db: Database, id = ''): Promise<string> {
  const run = await db.run.findUnique({ where: { id }, select: { error: true } })
  return run?.error ?? ''
}

function applyInTurn(ctx: ServiceContext) {
  return async (document: Document, values: Record<string, string>) => {
    await applyDesiredState(ctx, { document, secrets: values, commit: 'chaos' })
  }
}

/** Channels with their sealed secret: the name of its reference ends with the file that has managed the channel. */
async function readObjects(ctx: ServiceContext): Promise<StateObject[]> {
  const { document } = await exportDesiredState(ctx, null)
  const channels = await ctx.db.alertChannel.findMany({ select: { name: true, sealedSecret: true } })
  const sealed = new Map(channels.map(({ name, sealedSecret }) => [name, sealedSecret]))
  return listStateObjects(desiredState.parse(document)).map((object) => {
    if (object.kind !== 'channels') return object
    const secret = Buffer.from(sealed.get(object.name) ?? []).toString('base64')
    return { ...object, spec: { ...(object.spec as Record<string, Json>), secret } }
  })
}

async function addressesOfFile(db: Database): Promise<string[]> {
  return (await db.managedObject.findMany()).map(({ address }) => address)
}

/** What neither the file has nor a prune removes must be as before. */
async function compareRest(
  ctx: ServiceContext,
  { before, file, managed }: { before: StateObject[]; file: Document; managed: string[] },
): Promise<string[]> {
  const wanted = indexObjects(listStateObjects(desiredState.parse(file)))
  const prune = new Set(Array.isArray(file.prune) ? (file.prune as string[]) : [])
  const stays = before.filter((object) => {
    const address = addressOf(object)
    return !wanted.has(address) && !(prune.has(object.kind) && managed.includes(address))
  })
  const now = indexObjects(await readObjects(ctx))
  return stays.flatMap((object) => {
    const present = now.get(addressOf(object))
    if (present && canonicalJson(present.spec) === canonicalJson(object.spec)) return []
    return [`${addressOf(object)} is not in the file and has changed.`]
  })
}

/** Windows have no unique name, so a change that is made twice would show. Every step was audited once. */
async function findDoubles(db: Database): Promise<string[]> {
  const windows = await db.maintenanceWindow.groupBy({ by: ['name'], where: { endedAt: null }, _count: true })
  return windows.filter(({ _count }) => _count > 1).map(({ name }) => `The window ${name} is there twice.`)
}
