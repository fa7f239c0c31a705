import type { Transaction } from '@frostline/db'
import { runKinds } from '@frostline/domain'
import { z } from 'zod'
import type { Actor } from '../../platform/base/actor.ts'
import {
  type Scopes,
  scopesOfAlert,
  scopesOfArchiveSchedule,
  scopesOfCacheSchedule,
  scopesOfExit,
  scopesOfMigration,
  scopesOfPipeline,
  scopesOfProposal,
  scopesOfRollout,
  scopesOfRun,
  scopesOfSource,
  scopesOfTierSchedule,
} from './scopes-of.ts'
import { maySee, maySeeAll } from './visible.ts'

type Topic = (db: Transaction, id: string) => Promise<Scopes>

/** The id of an event about a table. */
export function tableChangeId(
  clusterId: string,
  { database, table }: { database: string; table: string },
): string {
  return JSON.stringify([clusterId, database, table])
}

const ofTable: Topic = async (_, id) => {
  const [clusterId, database, table] = z.tuple([z.string(), z.string(), z.string()]).parse(JSON.parse(id))
  return [{ kind: 'table', clusterId, database, table }]
}

const ofCluster: Topic = async (_, clusterId) => [{ kind: 'cluster-name', clusterId }]

/** What an event names, by its topic. Events of other topics are for those who may see everything. */
const topics: Readonly<Record<string, Topic>> = {
  ...Object.fromEntries(Object.keys(runKinds).map((kind) => [kind, scopesOfRun])),
  'tier-migration': scopesOfMigration,
  'zero-copy-exit': scopesOfExit,
  'storage-rollout': scopesOfRollout,
  'storage-proposal': scopesOfProposal,
  'tier-schedule': scopesOfTierSchedule,
  'cache-schedule': scopesOfCacheSchedule,
  'archive-schedule': scopesOfArchiveSchedule,
  'load-pipeline': scopesOfPipeline,
  source: scopesOfSource,
  alert: scopesOfAlert,
  'table-note': ofTable,
  placement: ofTable,
  cluster: ofCluster,
}

/**
 * Whether an actor may know that this object has changed. An object that is gone is unknown, so that only those who may see
 * everything hear of its end; others find it missing when they read again.
 */
export async function seesChange(
  db: Transaction,
  actor: Actor,
  change: { topic: string; id: string },
): Promise<boolean> {
  if (maySee(actor, { kind: 'everything' })) return true
  const scopes = await topics[change.topic]?.(db, change.id)
  return scopes !== undefined && maySeeAll(actor, scopes)
}
