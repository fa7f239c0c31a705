import {
  filesOfObjects,
  listDisks,
  oldestWriter,
  QueryFailedError,
  systemTableNames,
} from '@frostline/clickhouse'
import { explainForeign, type ForeignPlace } from '@frostline/domain'
import { type ConnectedNode, chooseS3Disks, findUnreportedPlacesOf } from '@frostline/services'
import { z } from 'zod'
import { Backoff, pause } from '../pause.ts'
import { RemovalFault, type RemovalTask } from './removal-task.ts'

/** An upload is left alone if work that started up to this long before it may own it. */
const uploadMarginMs = 60_000
/** A node that does not respond within seconds is down: the others are then not sent long queries. */
const firstAnswerMs = 5_000

export interface ReplicaLook {
  /** Why an object must not be deleted. Null: no replica needs it. */
  obstacleOf(key: string): string | null
  /** Multipart uploads started after this may be in progress, by the store's clock. Null: none is. */
  uploadsSince: Date | null
}

const replicaList = z.array(
  z.object({ clusterId: z.string(), clusterName: z.string(), nodeName: z.string() }),
)

/**
 * Checks with every replica of every cluster whether it needs one of these objects, and waits until all have answered:
 * what could not be read may be needed. Null: a person has stopped it. Throws RemovalFault where a replica that the
 * audit has read is no longer registered.
 */
export async function checkWithReplicas(
  task: RemovalTask,
  keys: readonly string[],
): Promise<ReplicaLook | null> {
  const backoff = new Backoff(500, 15_000)
  while (!(await task.stopped())) {
    const nodes = await findReplicas(task)
    const first = await askEach(nodes, async ({ node }) => ({
      disks: (await node.client.query(listDisks, {}, { timeoutMs: firstAnswerMs })).rows,
    }))
    const look = first.silent === null ? await askForKeys(task, first.answers, keys) : first
    if (look.silent === null) {
      await task.wait('replicas', null)
      return look.value
    }
    await task.wait('replicas', `${look.silent} Nothing is removed until all replicas answer.`)
    await pause(backoff.next(), () => task.stopped())
  }
  return null
}

interface Replica {
  cluster: string
  node: ConnectedNode
}

async function findReplicas({ deps, removal }: RemovalTask): Promise<Replica[]> {
  const known = await deps.db.cluster.findMany({ select: { id: true } })
  const clusters = await Promise.all(known.map(({ id }) => deps.clusters.get(id)))
  const missing = replicaList
    .parse(removal.replicas)
    .filter(
      ({ clusterId, nodeName }) =>
        !clusters.some(({ id, nodes }) => id === clusterId && nodes.some(({ name }) => name === nodeName)),
    )
  if (missing.length > 0) {
    const names = missing.map(({ nodeName, clusterName }) => `${nodeName} of ${clusterName}`).join(', ')
    throw new RemovalFault(
      `${names} was read by the audit and is not registered any more. Register it again, or restore all objects and audit without it.`,
    )
  }
  return clusters.flatMap(({ name, nodes }) => nodes.map((node) => ({ cluster: name, node })))
}

type Answers<Value> = { silent: string; answers: [] } | { silent: null; answers: (Replica & Value)[] }

async function askEach<Given extends Replica, Value>(
  replicas: readonly Given[],
  ask: (replica: Given) => Promise<Value>,
): Promise<Answers<Value>> {
  const faults: string[] = []
  const answers = await Promise.all(
    replicas.map(async (replica) => {
      try {
        return [{ cluster: replica.cluster, node: replica.node, ...(await ask(replica)) }]
      } catch (thrown) {
        if (!(thrown instanceof QueryFailedError)) throw thrown
        faults.push(
          `${replica.node.name} of ${replica.cluster} could not be read: ${thrown.message.slice(0, 500)}`,
        )
        return []
      }
    }),
  )
  return faults.length > 0
    ? { silent: faults.sort().join(' '), answers: [] }
    : { silent: null, answers: answers.flat() }
}

async function askForKeys(
  { deps, removal }: RemovalTask,
  replicas: readonly (Replica & { disks: Parameters<typeof chooseS3Disks>[0] })[],
  keys: readonly string[],
): Promise<{ silent: string } | { silent: null; value: ReplicaLook }> {
  const needed = new Map<string, string>()
  const places: ForeignPlace[] = []
  const askedAt = deps.now().getTime()
  const looks = await askEach(replicas, async ({ cluster, node, disks }) => {
    places.push(...findUnreportedPlacesOf(node.name, disks))
    const seconds = await readOldestWork(node)
    const chosen = chooseS3Disks(disks).map(({ name }) => name)
    if (chosen.length > 0 && keys.length > 0)
      for (const row of (await node.client.query(filesOfObjects, { disks: chosen, keys: [...keys] })).rows)
        needed.set(
          row.remote_path,
          `${node.name} of ${cluster} needs it: ${row.local_path} on ${row.disk_name}.`,
        )
    return { seconds }
  })
  if (looks.silent !== null) return { silent: looks.silent }
  const atWork = looks.answers.flatMap(({ seconds }) => seconds ?? [])
  const oldestMs = Math.max(...atWork) * 1_000 + uploadMarginMs
  return {
    silent: null,
    value: {
      obstacleOf: (key) => needed.get(key) ?? explainForeign(key, places),
      uploadsSince: atWork.length === 0 ? null : new Date(askedAt + removal.clockOffsetMs - oldestMs),
    },
  }
}

async function readOldestWork(node: ConnectedNode): Promise<number | null> {
  const { rows: known } = await node.client.query(systemTableNames, { names: ['replicated_fetches'] })
  const { rows } = await node.client.query(oldestWriter, { fetches: known.length > 0 })
  return rows[0]?.seconds ?? null
}
