'use client'
import { buttonClasses, EmptyPicture, Panel } from '@frostline/ui'
import { Cloud, KeyRound, Plus } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ConnectionTestDrawer } from '@/features/connection-test/connection-test-drawer.tsx'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { routes } from '@/navigation/routes.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useTRPCClient } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useSources } from '../hooks/use-sources.ts'
import type { Source } from '../source.ts'
import { SourceCard } from './source-card.tsx'
import { SourceReportView } from './source-report-view.tsx'
import { SourceRulesPanel } from './source-rules-panel.tsx'

/** Id of the source that is being tested. */
const params = { test: textParam() }

/** Everybody can view it; actions that the role does not allow are hidden. */
export function SourcesPage() {
  const query = useSources()
  const operator = useRoleAllows('operator')
  const admin = useRoleAllows('admin', 'everything')
  const seesRules = useRoleAllows('viewer', 'everything')
  const [{ test }, setUrl] = useUrlState(params)
  const sources = query.data?.sources ?? []
  return (
    <>
      <PageHeader
        title="Sources"
        description="Connections to S3 stores, from which objects are loaded into ClickHouse."
        actions={
          admin ? (
            <Link href={routes.newSource} className={buttonClasses('primary')}>
              <Plus aria-hidden /> Add source
            </Link>
          ) : null
        }
      />
      <div className="flex flex-col gap-4">
        <ManagedNotice kinds={['sources']} />
        <Panel
          title="Saved sources"
          flush
          minHeightPx={130}
          {...panelFromQuery(query, {
            task: 'read the sources',
            empty: () =>
              sources.length > 0
                ? null
                : {
                    picture: (
                      <EmptyPicture
                        of={[
                          [KeyRound, 'plain'],
                          [Cloud, 'cold'],
                        ]}
                      />
                    ),
                    title: 'No sources',
                    children: admin
                      ? 'A source is a bucket to load from. Enter an endpoint, its buckets and a key. Keys are sealed and never shown again.'
                      : 'A source is a bucket to load from. Admins can add one.',
                  },
          })}
          footer={
            operator
              ? admin
                ? undefined
                : 'Only admins can add, edit and remove sources.'
              : 'Only operators and admins can browse and test sources.'
          }
        >
          <ul aria-label="Sources">
            {sources.map((source) => (
              <SourceCard
                key={source.id}
                source={source}
                onTest={() => setUrl({ test: source.id }, { history: 'push' })}
              />
            ))}
          </ul>
        </Panel>
        {seesRules ? <SourceRulesPanel /> : null}
      </div>
      <SourceTestDrawer
        source={sources.find(({ id }) => id === test)}
        open={test !== '' && !query.isPending && operator}
        onClose={() => setUrl({ test: '' }, { history: 'push' })}
      />
    </>
  )
}

interface SourceTestDrawerProps {
  /** Undefined while `open`: the URL names no source. */
  source: Source | undefined
  open: boolean
  onClose: () => void
}

/** Tests a stored source with its stored key, as soon as it is opened. */
function SourceTestDrawer({ source, open, onClose }: SourceTestDrawerProps) {
  const client = useTRPCClient()
  return (
    <ConnectionTestDrawer
      kind="source"
      subject={source}
      description="From the console and from all nodes. Reads one object. Nothing is changed."
      waiting="Testing the store and all nodes. A node that does not respond takes up to 20 s."
      ask={(id, signal) => client.sources.test.mutate({ id }, { signal })}
      show={(report) => <SourceReportView report={report} />}
      open={open}
      onClose={onClose}
    />
  )
}
