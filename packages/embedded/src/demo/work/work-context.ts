import { setTimeout as sleep } from 'node:timers/promises'
import type { S3StoreControl } from '../../s3-store/control-client.ts'
import { type ConsoleClient, ConsoleError } from './console-client.ts'
import type { DemoStore } from './demo-store.ts'
import { isDemoAlone, type RegisteredCluster } from './is-demo-alone.ts'
import type { WorkRecord } from './work-record.ts'

export interface WorkContext {
  readonly console: ConsoleClient
  readonly store: DemoStore
  readonly faults: S3StoreControl
  readonly record: WorkRecord
  /** HTTP addresses of the demo's nodes. */
  readonly nodeUrls: readonly string[]
  readonly buckets: { readonly cold: string; readonly source: string }
  readonly log: (line: string) => void
}

/** Name of the token in whose name everything is done. */
export const DEMO_OPERATOR = 'Demo operator'
/** Slug of the embedded cluster. */
export const CLUSTER = 'demo'
/** The local tables of the demo. */
export const DATABASE = 'demo'

/** A request that was sent before a kill may still be carried out by the console. */
const CARRIED_OUT_MS = 20_000
const POLL_MS = 500
const PATIENCE_MS = 15 * 60_000

/**
 * Makes something unless it exists. The order of a kill does not matter: an interrupted request is first given time to
 * take effect, and then what it made is found.
 *
 * @returns its id.
 */
export async function makeOnce(
  context: WorkContext,
  name: string,
  find: () => Promise<string | null>,
  make: () => Promise<unknown>,
): Promise<string> {
  const { record } = context
  const noted = record.find(name)
  if (noted !== null) return noted
  const askedAt = record.askedAt(name)
  if (askedAt !== null) await sleep(Math.max(0, askedAt + CARRIED_OUT_MS - Date.now()))
  let found = await find()
  if (found === null) {
    await requireDemoAlone(context)
    await record.ask(name)
    try {
      await make()
    } catch (error) {
      // The console has answered: nothing is on its way.
      if (error instanceof ConsoleError) await record.withdraw(name)
      throw error
    }
    found = await find()
  }
  if (found === null) throw new Error(`${name} was created and is not listed.`)
  await record.note(name, found)
  return found
}

/** Another cluster was registered: the demo work is over. */
export class NotAloneError extends Error {}

/** @throws NotAloneError when the console knows another cluster than the demo. */
export async function requireDemoAlone({ console, nodeUrls }: WorkContext): Promise<void> {
  const { clusters } = await console.get<{ clusters: RegisteredCluster[] }>('/clusters')
  if (!isDemoAlone(clusters, nodeUrls))
    throw new NotAloneError('Another cluster than the demo is registered: nothing more is done.')
}

export interface RunView {
  readonly id: string
  readonly status: string
  readonly requestedBy: string
  readonly error: string | null
}

/** Id of the first run that the demo operator has started, of a list with the newest first. */
export function findOwn<Run extends RunView>(
  runs: readonly Run[],
  fits: (run: Run) => boolean = () => true,
): string | null {
  return runs.findLast((run) => run.requestedBy === DEMO_OPERATOR && fits(run))?.id ?? null
}

/** Waits until a run has one of these states. @throws when it ends in another one. */
export async function waitForRun<Run extends RunView>(
  { console }: WorkContext,
  path: string,
  wanted: readonly string[] = ['completed'],
): Promise<Run> {
  return pollUntil(`${path} is ${wanted.join(' or ')}`, async () => {
    const run = await console.get<Run>(path)
    if (wanted.includes(run.status)) return run
    if (['completed', 'failed', 'cancelled'].includes(run.status))
      throw new Error(`${path} is ${run.status}: ${run.error ?? 'no reason is given'}`)
    return null
  })
}

/** Polls for a fact of the console. */
export async function pollUntil<Fact>(what: string, read: () => Promise<Fact | null>): Promise<Fact> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const fact = await read()
    if (fact !== null) return fact
    await sleep(POLL_MS)
  }
  throw new Error(`Waited in vain until ${what}.`)
}

const table = (name: string) => `/clusters/${CLUSTER}/tables/${DATABASE}/${name}`

interface PartitionView {
  readonly partitionId: string
  readonly hotBytes: string
  readonly coldBytes: string
}

/** Ids of the partitions on local disks and on S3, the oldest first. */
export async function listPartitionIds({ console }: WorkContext, name: string) {
  const { partitions } = await console.read<{ partitions: PartitionView[] }>(`${table(name)}/partitions`)
  const idsOf = (isIn: (partition: PartitionView) => boolean) =>
    partitions
      .filter(isIn)
      .map(({ partitionId }) => partitionId)
      .sort()
  return {
    hot: idsOf(({ coldBytes, hotBytes }) => coldBytes === '0' && hotBytes !== '0'),
    cold: idsOf(({ coldBytes, hotBytes }) => hotBytes === '0' && coldBytes !== '0'),
  }
}

/** Id of the saved source of the embedded store. */
export async function findDemoSource({ console }: WorkContext): Promise<string> {
  const { sources } = await console.get<{ sources: { id: string; name: string }[] }>('/sources')
  const found = sources.find(({ name }) => name === 'Demo store')
  if (!found) throw new Error('The source "Demo store" was removed.')
  return found.id
}
