import { readContexts } from '../context/context-file.ts'
import { formatTableName } from '../format/read-values.ts'
import type { Session } from '../session.ts'
import type { Dynamic } from './complete.ts'

/** Longer would disturb typing. */
const patienceMs = 2_000

/** Names of the console. None if it does not answer soon, or nobody is logged in. */
export async function readNames(
  session: Session,
  kind: Dynamic,
  typed: string,
  cluster?: string,
): Promise<string[]> {
  const names = read(session, kind, typed, cluster).catch(() => [])
  const late = new Promise<string[]>((resolve) => {
    setTimeout(resolve, patienceMs, []).unref()
  })
  return (await Promise.race([names, late])).filter((name) => name.startsWith(typed))
}

async function read(session: Session, kind: Dynamic, typed: string, cluster?: string): Promise<string[]> {
  const { io } = session
  switch (kind) {
    case 'contexts':
      return Object.keys(readContexts(io.env).contexts)
    case 'clusters':
      return (await session.api.call('GET /clusters', {})).clusters.map(({ slug }) => slug)
    case 'pipelines':
      return (await session.api.call('GET /load-pipelines', {})).pipelines.map(({ name }) => name)
    case 'runs':
      return (await session.api.call('GET /runs', { query: { limit: 50 } })).runs.map(({ id }) => id)
    case 'sources':
      return (await session.api.call('GET /sources', {})).sources.map(({ name }) => name)
    case 'tables': {
      const { slug } = await session.findCluster(cluster)
      const search = typed.split('.').at(-1) || undefined
      const query = { search, limit: 200 }
      const answer = await session.api.call('GET /clusters/{cluster}/tables', {
        path: { cluster: slug },
        query,
      })
      return answer.data.tables.map(formatTableName)
    }
  }
}
