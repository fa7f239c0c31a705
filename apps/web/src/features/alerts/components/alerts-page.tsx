'use client'
import { Tabs } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { AlertList } from './alert-list.tsx'
import { ChannelsTab } from './channels-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import { SilencesTab } from './silences-tab.tsx'

const params = {
  tab: choiceParam(['open', 'history', 'silences', 'rules', 'channels'] as const, 'open'),
}

export function AlertsPage() {
  const [{ tab }, setUrl] = useUrlState(params)
  const admin = useRoleAllows('admin')
  return (
    <>
      <PageHeader title="Alerts" description="Open alerts, their assignees, and who is notified." />
      <Tabs
        label="Tabs"
        value={tab}
        onValueChange={(next) => setUrl({ tab: next }, { history: 'push' })}
        items={[
          { value: 'open', label: 'Open', panel: <AlertList state="open" /> },
          { value: 'history', label: 'History', panel: <AlertList state="resolved" /> },
          { value: 'silences', label: 'Silences', panel: <SilencesTab /> },
          { value: 'rules', label: 'Rules', panel: <RulesTab /> },
          ...(admin ? [{ value: 'channels' as const, label: 'Channels', panel: <ChannelsTab /> }] : []),
        ]}
      />
    </>
  )
}
