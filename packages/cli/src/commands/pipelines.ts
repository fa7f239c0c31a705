import type { Command } from 'commander'
import type { Answer } from '../api/client.ts'
import { defineCommand, withCluster } from '../define-command.ts'
import { CliError, type ExitName } from '../exit-codes.ts'
import { formatBytes, formatCountOf, formatTime } from '../format/quantities.ts'
import { formatTableName } from '../format/read-values.ts'
import { renderTable } from '../format/render-table.ts'
import type { ClusterOptions, Host, Session } from '../session.ts'

type Pipeline = Answer<'GET /load-pipelines'>['pipelines'][number]
const orders = { run: 'Run a pipeline now', pause: 'Pause a pipeline', resume: 'Resume a pipeline' } as const
type Order = keyof typeof orders

export function addPipelineCommands(program: Command, host: Host): void {
  const pipelines = withCluster(
    defineCommand(program, 'pipelines', 'List pipelines with their lag', [
      'pipelines',
      'pipelines --cluster prod --json',
    ]),
  ).action((options: ClusterOptions) => host.run(options, (session) => listPipelines(session, options)))

  for (const order of Object.keys(orders) as Order[])
    withCluster(
      defineCommand(pipelines, `${order} <pipeline>`, `${orders[order]}, by name or ID`, [
        `pipelines ${order} clicks`,
      ]),
    ).action((name: string, options: ClusterOptions) =>
      host.run(options, (session) => send(session, order, name, options)),
    )
}

async function readPipelines(session: Session, options: ClusterOptions): Promise<{ pipelines: Pipeline[] }> {
  const wanted = options.cluster ?? session.io.env.FROSTLINE_CLUSTER
  const cluster = wanted === undefined ? undefined : (await session.findCluster(wanted)).slug
  return session.api.call('GET /load-pipelines', { query: { cluster } })
}

async function listPipelines(session: Session, options: ClusterOptions): Promise<ExitName> {
  const answer = await readPipelines(session, options)
  session.print(answer, () =>
    answer.pipelines.length === 0
      ? 'No pipelines.'
      : renderTable(answer.pipelines, [
          { title: 'PIPELINE', text: ({ name }) => name },
          { title: 'TABLE', text: formatTableName },
          { title: 'CLUSTER', text: ({ clusterSlug }) => clusterSlug },
          { title: 'TRIGGER', text: ({ trigger }) => trigger.kind },
          { title: 'STATE', text: describeState },
          {
            title: 'LAG',
            text: ({ lag }) => `${formatCountOf(lag.objects, 'object')}, ${formatBytes(lag.bytes)}`,
            right: true,
          },
          { title: 'FAILED', text: ({ failed }) => String(failed.objects), right: true },
          {
            title: 'LISTED',
            text: ({ lastListedAt }) => (lastListedAt === null ? 'never' : formatTime(lastListedAt)),
          },
        ]),
  )
  return 'ok'
}

export function describeState(
  pipeline: Pick<Pipeline, 'enabled' | 'stoppedReason' | 'pausedBy' | 'lookError'>,
): string {
  if (pipeline.stoppedReason !== null) return `stopped: ${pipeline.stoppedReason}`
  if (!pipeline.enabled) return pipeline.pausedBy === null ? 'paused' : `paused by ${pipeline.pausedBy}`
  return pipeline.lookError === null ? 'active' : `source unreachable: ${pipeline.lookError}`
}

async function send(
  session: Session,
  order: Order,
  wanted: string,
  options: ClusterOptions,
): Promise<ExitName> {
  const { pipelines } = await readPipelines(session, options)
  const found = pipelines.filter(({ id, name }) => id === wanted || name === wanted)
  const [pipeline] = found
  if (!pipeline)
    throw new CliError('failed', `There is no pipeline ${wanted}.`, 'List them with `frostline pipelines`.')
  if (found.length > 1)
    throw new CliError(
      'usage',
      `Several pipelines have the name ${wanted}.`,
      `Use an ID: ${found.map(({ id }) => id).join(', ')}.`,
    )
  const { id } = pipeline
  await session.api.call(`POST /load-pipelines/{id}/${order}`, { path: { id } })
  const done = { run: 'will run now', pause: 'is paused', resume: 'is resumed' }[order]
  session.print({ id, name: pipeline.name, order }, () => `Pipeline ${pipeline.name} ${done}.`)
  return 'ok'
}
