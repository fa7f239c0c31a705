'use client'
import { Button, EmptyPicture, Menu, MenuItem, Panel } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, ScrollText, Send } from 'lucide-react'
import { useState } from 'react'
import { EditDialog } from '@/form/edit-dialog.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { type Destination, type DestinationType, destinationNames } from '../destination.ts'
import { DestinationForm } from './destination-form.tsx'
import { DestinationItem } from './destination-item.tsx'

type Editing = { type: DestinationType; destination: Destination | null }

/** Where entries are sent as they happen, and how far each receiver is. For admins. */
export function DestinationsTab() {
  const trpc = useTRPC()
  const query = useQuery(trpc.audit.destinations.queryOptions())
  useReadAgain(['audit', 'audit-destination'], [trpc.audit.destinations.queryFilter()])
  const [editing, setEditing] = useState<Editing | null>(null)
  const close = () => setEditing(null)
  const add = <AddDestination onChoose={(type) => setEditing({ type, destination: null })} />
  return (
    <>
      <Panel
        title="Destinations"
        description="Entries are sent in order within seconds, and again until the receiver has them."
        minHeightPx={160}
        actions={query.data?.destinations.length === 0 ? null : add}
        {...panelFromQuery(query, {
          task: 'read the destinations',
          empty: ({ destinations }) =>
            destinations.length > 0
              ? null
              : {
                  picture: (
                    <EmptyPicture
                      of={[
                        [ScrollText, 'plain'],
                        [Send, 'accent'],
                      ]}
                    />
                  ),
                  title: 'No destinations',
                  children:
                    'Entries are only in this console. Send them to a syslog server, a webhook or a bucket with object lock, so that nobody can remove them unnoticed.',
                  action: add,
                },
        })}
      >
        <ul className="flex flex-col divide-y">
          {query.data?.destinations.map((destination) => (
            <DestinationItem
              key={destination.id}
              destination={destination}
              onEdit={() => setEditing({ type: destination.type, destination })}
            />
          ))}
        </ul>
      </Panel>
      <EditDialog
        item={editing}
        titleOf={({ type, destination }) =>
          destination
            ? `Change the destination ${destination.name}`
            : `Add a destination: ${destinationNames[type]}`
        }
        onClose={close}
      >
        {(edited) => <DestinationForm {...edited} onDone={close} />}
      </EditDialog>
    </>
  )
}

function AddDestination({ onChoose }: { onChoose: (type: DestinationType) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />}>
          Add destination
        </Button>
      }
    >
      {(Object.keys(destinationNames) as DestinationType[]).map((type) => (
        <MenuItem key={type} onSelect={() => onChoose(type)}>
          {destinationNames[type]}
        </MenuItem>
      ))}
    </Menu>
  )
}
