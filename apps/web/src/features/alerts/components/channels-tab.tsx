'use client'
import { Badge, Button, ConfirmDialog, Dialog, EmptyPicture, Panel } from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { AlertChannel } from '../alert.ts'
import { EmailForm, WebhookForm } from './channel-form.tsx'
import { DeliveryList } from './delivery-list.tsx'

/** Channels and their deliveries. */
export function ChannelsTab() {
  const trpc = useTRPC()
  const visit = useVisit()
  const query = useQuery(trpc.alerts.channels.queryOptions())
  useChanges('alert', () => void query.refetch())
  const [adding, setAdding] = useState<AlertChannel['type'] | null>(null)
  const [editing, setEditing] = useState<AlertChannel | null>(null)
  const close = () => {
    setAdding(null)
    setEditing(null)
  }
  return (
    <>
      <Panel
        title="Channels"
        description="Each channel gets a message when an alert fires and when it resolves."
        minHeightPx={160}
        actions={
          <span className="flex gap-2">
            <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding('webhook')}>
              Webhook
            </Button>
            <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding('email')}>
              Email
            </Button>
          </span>
        }
        {...panelFromQuery(query, {
          task: 'read the channels',
          empty: ({ channels }) =>
            channels.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [Bell, 'accent'],
                        [Send, 'plain'],
                      ]}
                    />
                  ),
                  title: 'No channels',
                  children: 'Alerts are shown in this console only. Add a webhook or an email channel.',
                },
        })}
      >
        <ul className="flex flex-col divide-y">
          {query.data?.channels.map((channel) => (
            <ChannelItem key={channel.id} channel={channel} onEdit={() => setEditing(channel)} />
          ))}
        </ul>
      </Panel>
      <Dialog
        key={`${visit} add`}
        title={adding === 'email' ? 'Send alerts by email' : 'Send alerts to a webhook'}
        open={adding !== null}
        onOpenChange={(next) => (next ? undefined : close())}
      >
        {adding === 'webhook' ? <WebhookForm onDone={close} /> : null}
        {adding === 'email' ? <EmailForm onDone={close} /> : null}
      </Dialog>
      <Dialog
        key={`${visit} edit`}
        title={`Change the channel ${editing?.name ?? ''}`}
        open={editing !== null}
        onOpenChange={(next) => (next ? undefined : close())}
      >
        {editing?.type === 'webhook' ? <WebhookForm channel={editing} onDone={close} /> : null}
        {editing?.type === 'email' ? <EmailForm channel={editing} onDone={close} /> : null}
      </Dialog>
    </>
  )
}

function ChannelItem({ channel, onEdit }: { channel: AlertChannel; onEdit: () => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const settled = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }) }
  const test = useMutation(
    trpc.alerts.testChannel.mutationOptions({
      ...settled,
      onError: (error) => showFailure(error, `test ${channel.name}`),
    }),
  )
  const remove = useMutation(
    trpc.alerts.removeChannel.mutationOptions({
      ...settled,
      onError: (error) => showFailure(error, `remove ${channel.name}`),
    }),
  )
  return (
    <li aria-label={channel.name} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2 font-medium text-sm">
            {channel.name} <Badge>{channel.type}</Badge> {channel.enabled ? null : <Badge>off</Badge>}
          </span>
          <span className="block break-all font-mono text-ink-3 text-xs">{channel.target}</span>
        </span>
        <Button size="sm" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" busy={test.isPending} onClick={() => test.mutate({ id: channel.id })}>
          Send a test
        </Button>
        <ConfirmDialog
          danger
          title={`Remove the channel ${channel.name}?`}
          description={`No more alerts are sent to ${channel.target}. Pending messages and the delivery log are deleted.`}
          confirmLabel="Remove channel"
          onConfirm={async () => void (await remove.mutateAsync({ id: channel.id }))}
          trigger={<Button size="sm">Remove</Button>}
        />
      </div>
      <DeliveryList deliveries={channel.deliveries} none="Nothing sent yet." />
    </li>
  )
}
