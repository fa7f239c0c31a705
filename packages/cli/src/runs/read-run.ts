import type { Answer } from '../api/client.ts'
import { CliError } from '../exit-codes.ts'
import type { Session } from '../session.ts'

export type Run = Answer<'GET /runs'>['runs'][number]

/** A run of any kind. */
export async function readRun({ api }: Session, id: string): Promise<Run> {
  const { runs } = await api.call('GET /runs', { query: { text: id, limit: 1 } })
  const found = runs.find((run) => run.id === id)
  if (found) return found
  throw new CliError('failed', `There is no run ${id}.`, 'List runs with `frostline runs`.')
}

const nouns: Record<Run['kind'], string> = {
  'tier-migration': 'Tier migration',
  'load-job': 'Load',
  'data-generation': 'Test data generation',
  'cache-warmup': 'Cache warm-up',
  benchmark: 'Benchmark',
  'replica-repair': 'Replica repair',
  'storage-rollout': 'Storage rollout',
  'bucket-audit': 'Bucket audit',
  'orphan-removal': 'Orphan removal',
  'zero-copy-exit': 'Zero-copy exit',
  archive: 'Archive',
  'archive-restore': 'Restore',
  'archive-expiry': 'Deletion of archive files',
  'restore-removal': 'Removal of restored rows',
  'change-set': 'Change set',
}

/** "Tier migration of demo.trips". */
export function nameRun({ kind, name }: Pick<Run, 'kind' | 'name'>): string {
  return `${nouns[kind]} of ${name}`
}

export const runKinds = Object.keys(nouns) as Run['kind'][]
