import type { Alert, Cluster } from '@frostline/db'

const alertEvents = ['fired', 'acknowledged', 'resolved', 'test'] as const
type AlertEvent = (typeof alertEvents)[number]

/** The message that a receiver gets. A webhook's body is this as JSON. */
export interface AlertMessage {
  /** The same for every attempt, so that receivers can deduplicate. */
  deliveryId: string
  event: AlertEvent
  sentAt: string
  alert: {
    id: string
    kind: string
    severity: string
    cluster: string
    subject: string
    title: string
    text: string
    nodes: string[]
    firedAt: string | null
    resolvedAt: string | null
    acknowledgedBy: string | null
    note: string | null
    /** Path in the console. */
    path: string
    /** The same with the console's public address; null where the worker does not know it. */
    url: string | null
  } | null
}

export function composeMessage(
  delivery: { id: string; event: string },
  alert: (Alert & { cluster: Pick<Cluster, 'slug'> }) | null,
  publicUrl: string | null,
  now: Date,
): AlertMessage {
  return {
    deliveryId: delivery.id,
    event: alertEvents.find((each) => each === delivery.event) ?? 'test',
    sentAt: now.toISOString(),
    alert: alert && {
      id: alert.id,
      kind: alert.kind,
      severity: alert.severity,
      cluster: alert.cluster.slug,
      subject: alert.subject,
      title: alert.title,
      text: alert.text,
      nodes: alert.nodes,
      firedAt: alert.firedAt?.toISOString() ?? null,
      resolvedAt: alert.resolvedAt?.toISOString() ?? null,
      acknowledgedBy: alert.acknowledgedBy,
      note: alert.note,
      ...linkTo(`/alerts?alert=${alert.id}`, publicUrl),
    },
  }
}

/** Text for people: one line for the subject, and what happened. Line breaks in names cannot reach mail headers. */
export function messageText({ event, alert }: AlertMessage): { subject: string; text: string } {
  if (!alert)
    return { subject: 'Frostline: test message', text: 'This is a test message. The channel works.' }
  const state = event === 'resolved' ? 'Resolved' : alert.severity === 'critical' ? 'Critical' : 'Warning'
  const subject = `Frostline ${state}: ${alert.title} (${alert.cluster})`.replace(/[\r\n]+/g, ' ')
  return {
    subject,
    text: alert.text || alert.title || subject,
  }
}

/** What else there is to say, by name. */
export function messageFacts({ alert }: AlertMessage): { name: string; value: string }[] {
  if (!alert) return []
  return [
    { name: 'Cluster', value: alert.cluster },
    ...(alert.nodes.length > 0 ? [{ name: 'Nodes', value: alert.nodes.join(', ') }] : []),
    { name: 'Fired', value: alert.firedAt ?? 'not yet' },
    ...(alert.resolvedAt ? [{ name: 'Resolved', value: alert.resolvedAt }] : []),
  ]
}

/** Relative to the path of the public address, which a proxy may have set. */
function linkTo(path: string, publicUrl: string | null): { path: string; url: string | null } {
  return { path, url: publicUrl === null ? null : `${publicUrl.replace(/\/+$/, '')}${path}` }
}
