import type { StoreFailure } from '@frostline/object-store'
import { credentialCodes, explainStore } from '../explain-store.ts'
import type { OpenSource } from '../open-source.ts'
import { makeSourceCheck, type SourceCheck } from './schema.ts'

export interface ConsoleFindings {
  checks: SourceCheck[]
  /** An object of each bucket that has one, for the nodes to read. */
  samples: ReadonlyMap<string, string>
}

/** Reachable, known, list and read permission: checks each bucket, step by step. Never throws because of a result. */
export async function inspectFromConsole(source: OpenSource): Promise<ConsoleFindings> {
  const checks: SourceCheck[] = []
  const samples = new Map<string, string>()
  for (const bucket of source.buckets) {
    const page = await source.store.listPage(bucket, { pageSize: 10 })
    if (page.kind !== 'ok') {
      addOnce(checks, ...judgeWhole(page))
      if (page.kind === 'unreachable' || credentialCodes.has(page.code)) return { checks, samples }
      checks.push(failed('list', page, bucket))
      continue
    }
    addOnce(checks, ...wholePassed)
    checks.push(makeSourceCheck('list', 'passed', 'Its objects can be listed.', { bucket }))
    const sample = page.objects.find(({ sizeBytes }) => sizeBytes > 0n) ?? page.objects[0]
    if (!sample) {
      checks.push(makeSourceCheck('get', 'skipped', 'The bucket has no objects to read.', { bucket }))
      continue
    }
    samples.set(bucket, sample.key)
    checks.push(await readOne(source, bucket, sample))
  }
  return { checks, samples }
}

const wholePassed = [
  makeSourceCheck('reachable', 'passed', 'The endpoint answers.'),
  makeSourceCheck('credentials', 'passed', 'The store accepts the credentials.'),
]

function judgeWhole(failure: StoreFailure): SourceCheck[] {
  const [reachable, credentials] = wholePassed
  if (failure.kind === 'unreachable') {
    const { message, hint } = explainStore(failure)
    const id = /credentials in its environment/.test(message) ? 'credentials' : 'reachable'
    return [makeSourceCheck(id, 'failed', message, { hint })]
  }
  if (credentialCodes.has(failure.code)) return reachable ? [reachable, failed('credentials', failure)] : []
  return reachable && credentials ? [reachable, credentials] : []
}

async function readOne(
  { store }: OpenSource,
  bucket: string,
  sample: { key: string; sizeBytes: bigint },
): Promise<SourceCheck> {
  const passed = makeSourceCheck('get', 'passed', `${sample.key} can be read.`, { bucket })
  if (sample.sizeBytes === 0n) {
    const head = await store.head(bucket, sample.key)
    return head.kind === 'ok' ? passed : failed('get', head, bucket)
  }
  const got = await store.get(bucket, sample.key, { range: { from: 0, to: 0 } })
  if (got.kind !== 'ok') return failed('get', got, bucket)
  got.body.destroy()
  return passed
}

function failed(id: SourceCheck['id'], failure: StoreFailure, bucket?: string): SourceCheck {
  const { message, hint } = explainStore(failure)
  return makeSourceCheck(id, 'failed', message, { hint, ...(bucket === undefined ? {} : { bucket }) })
}

function addOnce(checks: SourceCheck[], ...more: SourceCheck[]): void {
  for (const check of more) if (!checks.some(({ id }) => id === check.id)) checks.push(check)
}
