import { type Command, Option } from 'commander'
import type { Answer } from '../api/client.ts'
import { defineCommand, withCluster } from '../define-command.ts'
import { CliError, type ExitName } from '../exit-codes.ts'
import { noteCoverage, renderAge } from '../format/coverage.ts'
import { formatBytes, formatCount, formatCountOf } from '../format/quantities.ts'
import { readTableName } from '../format/read-values.ts'
import { renderChecks } from '../format/render-checks.ts'
import { printable, printableLines, renderTable } from '../format/render-table.ts'
import type { ClusterOptions, Host, Session } from '../session.ts'

interface TtlOptions extends ClusterOptions {
  set?: string
  remove?: boolean
  mode: 'gentle' | 'heavy'
  yes?: boolean
  acceptLoss?: boolean
}

const one = '/clusters/{cluster}/tables/{database}/{table}/ttl'
type Preview = Answer<`POST ${typeof one}/preview`>

export function addTtlCommand(program: Command, host: Host): void {
  withCluster(
    defineCommand(program, 'ttl <table>', 'Show the TTL of a table, or change it after a dry run', [
      'ttl demo.trips_local',
      `ttl demo.trips_local --set "toDate(pickup) + INTERVAL 90 DAY TO VOLUME 'cold'"`,
      `ttl demo.trips_local --set "toDate(pickup) + INTERVAL 90 DAY TO VOLUME 'cold'" --yes`,
      'ttl demo.trips_local --remove --yes',
    ]),
  )
    .option('--set <ttl>', 'the new TTL, as in CREATE TABLE. Without --yes a dry run')
    .option('--remove', 'remove the TTL')
    .addOption(
      new Option('--mode <mode>', 'gentle: metadata only; heavy: with MATERIALIZE TTL')
        .choices(['gentle', 'heavy'])
        .default('gentle'),
    )
    .option('--yes', 'apply the change')
    .option('--accept-loss', 'also if it deletes the rows and values of the dry run')
    .action((table: string, options: TtlOptions) =>
      host.run(options, (session) => runTtl(session, table, options)),
    )
}

async function runTtl(session: Session, given: string, options: TtlOptions): Promise<ExitName> {
  const { api, io } = session
  if (options.set !== undefined && options.remove)
    throw new CliError('usage', 'A TTL is either set or removed.', 'Give --set or --remove.')
  const changes = options.set !== undefined || options.remove === true
  if (!changes && options.yes)
    throw new CliError('usage', 'There is nothing to apply.', 'Add --set or --remove.')
  const name = readTableName(given)
  const path = { ...name, cluster: (await session.findCluster(options.cluster)).slug }
  if (!changes) return showTtl(session, path)
  const ttl = options.remove ? '' : (options.set ?? '')
  const preview = await api.call(`POST ${one}/preview`, { path, body: { ttl } })
  const { mode } = options
  if (!session.json) io.out(renderTtlPreview(preview, mode))
  noteCoverage(io, preview)
  if (!preview.data.accepted) {
    session.print({ state: 'blocked', preview }, () => '')
    io.note('Error: The TTL is not accepted.\nResolve the blocking checks, then try again.')
    return 'refused'
  }
  if (!options.yes) {
    session.print({ state: 'planned', preview }, () => '')
    io.note('Nothing was sent. Apply the TTL with --yes.')
    return 'ok'
  }
  if (mode === 'heavy' && preview.data.heavyFault !== null)
    throw new CliError('refused', preview.data.heavyFault, 'Use --mode gentle.')
  // Null: nothing is lost.
  const accepts = preview.data.accept[mode]
  if (accepts !== null && !options.acceptLoss)
    throw new CliError(
      'refused',
      'The change deletes rows or values.',
      'Check the dry run, then add --accept-loss.',
    )
  const { data } = await api.call(`GET ${one}`, { path })
  const basedOn = data.forms.map((form) => form.ttl)
  const body = { ttl, mode, basedOn, ...(accepts === null ? {} : { accepts }) }
  const applied = await api.call(`POST ${one}`, { path, body })
  session.print({ state: applied.outcome, preview, applied }, () => renderApplied(applied))
  return applied.outcome === 'applied' ? 'ok' : 'failed'
}

async function showTtl(
  session: Session,
  path: { cluster: string; database: string; table: string },
): Promise<ExitName> {
  const answer = await session.api.call(`GET ${one}`, { path })
  const { forms, nodes } = answer.data
  session.print(answer, () => {
    const differs = forms.length > 1
    const each = forms.map(({ ttl, nodes: on }) =>
      [...(differs ? [`On ${on.join(', ')}:`] : []), ttl === '' ? 'No TTL.' : printableLines(ttl)].join('\n'),
    )
    const stale = nodes.filter(({ partsWithoutInformation }) => partsWithoutInformation > 0)
    const old = stale.map(
      ({ node, partsWithoutInformation }) =>
        `${node}: ${formatCountOf(partsWithoutInformation, 'part')} without TTL information.`,
    )
    return [...each, ...old, renderAge(answer)].join('\n')
  })
  noteCoverage(session.io, answer)
  return 'ok'
}

function renderTtlPreview(preview: Preview, mode: 'gentle' | 'heavy'): string {
  const { ttl, nodes, checks, statements, accept } = preview.data
  const table = renderTable(nodes, [
    { title: 'NODE', text: ({ node }) => node },
    { title: 'MOVES NOW', text: (node) => formatBytes(node[mode].movesNow.bytes), right: true },
    { title: 'MOVES LATER', text: (node) => formatBytes(node[mode].movesLater.bytes), right: true },
    { title: 'REWRITES', text: (node) => formatBytes(node[mode].rewritten.bytes), right: true },
    { title: 'DELETES ROWS', text: (node) => formatCount(node[mode].loss.deletedRows), right: true },
    { title: 'PUT', text: (node) => formatCount(node[mode].writeRequests), right: true },
  ])
  const losses = (accept[mode] ?? []).map(
    ({ place, rows }) => `Deletes ${formatCountOf(rows, 'row')} on ${printable(place)}.`,
  )
  return [
    `Dry run (${mode}): ${ttl === null || ttl === '' ? 'remove the TTL' : printableLines(ttl)}`,
    table,
    ...(losses.length > 0 ? [losses.join('\n')] : []),
    statements[mode].map(({ node, sql }) => `${node}: ${printable(sql)}`).join('\n'),
    renderChecks(checks),
  ].join('\n\n')
}

function renderApplied({ outcome, nodes }: Answer<`POST ${typeof one}`>): string {
  const table = renderTable(nodes, [
    { title: 'NODE', text: ({ node }) => node },
    { title: 'STATE', text: ({ state }) => state },
    { title: '', text: ({ error }) => error ?? '' },
  ])
  const next =
    outcome === 'applied' ? 'Applied.' : 'Not applied on every node. Repeat the command when they answer.'
  return `${table}\n\n${next}`
}
