import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Answer } from '../../api/client.ts'
import type { WaitOptions } from '../../define-command.ts'
import { CliError, type ExitName } from '../../exit-codes.ts'
import { formatBytes, formatCountOf } from '../../format/quantities.ts'
import { reportEnd } from '../../runs/report-end.ts'
import { waitForRun } from '../../runs/wait-for-run.ts'
import type { Session } from '../../session.ts'

export type Migration = Answer<'GET /tier-migrations/{id}'>
export interface ProofOptions extends WaitOptions {
  proof?: string
}

/** Starts a plan. A start without an answer is looked up: a plan starts once. */
export async function startMigration({ api }: Session, id: string): Promise<void> {
  try {
    await api.call('POST /tier-migrations/{id}/start', { path: { id } })
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== 'unreachable') throw error
    const { status } = await api.call('GET /tier-migrations/{id}', { path: { id } })
    if (status === 'planned') throw error
  }
}

/** Waits for a started migration, writes its proof, and returns how it ended. */
export async function finishMigration(
  session: Session,
  id: string,
  options: ProofOptions,
): Promise<{ exit: ExitName; migration: Migration; proofFile: string | null }> {
  const { api, io } = session
  const exit = reportEnd(io, await waitForRun(session, id, options))
  const migration = await api.call('GET /tier-migrations/{id}', { path: { id } })
  io.note(describeProofs(migration))
  const proofFile = options.proof === undefined ? null : await writeProof(session, id, options.proof)
  const isWrong = migration.stepList.some(({ deepCheckVerdict }) => deepCheckVerdict === 'failed')
  return { exit: isWrong && exit === 'ok' ? 'failed' : exit, migration, proofFile }
}

export function describeProofs({ movedParts, movedBytes, stepList }: Migration): string {
  const verdicts = new Map<string, number>()
  for (const { proof } of stepList) if (proof !== null) verdicts.set(proof, (verdicts.get(proof) ?? 0) + 1)
  const proofs = [...verdicts].map(([verdict, steps]) => `${formatCountOf(steps, 'step')} ${verdict}`)
  const checked = stepList.filter(({ deepCheckVerdict }) => deepCheckVerdict !== null)
  const failed = checked.filter(({ deepCheckVerdict }) => deepCheckVerdict === 'failed').length
  const deep =
    checked.length === 0
      ? []
      : [`deep check ${failed === 0 ? 'passed' : `failed for ${formatCountOf(failed, 'step')}`}`]
  return [
    `Moved ${formatCountOf(movedParts, 'part')}, ${formatBytes(movedBytes)}.`,
    ...(proofs.length > 0 ? [`Proof: ${[...proofs, ...deep].join(', ')}.`] : []),
  ].join(' ')
}

/** "-" is the standard output. */
export async function writeProof({ api, io }: Session, id: string, file: string): Promise<string | null> {
  const text = JSON.stringify(await api.call('GET /tier-migrations/{id}/proof', { path: { id } }), null, 2)
  if (file === '-') {
    io.out(text)
    return null
  }
  const path = resolve(file)
  try {
    writeFileSync(path, `${text}\n`)
  } catch (error) {
    throw new CliError(
      'failed',
      `Cannot write ${path}: ${(error as Error).message}.`,
      `Try \`frostline proof ${id}\` with another file.`,
    )
  }
  io.note(`Wrote the proof to ${path}.`)
  return path
}
