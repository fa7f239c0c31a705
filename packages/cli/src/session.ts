import { type Answer, type Api, createApi } from './api/client.ts'
import { readContexts } from './context/context-file.ts'
import { findContext } from './context/find-context.ts'
import { CliError, type ExitName } from './exit-codes.ts'
import type { Io } from './io.ts'

export interface CommonOptions {
  json?: boolean
  context?: string
}
export interface ClusterOptions extends CommonOptions {
  cluster?: string
}

type Cluster = Answer<'GET /clusters'>['clusters'][number]

/** One call of a command. */
export interface Session {
  readonly io: Io
  readonly json: boolean
  /** The console of the context. @throws CliError if nobody is logged in. */
  readonly api: Api
  /** Text for people, or this value with --json. */
  print(value: unknown, text: () => string): void
  findCluster(wanted: string | undefined): Promise<Cluster>
}

/** Runs commands, or only reads their arguments. */
export interface Host {
  run(options: CommonOptions, work: (session: Session) => Promise<ExitName | undefined>): Promise<void>
}

export function openSession(io: Io, options: CommonOptions): Session {
  const json = options.json === true
  let api: Api | undefined
  return {
    io,
    json,
    get api() {
      api ??= createApi({
        ...findContext(io.env, options.context, () => readContexts(io.env)),
        fetch: io.fetch,
      })
      return api
    },
    print(value, text) {
      const shown = json ? JSON.stringify(value, null, 2) : text()
      if (shown !== '') io.out(shown)
    },
    async findCluster(wanted) {
      const { clusters } = await this.api.call('GET /clusters', {})
      return chooseCluster(clusters, wanted ?? io.env.FROSTLINE_CLUSTER)
    },
  }
}

function chooseCluster(clusters: readonly Cluster[], wanted: string | undefined): Cluster {
  const names = clusters.map(({ slug }) => slug).join(', ')
  if (clusters.length === 0)
    throw new CliError('failed', 'The console has no cluster.', 'An admin registers one under Clusters.')
  if (wanted === undefined) {
    const [only, ...others] = clusters
    if (only && others.length === 0) return only
    throw new CliError('usage', 'The console has several clusters.', `Add --cluster with one of: ${names}.`)
  }
  const found = clusters.find(({ id, slug, name }) => [id, slug, name].includes(wanted))
  if (found) return found
  throw new CliError('usage', `There is no cluster ${wanted}.`, `Choose one of: ${names}.`)
}
