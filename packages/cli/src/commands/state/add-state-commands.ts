import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { defineCommand, type WaitOptions, withWait } from '../../define-command.ts'
import { CliError, type ExitName } from '../../exit-codes.ts'
import { formatCountOf } from '../../format/quantities.ts'
import { reportEnd } from '../../runs/report-end.ts'
import { waitForRun } from '../../runs/wait-for-run.ts'
import type { CommonOptions, Host, Session } from '../../session.ts'
import { findCommit, readStateFile, type StateFile } from './read-state-file.ts'
import { renderMarkdown, renderPlan, type StatePlan, summarize } from './render-plan.ts'

type PlanOptions = CommonOptions & { format: 'text' | 'markdown' }
type ApplyOptions = CommonOptions &
  WaitOptions & { yes?: boolean; acceptLoss?: boolean; commit?: string; fingerprint?: string }

export function addStateCommands(program: Command, host: Host): void {
  defineCommand(program, 'export', 'Write the present state of everything that a file can describe as YAML', [
    'export > frostline.yaml',
    'export --output frostline.yaml',
  ])
    .option('--output <file>', 'write to this file')
    .action((options: CommonOptions & { output?: string }) =>
      host.run(options, (session) => exportState(session, options)),
    )
  defineCommand(program, 'plan <file>', 'Show what an apply of a file would change. Changes nothing', [
    'plan frostline.yaml',
    'plan frostline.yaml --format markdown',
  ])
    .addOption(
      new Option('--format <format>', 'markdown: for a comment')
        .choices(['text', 'markdown'])
        .default('text'),
    )
    .action((file: string, options: PlanOptions) =>
      host.run(options, (session) => plan(session, file, options)),
    )
  withWait(
    defineCommand(program, 'apply <file>', 'Apply a file as one change set', [
      'apply frostline.yaml',
      'apply frostline.yaml --yes --wait',
    ]),
  )
    .option('--yes', 'apply the plan')
    .option('--accept-loss', 'also if it deletes the rows and values of the plan')
    .option('--commit <id>', 'commit of the file. Default: from the variables of CI')
    .option('--fingerprint <hash>', 'only if the plan still has this fingerprint')
    .action((file: string, options: ApplyOptions) =>
      host.run(options, (session) => apply(session, file, options)),
    )
  defineCommand(
    program,
    'drift <file>',
    'Check whether everything is as a file says. Exit code 7: it is not',
    ['drift frostline.yaml'],
  ).action((file: string, options: CommonOptions) => host.run(options, (session) => drift(session, file)))
}

async function exportState({ api, io, json }: Session, { output }: { output?: string }): Promise<ExitName> {
  const { yaml, document, objects, leftOut } = await api.call('GET /state/export', {})
  for (const text of leftOut) io.note(text)
  const text = json ? JSON.stringify(document, null, 2) : yaml.replace(/\n$/, '')
  if (output === undefined) {
    io.out(text)
    return 'ok'
  }
  const path = resolve(output)
  try {
    writeFileSync(path, `${text}\n`)
  } catch (error) {
    throw new CliError('failed', `Cannot write ${path}: ${(error as Error).message}.`, 'Choose another file.')
  }
  io.note(`Wrote ${formatCountOf(objects, 'object')} to ${path}.`)
  return 'ok'
}

async function readPlan({ api, io }: Session, path: string): Promise<{ file: StateFile; plan: StatePlan }> {
  const file = await readStateFile(io, path)
  const { document, secrets } = file
  return { file, plan: await api.call('POST /state/plan', { body: { document, secrets } }) }
}

async function plan(session: Session, path: string, { format }: PlanOptions): Promise<ExitName> {
  const { plan, file } = await readPlan(session, path)
  session.print(plan, () => (format === 'markdown' ? renderMarkdown(plan) : renderPlan(plan)))
  noteUncompared(session, file)
  return isBlocked(plan) ? 'refused' : 'ok'
}

const isBlocked = ({ changes }: StatePlan) => changes.some(({ blocked }) => blocked !== null)

function noteUncompared({ io }: Session, { missing }: StateFile): void {
  if (missing.length > 0) io.note(`Not compared, because there is no value here: ${missing.join(', ')}.`)
}

async function drift(session: Session, path: string): Promise<ExitName> {
  const { plan, file } = await readPlan(session, path)
  session.print(plan, () => renderPlan(plan))
  noteUncompared(session, file)
  return plan.changes.length > 0 ? 'drift' : 'ok'
}

async function apply(session: Session, path: string, options: ApplyOptions): Promise<ExitName> {
  const { api, io, json } = session
  const { plan, file } = await readPlan(session, path)
  if (!json) io.out(renderPlan(plan))
  if (isBlocked(plan)) {
    session.print({ state: 'blocked', plan }, () => '')
    io.note('Error: The plan is blocked.\nCorrect the file, then plan it again.')
    return 'refused'
  }
  if (!options.yes) {
    session.print({ state: 'planned', plan }, () => '')
    io.note('Nothing was changed. Apply the plan with --yes.')
    return 'ok'
  }
  const losing = plan.changes.flatMap(({ address, accept }) => (accept === null ? [] : [{ address, accept }]))
  if (losing.length > 0 && !options.acceptLoss)
    throw new CliError('refused', 'The plan deletes rows or values.', 'Check it, then add --accept-loss.')
  const { document, secrets } = file
  const commit = findCommit(io, options.commit)
  const applied = await api.call('POST /state/apply', {
    body: {
      document,
      secrets,
      fingerprint: options.fingerprint ?? plan.fingerprint,
      accepts: Object.fromEntries(losing.map(({ address, accept }) => [address, accept])),
      ...(commit ? { commit } : {}),
    },
  })
  const { id } = applied
  if (id === null) {
    session.print({ state: 'completed', plan, applied }, () => '')
    return 'ok'
  }
  io.note(`Started change set ${id}.`)
  if (applied.needsApproval) io.note('It waits for the approval of a second person in the console.')
  if (!options.wait) {
    session.print({ state: 'started', plan, applied }, () => '')
    return 'ok'
  }
  const run = await waitForRun(session, id, options)
  const exit = reportEnd(io, run)
  session.print({ state: run.status, plan, applied, run }, () => '')
  if (exit === 'ok') io.note(summarize({ changes: [], unchanged: plan.unchanged + plan.changes.length }))
  return exit
}
