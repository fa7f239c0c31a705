import { RelativeTime, StatusPill } from '@frostline/ui'
import { type Delivery, deliveryTones } from '../alert.ts'

/** What was sent, to whom, and the receiver's response. */
export function DeliveryList({ deliveries, none }: { deliveries: readonly Delivery[]; none: string }) {
  if (deliveries.length === 0) return <p className="text-ink-3 text-sm">{none}</p>
  return (
    <ul className="flex flex-col divide-y text-sm">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
          <StatusPill tone={deliveryTones[delivery.status]}>{delivery.status}</StatusPill>
          <span>
            {delivery.event} to {delivery.channel}
          </span>
          <RelativeTime at={delivery.finishedAt ?? delivery.createdAt} className="text-ink-3 text-xs" />
          {delivery.attempts > 1 ? (
            <span className="text-ink-3 text-xs">{delivery.attempts} attempts</span>
          ) : null}
          {delivery.answer ? (
            <span className="min-w-0 break-words text-ink-3 text-xs">{delivery.answer}</span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
