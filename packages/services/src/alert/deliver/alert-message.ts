import type { Alert, Cluster } from '@frostline/db'
import { type AlertKind, alertKinds } from '@frostline/domain'

/** What a receiver gets. The body of a webhook is this as JSON. */
export interface AlertMessage {
  /** The same for every attempt: whoever has seen it may leave it out. */
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
    /** In the console. */
    path: string
    /** The same with the console's public address; null where the worker does not know that. */
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

/** For people: one line for the subject, the rest below. Line breaks in names cannot reach the headers of a mail. */
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

/** Below the path of the public address, which a proxy may have given the console. */
function linkTo(path: string, publicUrl: string | null): { path: string; url: string | null } {
  return { path, url: publicUrl === null ? null : `${publicUrl.replace(/\/+$/, '')}${path}` }
}
