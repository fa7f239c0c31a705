import type { Command } from 'commander'
import { defineCommand, withCluster } from '../define-command.ts'
import type { ExitName } from '../exit-codes.ts'
import { formatPercent, formatTime } from '../format/quantities.ts'
import { readCount } from '../format/read-options.ts'
import { readMoment, readRunId } from '../format/read-values.ts'
import { printable, renderTable } from '../format/render-table.ts'
import { type LogEntry, readLog } from '../runs/read-log.ts'
import { type Run, readRun, runKinds } from '../runs/read-run.ts'
import { reportEnd } from '../runs/report-end.ts'
import { exitOf, watchRun } from '../runs/wait-for-run.ts'
import type { ClusterOptions, CommonOptions, Host, Session } from '../session.ts'

interface RunsOptions extends ClusterOptions {
  state?: 'open' | 'ended' | Run['status']
  kind?: Run['kind']
  mine?: boolean
  from?: string
  search?: string
  limit: number
}
interface LogsOptions extends CommonOptions {
  follow?: boolean
}

export function addRunsCommands(program: Command, host: Host): void {
  withCluster(
    defineCommand(program, 'runs', 'List runs of all kinds, newest first', [
      'runs --state open',
      'runs --kind tier-migration --mine',
      'runs --from 7d --state failed --json',
    ]),
  )
    .option('--state <state>', 'open, ended, or a state such as running or failed')
    .option('--kind <kind>', runKinds.join(', '))
    .option('--mine', 'only runs that you, your tokens or your schedules started')
    .option('--from <time>', 'only runs that were open since this date, or this long ago')
    .option('--search <text>', 'only runs whose name, person or ID matches')
    .option('--limit <count>', 'at most this many', readCount, 50)
    .action((options: RunsOptions) => host.run(options, (session) => listRuns(session, options)))

  defineCommand(program, 'logs <run>', 'Show what happened to a run and its steps', [
    'logs 0198c1de-0000-7000-8000-000000000000',
    'logs -f 0198c1de-0000-7000-8000-000000000000',
  ])
    .option('-f, --follow', 'continue until the run ends; its result is the exit code')
    .action((run: string, options: LogsOptions) =>
      host.run(options, (session) => showLog(session, run, options)),
    )
}

async function listRuns(session: Session, options: RunsOptions): Promise<ExitName> {
  const { state, kind, mine, limit, search: text } = options
  const cluster =
    options.cluster === undefined ? undefined : (await session.findCluster(options.cluster)).slug
  const from = options.from === undefined ? undefined : readMoment(options.from, session.io.now())
  const answer = await session.api.call('GET /runs', {
    query: { cluster, kind, state, mine, from, text, limit },
  })
  session.print(answer, () => (answer.runs.length === 0 ? 'No runs.' : renderRuns(answer.runs)))
  return 'ok'
}

function renderRuns(runs: readonly Run[]): string {
  return renderTable(runs, [
    { title: 'RUN', text: ({ id }) => id },
    { title: 'KIND', text: ({ kind }) => kind },
    { title: 'OF', text: ({ name }) => name },
    { title: 'CLUSTER', text: ({ clusterSlug }) => clusterSlug },
    { title: 'STATE', text: ({ status }) => status },
    {
      title: 'DONE',
      text: ({ progress }) => (progress === null ? '' : formatPercent(progress)),
      right: true,
    },
    { title: 'STARTED', text: ({ createdAt }) => formatTime(createdAt) },
    { title: 'BY', text: ({ requestedBy }) => requestedBy },
  ])
}

async function showLog(session: Session, given: string, { follow }: LogsOptions): Promise<ExitName> {
  const id = readRunId(given)
  if (!follow) {
    const entries = await readLog(session, await readRun(session, id))
    for (const entry of entries) printEntry(session, entry)
    return 'ok'
  }
  const printed = new Set<string>()
  for await (const run of watchRun(session, id)) {
    for (const entry of await readLog(session, run)) {
      if (printed.has(entry.key)) continue
      printed.add(entry.key)
      printEntry(session, entry)
    }
    if (exitOf(run.status)) return reportEnd(session.io, run)
  }
  return 'failed'
}

/** With --json one object per line, as long logs are read. */
function printEntry({ io, json }: Session, entry: LogEntry): void {
  const { at, source, text, by } = entry
  io.out(
    json
      ? JSON.stringify({ at, source, text, by })
      : printable(`${formatTime(at)}  ${text}${by === null ? '' : `  (${by})`}`),
  )
}
