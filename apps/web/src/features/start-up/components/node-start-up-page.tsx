'use client'
import { buttonClasses, RelativeTime } from '@frostline/ui'
import { Server } from 'lucide-react'
import Link from 'next/link'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type NodeStartUp, useNodeStartUp } from '../hooks/use-start-up.ts'
import { AdvicePanel } from './advice-panel.tsx'
import { ExpectedPanel } from './expected-panel.tsx'
import { StartTablesPanel } from './start-tables-panel.tsx'
import { StartsPanel } from './starts-panel.tsx'

/** One node before and after a restart: forecast, reasons, advice, and the measured time. */
export function NodeStartUpPage({ cluster, name }: { cluster: string; name: string }) {
  const query = useNodeStartUp(cluster, name)
  const data = query.data?.data
  const panel = {
    ...panelFromQuery(query, {
      task: `read what ${name} would load`,
      empty: (answer) => (answer.data.figures ? null : neverSeen(answer.data)),
    }),
    missingNodes: undefined,
    ...(data?.knownAt ? { observedAt: data.knownAt } : {}),
  }
  return (
    <>
      <PageHeader
        title={
          <>
            Restart forecast of <span className="break-all font-mono">{name}</span>
          </>
        }
        description={data ? <State data={data} /> : ' '}
        actions={
          <Link href={routes.node(cluster, name)} className={buttonClasses()}>
            <Server aria-hidden /> The node
          </Link>
        }
      />
      <div className="flex flex-col gap-4">
        <ExpectedPanel figures={data?.figures ?? null} panel={panel} />
        <AdvicePanel cluster={cluster} advice={data?.figures?.advice ?? []} panel={panel} />
        <StartTablesPanel cluster={cluster} figures={data?.figures ?? null} panel={panel} />
        <StartsPanel data={data} panel={panelFromQuery(query, { task: `read the starts of ${name}` })} />
      </div>
    </>
  )
}

function State({ data: { state, message, awaySince, knownAt, starts } }: { data: NodeStartUp }) {
  if (state === 'ok') return starts[0]?.loading ? 'Started. Loading tables.' : 'It is running.'
  return (
    <>
      It does not respond{message ? ` (${message})` : ''}
      {awaySince ? (
        <>
          ; last response <RelativeTime at={awaySince} />
        </>
      ) : null}
      .{' '}
      {knownAt ? (
        <>
          The figures below are from <RelativeTime at={knownAt} />.
        </>
      ) : null}
    </>
  )
}

function neverSeen({ name, message }: NodeStartUp) {
  return {
    title: 'No data for this node',
    children: `${name} does not respond${message ? ` (${message})` : ''}, and no worker has seen it before. What it would load is unknown, not zero.`,
  }
}
