import type { Alert, Cluster } from '@frostline/db'
import { type AlertKind, alertKinds } from '@frostline/domain'

/** The message that a receiver gets. A webhook's body is this as JSON. */
export interface AlertMessage {
  /** The same for every attempt, so that receivers can deduplicate. */
  deliveryId: string
  event: 'fired' | 'resolved' | 'test'
  sentAt: string
  alert: {
    id: string
    kind: string
    severity: string
    cluster: string
    title: string
    text: string
    nodes: string[]
    firedAt: string | null
    resolvedAt: string | null
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
  const event = delivery.event === 'fired' || delivery.event === 'resolved' ? delivery.event : 'test'
  return {
    deliveryId: delivery.id,
    event,
    sentAt: now.toISOString(),
    alert: alert && {
      id: alert.id,
      kind: alert.kind,
      severity: alertKinds[alert.kind as AlertKind]?.severity ?? 'warning',
      cluster: alert.cluster.slug,
      title: alert.title,
      text: alert.text,
      nodes: alert.nodes,
      firedAt: alert.firedAt?.toISOString() ?? null,
      resolvedAt: alert.resolvedAt?.toISOString() ?? null,
      ...linkTo(`/alerts?alert=${alert.id}`, publicUrl),
    },
  }
}

/** Text for people: one line for the subject, the rest as body. Line breaks in names cannot reach mail headers. */
export function messageText({ event, alert }: AlertMessage): { subject: string; body: string } {
  if (!alert)
    return {
      subject: 'Frostline: test message',
      body: 'This is a test message. The channel works.',
    }
  const state = event === 'resolved' ? 'Resolved' : alert.severity === 'critical' ? 'Critical' : 'Warning'
  return {
    subject: `Frostline ${state}: ${alert.title} (${alert.cluster})`.replace(/[\r\n]+/g, ' '),
    body: [
      alert.text,
      '',
      `Cluster: ${alert.cluster}`,
      `Fired: ${alert.firedAt ?? 'not yet'}`,
      ...(alert.resolvedAt ? [`Resolved: ${alert.resolvedAt}`] : []),
      `In the console: ${alert.url ?? alert.path}`,
    ].join('\n'),
  }
}

/** Relative to the path of the public address, which a proxy may have set. */
function linkTo(path: string, publicUrl: string | null): { path: string; url: string | null } {
  return { path, url: publicUrl === null ? null : `${publicUrl.replace(/\/+$/, '')}${path}` }
}
