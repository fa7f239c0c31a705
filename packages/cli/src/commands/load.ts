import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Answer, Operations } from '../api/client.ts'
import { defineCommand, type WaitOptions, withCluster, withWait } from '../define-command.ts'
import { CliError, type ExitName } from '../exit-codes.ts'
import { formatBytes, formatCountOf } from '../format/quantities.ts'
import { readTableName, type TableName } from '../format/read-values.ts'
import { renderChecks } from '../format/render-checks.ts'
import { printable } from '../format/render-table.ts'
import { reportEnd } from '../runs/report-end.ts'
import { waitForRun } from '../runs/wait-for-run.ts'
import type { ClusterOptions, Host, Session } from '../session.ts'
import { mapByName } from './map-by-name.ts'

type LoadDraft = Operations['POST /loads']['body']
type Read = LoadDraft['read']

interface LoadOptions extends ClusterOptions, WaitOptions {
  source?: string
  bucket?: string
  glob?: string
  format?: Read['format']
  compression?: Read['compression']
  strategy?: NonNullable<LoadDraft['strategy']>
  title?: string
  spec?: string
  yes?: boolean
}

const formats = [
  'CSVWithNames',
  'CSV',
  'TSVWithNames',
  'TSV',
  'JSONEachRow',
  'Parquet',
  'ORC',
  'Avro',
  'Native',
]

export function addLoadCommand(program: Command, host: Host): void {
  const load = withCluster(
    defineCommand(
      program,
      'load [table]',
      'Load objects of a bucket into a table, each once. Without --yes it only shows the plan',
      [
        `load demo.trips --source landing --glob "trips/2026-*.parquet"`,
        `load demo.trips --source landing --glob "trips/2026-*.parquet" --yes --wait`,
        'load --spec load.json --yes --wait',
      ],
    ),
  )
    .option('--source <name>', 'a source of the console')
    .option('--bucket <name>', 'its bucket; not needed if it has only one')
    .option('--glob <pattern>', 'which objects, such as "trips/2026-*.parquet"')
    .addOption(
      new Option('--format <format>', 'format of the objects; default: by their names').choices(formats),
    )
    .addOption(
      new Option('--compression <name>', 'compression of the objects; default: by their names').choices([
        'none',
        'gzip',
        'zstd',
        'lz4',
      ]),
    )
    .addOption(
      new Option('--strategy <strategy>', 'default: the recommended one').choices([
        'single-node',
        'cluster',
        'reshard',
        'split',
      ]),
    )
    .option('--title <text>', 'title of the load')
    .option(
      '--spec <file>',
      'the body of POST /loads as JSON, for all other settings; "-" is the standard input',
    )
    .option('--yes', 'start the load')
  withWait(load).action((table: string | undefined, options: LoadOptions) =>
    host.run(options, (session) => runLoad(session, table, options)),
  )
}

async function runLoad(session: Session, table: string | undefined, options: LoadOptions): Promise<ExitName> {
  const { api, io } = session
  if (options.wait && !options.yes) throw new CliError('usage', '--wait needs a started load.', 'Add --yes.')
  if ((options.spec === undefined) === (table === undefined))
    throw new CliError('usage', 'A load has either a table or --spec.', 'See `frostline load --help`.')
  const cluster = (await session.findCluster(options.cluster)).slug
  const draft =
    table === undefined
      ? { ...(await readSpec(io, options.spec ?? '')), cluster }
      : await makeDraft(session, cluster, readTableName(table), options)
  const preview = await api.call('POST /load-previews', { body: draft })
  if (!session.json) io.out(renderLoadPreview(draft, preview))
  if (!preview.accepted) {
    session.print({ state: 'blocked', id: null, draft, preview }, () => '')
    io.note('Error: The load is blocked.\nResolve the blocking checks, then try again.')
    return 'refused'
  }
  if (!options.yes) {
    session.print({ state: 'planned', id: null, draft, preview }, () => '')
    io.note('Nothing was sent. Start the load with --yes.')
    return 'ok'
  }
  const { id } = await startLoad(session, draft)
  io.note(`Started load ${id}.`)
  if (!options.wait) {
    session.print({ state: 'started', id, draft, preview }, () => '')
    return 'ok'
  }
  const exit = reportEnd(io, await waitForRun(session, id, options))
  const ended = await api.call('GET /loads/{id}', { path: { id } })
  io.note(
    `Loaded ${formatCountOf(ended.loadedRows, 'row')}, ${formatBytes(ended.loadedBytes)} of ${formatBytes(ended.totalBytes)}.`,
  )
  session.print({ state: ended.status, id, draft, preview, load: ended }, () => '')
  return exit
}

/** Without an answer it is not repeated, since that could load the objects twice. */
async function startLoad({ api }: Session, draft: LoadDraft): Promise<{ id: string }> {
  try {
    return await api.call('POST /loads', { body: draft })
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== 'unreachable') throw error
    throw new CliError(
      'unreachable',
      error.message,
      'It may have started. Look with `frostline runs --kind load-job` before you repeat it.',
      error.code,
    )
  }
}

async function readSpec(io: Session['io'], file: string): Promise<LoadDraft> {
  try {
    return JSON.parse(file === '-' ? await io.readInput() : readFileSync(file, 'utf8')) as LoadDraft
  } catch (error) {
    throw new CliError(
      'usage',
      `Cannot read ${file}: ${(error as Error).message}.`,
      'It is the body of POST /loads as JSON.',
    )
  }
}

/** Format and columns from the objects, and each column of the table from the one of the same name. */
async function makeDraft(
  session: Session,
  cluster: string,
  target: TableName,
  options: LoadOptions,
): Promise<LoadDraft> {
  const { api } = session
  const { glob, strategy, title } = options
  if (options.source === undefined || glob === undefined)
    throw new CliError('usage', 'What to load is missing.', 'Give --source and --glob.')
  const { id, bucket } = findSource(
    (await api.call('GET /sources', {})).sources,
    options.source,
    options.bucket,
  )
  const source: LoadDraft['source'] = { id, bucket, selection: { kind: 'glob', glob } }
  const manifest = await api.call('POST /load-manifests', { body: { source } })
  const [sample] = manifest.first
  if (!sample)
    throw new CliError(
      'failed',
      `No object of ${bucket} matches ${glob}.`,
      'Check the pattern and the bucket.',
    )
  const how = chooseFormat(manifest.detected, options)
  const { columns } = await api.call('POST /load-inspections', {
    body: { cluster, source: { id, bucket, key: sample.key }, read: how },
  })
  const table = await api.call('GET /clusters/{cluster}/load-targets/{database}/{table}', {
    path: { cluster, ...target },
  })
  const mapping = mapByName(columns, table.columns)
  if (mapping.length === 0)
    throw new CliError(
      'usage',
      'No column of the objects has the name of a column of the table.',
      'Write the mapping in a file for --spec.',
    )
  return {
    ...{ cluster, source, read: { ...how, columns }, target, mapping },
    ...(strategy === undefined ? {} : { strategy }),
    ...(title === undefined ? {} : { title }),
  }
}

export function findSource(
  sources: readonly { id: string; name: string; buckets: string[] }[],
  name: string,
  wanted: string | undefined,
): { id: string; bucket: string } {
  const source = sources.find((each) => each.name === name || each.id === name)
  if (!source)
    throw new CliError(
      'usage',
      `There is no source ${name}.`,
      `Choose one of: ${sources.map((each) => each.name).join(', ') || 'none'}.`,
    )
  const [only, ...others] = source.buckets
  const bucket = wanted ?? (others.length === 0 ? only : undefined)
  if (bucket === undefined)
    throw new CliError(
      'usage',
      `Which bucket of ${name} is not clear.`,
      `Add --bucket${source.buckets.length > 0 ? ` with one of: ${source.buckets.join(', ')}` : ''}.`,
    )
  return { id: source.id, bucket }
}

type Detected = Answer<'POST /load-manifests'>['detected']

export function chooseFormat(
  detected: Detected,
  given: { format?: Read['format'] | undefined; compression?: Read['compression'] | undefined },
): { format: Read['format']; compression: Read['compression'] } {
  const [first, ...others] = detected
  const format = given.format ?? (others.length === 0 ? first?.format : null)
  if (!format)
    throw new CliError(
      'usage',
      others.length > 0
        ? 'The objects have several formats.'
        : 'The format is not clear from the names of the objects.',
      others.length > 0 ? 'Choose one with --glob, or give --format.' : 'Add --format.',
    )
  return { format, compression: given.compression ?? first?.compression ?? 'none' }
}

function renderLoadPreview(draft: LoadDraft, preview: Answer<'POST /load-previews'>): string {
  const { totals, batches, strategy, checks, statements, landingNodes } = preview
  const columns = draft.mapping.map(({ column, expression }) => `  ${column} ← ${printable(expression)}`)
  return [
    `Load into ${draft.target.database}.${draft.target.table}: ${formatCountOf(totals.objects, 'object')}, ${formatBytes(totals.sizeBytes)} in ${formatCountOf(batches, 'batch', 'batches')}`,
    `Format: ${draft.read.format}, compression ${draft.read.compression}\nStrategy: ${strategy.chosen} on ${landingNodes.join(', ')}. ${printable(strategy.reason)}\n${columns.join('\n')}`,
    statements
      .map(
        ({ name, node, sql }) =>
          `${printable(name)} (${node}):\n${sql
            .split('\n')
            .map((line) => `  ${printable(line)}`)
            .join('\n')}`,
      )
      .join('\n'),
    renderChecks(checks),
  ].join('\n\n')
}
