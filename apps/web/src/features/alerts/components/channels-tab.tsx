'use client'
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyPicture,
  Menu,
  MenuItem,
  Panel,
  RelativeTime,
  StatusPill,
} from '@frostline/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Bell, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { EditDialog } from '@/form/edit-dialog.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type AlertChannel, type ChannelType, channelNames } from '../alert.ts'
import { ChannelForm } from './channel-form.tsx'
import { DeliveryList } from './delivery-list.tsx'

type Editing = { type: ChannelType; channel: AlertChannel | null }

/** Channels and their deliveries. Everybody sees them; admins change them. */
export function ChannelsTab() {
  const trpc = useTRPC()
  const admin = useRoleAllows('admin', 'everything')
  const query = useQuery(trpc.alerts.channels.queryOptions())
  useReadAgain('alert', [trpc.alerts.channels.queryFilter()])
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = () => setEditing(null)
  return (
    <>
      <Panel
        title="Channels"
        description="A channel gets a message when an alert that is routed to it fires, and when it resolves."
        minHeightPx={160}
        actions={admin ? <AddChannel onChoose={(type) => setEditing({ type, channel: null })} /> : null}
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
                  children: `Alerts are shown in this console only. ${admin ? 'Add' : 'An admin can add'} a channel to be notified.`,
                },
        })}
      >
        <ul className="flex flex-col divide-y">
          {query.data?.channels.map((channel) => (
            <ChannelItem
              key={channel.id}
              channel={channel}
              onEdit={admin ? () => setEditing({ type: channel.type, channel }) : null}
            />
          ))}
        </ul>
      </Panel>
      <EditDialog
        item={editing}
        titleOf={({ type, channel }) =>
          channel ? `Change the channel ${channel.name}` : `Add a channel: ${channelNames[type]}`
        }
        onClose={close}
      >
        {(edited) => <ChannelForm {...edited} onDone={close} />}
      </EditDialog>
    </>
  )
}

function AddChannel({ onChoose }: { onChoose: (type: ChannelType) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />}>
          Add channel
        </Button>
      }
    >
      {(Object.keys(channelNames) as ChannelType[]).map((type) => (
        <MenuItem key={type} onSelect={() => onChoose(type)}>
          {channelNames[type]}
        </MenuItem>
      ))}
    </Menu>
  )
}

function ChannelItem({ channel, onEdit }: { channel: AlertChannel; onEdit: (() => void) | null }) {
  const { failure } = channel
  return (
    <li aria-label={channel.name} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-60">
          <span className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {channel.name} <Badge>{channelNames[channel.type]}</Badge>
            {channel.enabled ? null : <Badge>off</Badge>}
            {failure ? <Badge tone="danger">failing</Badge> : null}
          </span>
          <span className="block break-all font-mono text-ink-3 text-xs">{channel.target}</span>
        </span>
        {onEdit ? <ChannelActions channel={channel} onEdit={onEdit} /> : null}
      </div>
      {failure ? (
        <div className="flex flex-col gap-0.5 rounded-md bg-danger-soft px-3 py-2 text-sm">
          <StatusPill tone="danger">
            <span>
              {failure.final ? 'The last message was refused' : 'The last message is retried'}{' '}
              <RelativeTime at={failure.since} />
            </span>
          </StatusPill>
          <span className="break-words text-danger-ink">{failure.answer}</span>
        </div>
      ) : null}
      <DeliveryList deliveries={channel.deliveries} none="Nothing sent yet." />
    </li>
  )
}

function ChannelActions({ channel, onEdit }: { channel: AlertChannel; onEdit: () => void }) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.alerts.pathKey())
  const test = useMutation(trpc.alerts.testChannel.mutationOptions(handlers(`test ${channel.name}`)))
  const remove = useMutation(trpc.alerts.removeChannel.mutationOptions(handlers(`remove ${channel.name}`)))
  return (
    <>
      <Button size="sm" onClick={onEdit}>
        Edit
      </Button>
      <Button size="sm" busy={test.isPending} onClick={() => test.mutate({ id: channel.id })}>
        Send test
      </Button>
      <ConfirmDialog
        danger
        title={`Remove the channel ${channel.name}?`}
        description={`No more alerts are sent to ${channel.target}. Pending messages and the delivery log are deleted.`}
        confirmLabel="Remove channel"
        onConfirm={async () => void (await remove.mutateAsync({ id: channel.id }))}
        trigger={<Button size="sm">Remove</Button>}
      />
    </>
  )
}
