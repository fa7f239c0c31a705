'use client'
import { Button, CopyButton, formatExactTime, Panel } from '@frostline/ui'
import { ArrowDownRight, TriangleAlert } from 'lucide-react'
import { late } from '@/navigation/late.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { IncidentAnswer, IncidentCause, useIncident } from '../hooks/use-incident.ts'

const ShareButtons = late(
  async () => (await import('./share-buttons.tsx')).ShareButtons,
  <span className="h-7" />,
)

interface ExplainPanelProps {
  cluster: string
  query: ReturnType<typeof useIncident>
  /** Shows a time on the timeline. */
  onShow: (atMs: number) => void
}

/** What changed for people, and what else changed just before it. */
export function ExplainPanel({ cluster, query, onShow }: ExplainPanelProps) {
  const answer = query.data
  const explanation = answer?.data.explanation
  return (
    <Panel
      title="Explain"
      minHeightPx={96}
      {...panelFromQuery(query, { task: `explain what happened on ${cluster}` })}
      missingNodes={undefined}
      sql={undefined}
      actions={answer ? <ShareButtons cluster={cluster} answer={answer} /> : undefined}
      footer={
        explanation?.symptom
          ? 'Ranked by how often such a change is a cause, how much it changed, and how shortly before. What an earlier change explains counts half.'
          : undefined
      }
    >
      {answer && explanation ? (
        explanation.symptom ? (
          <div className="flex flex-col gap-4">
            <p className="flex gap-2.5 font-medium text-base">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <span className="min-w-0 break-words">{explanation.sentence}</span>
            </p>
            <CauseList answer={answer} causes={explanation.causes} onShow={onShow} />
            {explanation.others.length > 0 ? (
              <details className="text-sm">
                <summary className="cursor-pointer text-ink-2">
                  Other symptoms ({explanation.others.length})
                </summary>
                <ul className="mt-2 flex flex-col gap-1">
                  {explanation.others.map(({ text, figure, atMs, subject }) => (
                    <li key={`${subject} ${text}`} className="break-words">
                      <TimeButton atMs={atMs} onShow={onShow} /> {text}: <strong>{figure}</strong>
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
          </div>
        ) : (
          <p className="text-sm">
            {explanation.sentence}{' '}
            <span className="text-ink-3">
              No cause was found. Choose a range that begins before the incident, so that there is a level to
              compare with.
            </span>
          </p>
        )
      ) : null}
    </Panel>
  )
}

function CauseList({
  answer,
  causes,
  onShow,
}: {
  answer: IncidentAnswer
  causes: readonly IncidentCause[]
  onShow: (atMs: number) => void
}) {
  if (causes.length === 0)
    return <p className="text-ink-2 text-sm">Nothing else changed in the lanes that could be read.</p>
  return (
    <section aria-label="What changed just before">
      <h3 className="mb-1.5 flex items-center gap-1.5 font-medium text-sm">
        <ArrowDownRight aria-hidden className="size-3.5 text-ink-3" />
        What changed just before
      </h3>
      <ol className="flex flex-col divide-y">
        {causes.map((cause, index) => {
          const sql = sqlOf(answer, cause)
          return (
            <li
              key={`${cause.kind} ${cause.subject} ${cause.text}`}
              className="grid grid-cols-[1.25rem_auto_1fr_auto] items-start gap-x-2 py-1.5 text-sm"
            >
              <span className="pt-0.5 text-right text-ink-3 tabular-nums">{index + 1}</span>
              <TimeButton atMs={cause.atMs} onShow={onShow} />
              <span className="min-w-0 pt-0.5 [overflow-wrap:anywhere]">
                {cause.text}
                {cause.nodes.length > 0 ? (
                  <span className="text-ink-3" title={cause.nodes.join(', ')}>
                    {' '}
                    on {cause.nodes.length === 1 ? cause.nodes[0] : `${cause.nodes.length} nodes`}
                  </span>
                ) : null}
                {cause.figure === '' ? null : <strong className="ml-2 font-medium">{cause.figure}</strong>}
              </span>
              {sql === null ? (
                <span className="pt-0.5 text-ink-3 text-xs">Ledger</span>
              ) : (
                <CopyButton text={sql} label={`Copy the query of cause ${index + 1}`} />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function TimeButton({ atMs, onShow }: { atMs: number; onShow: (atMs: number) => void }) {
  const at = new Date(atMs)
  return (
    <Button
      size="sm"
      variant="ghost"
      title={`${formatExactTime(at)}. Show on the timeline.`}
      onClick={() => onShow(atMs)}
    >
      <span className="font-mono tabular-nums">{at.toISOString().slice(11, 19)}</span>
    </Button>
  )
}

/** As it was sent to one of the nodes of the cause. */
function sqlOf(answer: IncidentAnswer, { query, nodes }: IncidentCause): string | null {
  const named = answer.queries.filter(({ name }) => name === query)
  return (named.find(({ node }) => nodes.includes(node)) ?? named[0])?.sql ?? null
}
