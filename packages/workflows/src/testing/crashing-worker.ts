import type { Database } from '@frostline/db'
import type { ObjectStore } from '@frostline/object-store'
import type { ClusterDirectory, ConnectedNode } from '@frostline/services'

/** A worker that is killed at one of its steps: from there on nothing is sent. */
class Crash extends Error {
  override readonly name = 'Crash'
}

export interface CrashPoint {
  /** Counted from 1: queries to a node, statements, database calls, and requests to a guarded store. */
  step: number
  /** Only steps with this name, counted from their start. */
  of?: string
  /** Not sent; sent without waiting for the response; response received, and nothing after it. */
  when: 'before' | 'sent' | 'after'
}

/** The same database and nodes, for a worker that will be killed at a step. */
export function crashAt(point: CrashPoint, real: { db: Database; clusters: ClusterDirectory }) {
  const state = { steps: 0, dead: false, at: '', names: [] as string[] }

  async function pass<Answer>(
    what: string,
    work: () => Promise<Answer>,
    isStatement: boolean,
  ): Promise<Answer> {
    if (state.dead) throw new Crash()
    const here = what.startsWith(point.of ?? '') && ++state.steps === point.step
    state.names.push(what)
    if (here) state.at = what
    if (here && point.when === 'before') state.dead = true
    if (state.dead) throw new Crash()
    const answering = work()
    if (here && point.when === 'sent' && isStatement) {
      state.dead = true
      answering.catch(() => undefined)
      throw new Crash()
    }
    const answer = await answering
    if (here) state.dead = true
    if (state.dead) throw new Crash()
    return answer
  }

  const db = real.db.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) =>
        pass(`${model ?? 'sql'}.${operation}`, () => query(args), false),
    },
  }) as unknown as Database
  const guard = (node: ConnectedNode): ConnectedNode => ({
    ...node,
    client: {
      ...node.client,
      query: (query, params, options) =>
        pass(query.name, () => node.client.query(query, params, options), false),
      command: (request) => pass(nameStatement(request.sql), () => node.client.command(request), true),
      measure: (request) => pass('measure', () => node.client.measure(request), true),
    },
  })
  const clusters: ClusterDirectory = {
    ...real.clusters,
    get: async (id) => {
      const cluster = await real.clusters.get(id)
      return { ...cluster, nodes: cluster.nodes.map(guard) }
    },
  }
  const guardStore = (store: ObjectStore): ObjectStore =>
    new Proxy(store, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function' || name === 'close') return method
        return (...given: unknown[]) =>
          pass(
            `store.${String(name)}`,
            async () => (await Reflect.apply(method, target, given)) as unknown,
            changesStore.has(name),
          )
      },
    })
  return { db, clusters, guardStore, state }
}

const changesStore = new Set<string | symbol>(['put', 'delete', 'copy', 'writeTags', 'abortUpload'])

/** Without the names of staging tables. */
function nameStatement(sql: string): string {
  return sql.replace(/`frostline_load_\w+`/g, '…').slice(0, 60)
}
