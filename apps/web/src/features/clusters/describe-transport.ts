import type { Tone } from '@frostline/ui'
import type { Cluster } from './cluster.ts'

/** How the password and the data reach the nodes. */
export function describeTransport({
  nodes,
  tlsVerify,
  tlsCaPem,
}: Pick<Cluster, 'nodes' | 'tlsVerify' | 'tlsCaPem'>): {
  tone: Tone
  label: string
  meaning: string
} {
  const secure = nodes.filter((node) => node.url.startsWith('https:')).length
  if (secure === 0) return { tone: 'warn', label: 'no TLS', meaning: 'The password is sent in plain text.' }
  if (secure < nodes.length)
    return {
      tone: 'warn',
      label: 'TLS in part',
      meaning: `${nodes.length - secure} of ${nodes.length} nodes are reached without TLS.`,
    }
  if (!tlsVerify) return { tone: 'warn', label: 'TLS, not verified', meaning: 'Any certificate is accepted.' }
  return {
    tone: 'ok',
    label: 'TLS',
    meaning: tlsCaPem ? 'Certificates are verified with the given authority.' : 'Certificates are verified.',
  }
}
