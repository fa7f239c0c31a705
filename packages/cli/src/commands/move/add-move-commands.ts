import { type Command, Option } from 'commander'
import { defineCommand, withCluster, withWait } from '../../define-command.ts'
import { CliError, type ExitName } from '../../exit-codes.ts'
import { readCount, readList } from '../../format/read-options.ts'
import { readRunId } from '../../format/read-values.ts'
import { printable } from '../../format/render-table.ts'
import type { ClusterOptions, CommonOptions, Host, Session } from '../../session.ts'
import { finishMigration, type ProofOptions, startMigration, writeProof } from './finish-move.ts'
import { judgePreview } from './judge-preview.ts'
import { type GoalOptions, readMoveRequest } from './read-request.ts'
import { renderPreview } from './render-preview.ts'

interface MoveOptions extends ClusterOptions, GoalOptions, ProofOptions {
  sql?: boolean
  yes?: boolean
  requestReview?: boolean
}

export function addMoveCommands(program: Command, host: Host): void {
  const move = withCluster(
    defineCommand(
      program,
      'move <table>',
      'Move partitions to another volume. Without --yes it only shows the plan',
      [
        'move demo.trips_local --to cold --older-than 90d',
        'move demo.trips_local --to cold --older-than 90d --yes --wait --proof proof.json',
        'move demo.trips_local --to hot --partition 202401,202402 --yes',
        'move demo.trips_local --align most-bytes',
      ],
    ),
  )
    .option('--to <volume>', 'target volume of the storage policy')
    .option('--older-than <time>', 'partitions older than this date or age, such as 2026-01-01 or 90d')
    .option('--newer-than <time>', 'partitions since this date or age')
    .option('--partition <ids>', 'these partitions, by ID', readList)
    .addOption(
      new Option('--align <way>', 'align the replicas of each shard').choices(['most-bytes', 'coldest']),
    )
    .option('--deep-check', 'also read every byte back and compare the content')
    .option('--optimize-first', 'merge each partition before it is moved')
    .option('--rate <bytes>', 'at most this many bytes per second, such as 50MiB')
    .option('--concurrency <count>', 'statements at a time on each replica', readCount)
    .option('--sql', 'show every statement of the plan')
    .option('--yes', 'start the plan')
    .option('--request-review', 'save the plan and send it for review instead of starting it')
    .option('--proof <file>', 'write the proof when the run has ended; implies --wait')
  withWait(move).action((table: string, options: MoveOptions) =>
    host.run(options, (session) => runMove(session, table, options)),
  )

  const start = defineCommand(
    program,
    'start <plan>',
    'Start a plan of a tier migration, such as one that was approved',
    ['start 0198c1de-0000-7000-8000-000000000000 --wait --proof proof.json'],
  ).option('--proof <file>', 'write the proof when the run has ended; implies --wait')
  withWait(start).action((plan: string, options: CommonOptions & ProofOptions) =>
    host.run(options, (session) => startPlan(session, plan, options)),
  )

  defineCommand(program, 'proof <run>', 'Get the proof of a tier migration as JSON', [
    'proof 0198c1de-0000-7000-8000-000000000000 -o proof.json',
  ])
    .option('-o, --output <file>', 'write to this file instead of the standard output', '-')
    .action((run: string, options: CommonOptions & { output: string }) =>
      host.run(options, async (session) => {
        await writeProof(session, readRunId(run), options.output)
        return 'ok'
      }),
    )
}

async function runMove(session: Session, table: string, options: MoveOptions): Promise<ExitName> {
  const { io, api } = session
  refuseConflicts(options)
  const cluster = await session.findCluster(options.cluster)
  const request = readMoveRequest(cluster.slug, table, options, io.now())
  const preview = await api.call('POST /tier-migration-previews', { body: request })
  const statements = options.sql
    ? await api.call('POST /tier-migration-previews/sql', { body: request })
    : undefined
  const print = (result: { state: string; id: string | null; [key: string]: unknown }) => {
    if (session.json) session.print({ ...result, request, preview, ...statements }, () => '')
  }
  if (!session.json) {
    io.out(renderPreview(request, preview))
    for (const { node, sql } of statements?.statements ?? []) io.out(`${node}: ${printable(sql)}`)
  }
  const state = judgePreview(preview)
  if (state !== 'ready') {
    print({ state, id: null })
    if (state === 'nothing') return 'ok'
    io.note('Error: The plan is blocked.\nResolve the blocking checks, then try again.')
    return 'refused'
  }
  if (!options.yes && !options.requestReview) {
    print({ state: 'planned', id: null })
    io.note('Nothing was sent. Start the plan with --yes.')
    return 'ok'
  }
  if (options.yes && cluster.approvalRequired)
    throw new CliError(
      'refused',
      `Plans on ${cluster.slug} need an approval before they start.`,
      'Use --request-review instead of --yes. After the approval run `frostline start PLAN`.',
    )
  const { id } = await api.call('POST /tier-migrations', { body: request })
  if (options.requestReview) {
    await api.call('POST /tier-migrations/{id}/review-request', { path: { id } })
    print({ state: 'waits-for-review', id })
    io.note(`The plan waits for review. After the approval run \`frostline start ${id}\`.`)
    if (!session.json) io.out(id)
    return 'ok'
  }
  await startMigration(session, id)
  io.note(`Started tier migration ${id}.`)
  if (!waits(options)) {
    print({ state: 'started', id })
    return 'ok'
  }
  const { exit, migration, proofFile } = await finishMigration(session, id, options)
  print({ state: migration.status, id, proofFile, migration })
  return exit
}

async function startPlan(session: Session, plan: string, options: ProofOptions): Promise<ExitName> {
  const id = readRunId(plan)
  await startMigration(session, id)
  session.io.note(`Started tier migration ${id}.`)
  if (!waits(options)) {
    session.print({ state: 'started', id }, () => '')
    return 'ok'
  }
  const { exit, migration, proofFile } = await finishMigration(session, id, options)
  session.print({ state: migration.status, id, proofFile, migration }, () => '')
  return exit
}

const waits = ({ wait, proof }: ProofOptions) => wait === true || proof !== undefined

function refuseConflicts({ yes, requestReview, ...options }: MoveOptions): void {
  if (yes && requestReview)
    throw new CliError(
      'usage',
      'A plan is either started or sent for review.',
      'Give --yes or --request-review.',
    )
  if (!yes && waits(options))
    throw new CliError('usage', '--wait and --proof need a started plan.', 'Add --yes.')
  if (options.proof === '-' && options.json)
    throw new CliError('usage', '--json and --proof - both write to the standard output.', 'Give a file.')
}
