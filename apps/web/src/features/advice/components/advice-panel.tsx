'use client'
import { Button, formatCount, Panel, RelativeTime } from '@frostline/ui'
import { Lightbulb } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describePromise, kindWords } from '../describe-advice.ts'
import { type AdviceList, useAdvice, useAdviceActions } from '../hooks/use-advice.ts'
import { AdviceRow } from './advice-row.tsx'

/** What would make the cluster cheaper, safer or faster, and the measured results of followed advice. */
export function AdvicePanel({ cluster }: { cluster: string }) {
  const query = useAdvice(cluster)
  const actions = useAdviceActions(cluster)
  const operator = useRoleAllows('operator')
  const list = query.data?.data
  return (
    <Panel
      title="Advice"
      description="What costs more, fills up or slows down, with its figures."
      flush
      minHeightPx={120}
      {...panelFromQuery(query, { task: 'read the advice' })}
    >
      {list ? (
        <>
          {list.advice.length === 0 ? <NoAdvice list={list} /> : null}
          <ul aria-label="Advice" className="divide-y empty:hidden">
            {list.advice.map((advice) => (
              <AdviceRow
                key={advice.key}
                {...{ cluster, advice, operator }}
                onHide={(days) => actions.hide.mutate({ cluster, key: advice.key, days })}
                onFollow={() => actions.follow.mutate({ cluster, key: advice.key })}
              />
            ))}
          </ul>
          <Followed cluster={cluster} list={list} />
          <Fold title="Not judged" count={list.notJudged.length}>
            {list.notJudged.map(({ kind, reason }) => (
              <li key={kind} className="flex flex-wrap gap-x-2 py-1">
                <span>{kindWords[kind]}</span>
                <span className="text-ink-3">{reason}</span>
              </li>
            ))}
          </Fold>
          <Fold title="Hidden" count={list.hidden.length}>
            {list.hidden.map(({ key, kind, subject, until, hiddenBy }) => (
              <li key={key} className="flex flex-wrap items-center gap-x-2 py-1">
                <span>{isKind(kind) ? kindWords[kind] : kind}</span>
                <span className="font-mono">{subject}</span>
                <span className="text-ink-3">
                  {until ? (
                    <>
                      snoozed by {hiddenBy}, back <RelativeTime at={until} />
                    </>
                  ) : (
                    `dismissed by ${hiddenBy}`
                  )}
                </span>
                {operator ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="ml-auto"
                    aria-label={`Show again: ${isKind(kind) ? kindWords[kind] : kind}, ${subject}`}
                    onClick={() => actions.show.mutate({ cluster, key })}
                  >
                    Show again
                  </Button>
                ) : null}
              </li>
            ))}
          </Fold>
        </>
      ) : null}
    </Panel>
  )
}

function isKind(kind: string): kind is keyof typeof kindWords {
  return kind in kindWords
}

function NoAdvice({ list }: { list: AdviceList }) {
  const { complete, missingNodes } = list.coverage
  return (
    <p className="flex items-center gap-2 px-4 py-3 text-ink-2 text-sm">
      <Lightbulb aria-hidden className="size-4 shrink-0 text-ink-3" />
      {complete
        ? 'No advice at present.'
        : `No advice on the nodes that responded. ${missingNodes.join(', ')} did not.`}
    </p>
  )
}

/** Whether it was worth it: what advice promised against what was measured afterwards. */
function Followed({ cluster, list: { followed, outcomes } }: { cluster: string; list: AdviceList }) {
  if (followed.length === 0 && outcomes.length === 0) return null
  return (
    <section aria-label="Followed" className="border-t">
      <h3 className="bg-sunken px-4 py-1 text-2xs text-ink-3">Followed</h3>
      <ul className="divide-y">
        {followed.map((each) => (
          <li key={each.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2 text-xs">
            <Link href={routes.migration(cluster, each.migrationId)} className="font-mono hover:underline">
              {each.database}.{each.table}
            </Link>
            <span className="text-ink-2">{describePromise(each)}</span>
            <span className="ml-auto text-ink-3">
              {each.followedBy}, <RelativeTime at={each.followedAt} />
            </span>
          </li>
        ))}
        {outcomes.map(({ key, kind, subject, sentence, state, followedBy, followedAt }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2 text-xs">
            <span className="font-mono">{subject}</span>
            <span className={state === 'measured' ? 'text-ink-2' : 'text-ink-3'}>
              {isKind(kind) ? kindWords[kind] : kind}. {sentence}
            </span>
            <span className="ml-auto text-ink-3">
              {followedBy}, <RelativeTime at={followedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <details className="border-t px-4 py-2 text-xs">
      <summary className="cursor-pointer text-ink-3">
        {title}: {formatCount(count)}
      </summary>
      <ul className="pt-1">{children}</ul>
    </details>
  )
}
