import { answerExitPlan } from '@frostline/domain'
import { Bytes, CodeBlock, formatBytes, formatCountOf, formatDuration, Stat, StatRow } from '@frostline/ui'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { PlanChecks } from '@/features/tier-migrations/components/plan-checks.tsx'
import type { ExitDraft, ExitPreview } from './use-exits.ts'

/** Bytes, space, checks, and the statements of each stage. */
export function ExitPlan({ preview, draft }: { preview: ExitPreview; draft: ExitDraft }) {
  return (
    <div className="grid gap-4">
      <AnswerFirst
        inset
        answer={answerExitPlan({
          ...preview,
          blocking: preview.checks.filter(({ outcome }) => outcome === 'blocking').length,
        })}
      />
      <StatRow>
        <Stat
          label="Shared"
          value={formatCountOf(preview.partitions, 'partition')}
          note={`${formatBytes(preview.storedBytes)} in the bucket now`}
        />
        <Stat
          label="In the bucket afterwards"
          value={<Bytes value={preview.storedAfterBytes} />}
          note={preview.uploadBytes > 0n ? 'once for each replica' : 'parts stay local'}
        />
        <Stat label="Sent to the store" value={<Bytes value={preview.uploadBytes} />} note="last stage" />
        <Stat
          label="Time at this rate"
          value={
            preview.seconds ? formatDuration((preview.seconds.toHot + preview.seconds.toTarget) * 1_000) : '–'
          }
          note={preview.seconds ? 'at least, shards side by side' : 'no bandwidth given'}
        />
      </StatRow>
      <ul aria-label="Free space on local disks" className="grid gap-1 text-xs">
        {preview.rooms.map(({ node, neededBytes, freeBytes }) => (
          <li key={node}>
            <span className="font-mono">{node}</span> needs {formatBytes(neededBytes)} on {draft.hotVolume},{' '}
            {freeBytes === null ? 'free space unknown' : `${formatBytes(freeBytes)} free`}
          </li>
        ))}
      </ul>
      <PlanChecks checks={preview.checks} />
      <Stage title="1. Shared parts become local" code={renderMoves(preview.moves)} />
      <Stage
        title="2. The setting goes off, once no part is shared or locked"
        code={preview.switches.map(({ node, sql }) => `-- ${node}\n${sql};`).join('\n')}
      />
      {draft.targetVolume === null ? null : (
        <Stage
          title={`3. The same partitions move to ${draft.targetVolume}`}
          code={renderMoves(preview.lastMoves)}
        />
      )}
    </div>
  )
}

function Stage({ title, code }: { title: string; code: string }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-medium text-sm">{title}</h3>
      <CodeBlock label={title} code={code} />
    </div>
  )
}

function renderMoves(moves: ExitPreview['moves']): string {
  const steps = moves?.steps.map(({ node, statements, statementCount }) => {
    const left = statementCount - statements.length
    return `-- ${node}\n${statements.join(';\n')};${left > 0 ? `\n-- and ${left} more` : ''}`
  })
  return steps?.join('\n') || '-- nothing to move'
}
