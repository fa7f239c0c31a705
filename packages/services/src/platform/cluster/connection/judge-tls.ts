import type { Connection } from '../cluster-input.ts'
import { type ConnectionCheck, makeCheck } from './connection-report.ts'

/** For a node that answered: the TLS handshake, if any, has succeeded. */
export function judgeTls(connection: Connection, url: string): ConnectionCheck {
  if (!url.startsWith('https:')) {
    return makeCheck('tls', 'warning', 'Not encrypted. The password is sent in clear text.', {
      hint: 'Use https if the network to the node is not private.',
    })
  }
  if (connection.tlsVerify) return makeCheck('tls', 'passed', 'Encrypted, and the certificate is trusted.')
  return makeCheck('tls', 'warning', 'Encrypted, but any certificate is accepted.', {
    hint: 'Enter the certificate authority and enable verification.',
  })
}
