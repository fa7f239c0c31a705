import { explain, QueryFailedError } from '@frostline/clickhouse'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { Explanation } from './explain-store.ts'

/** Why a node could not read a bucket, from ClickHouse's code and, within an S3 error, the store's message. */
export function judgeNodeRead(thrown: QueryFailedError): Explanation {
  const { failure } = thrown
  if (failure.kind !== 'refused')
    return { message: explain(failure), hint: 'Check that the node is up and can reach the store.' }
  const { code, message } = failure.error
  const text = firstLine(message)
  switch (code) {
    case 497:
      return { message: text, hint: 'Grant it to the user: docs/permissions.md, “Sources”.' }
    case 491:
      return {
        message: text,
        hint: 'The server allows only the hosts in remote_url_allow_hosts. Add the endpoint there.',
      }
    case 669:
      return { message: text, hint: 'Create the named collection on this node, on the page of the source.' }
    case 499:
      return { message: text, hint: hintOfStore(message) }
    case 159:
      return {
        message: 'The node could not read it within the time limit.',
        hint: 'Try a smaller object, or another node.',
      }
    default:
      return {
        message: `Code ${code}: ${text}`,
        hint: 'Choose another format or compression, or open the raw text.',
      }
  }
}

/** A node's rejection as a readable error; anything else stays as it is. */
export function explainNodeRead(thrown: unknown, about: string): unknown {
  if (!(thrown instanceof QueryFailedError)) return thrown
  const { message, hint } = judgeNodeRead(thrown)
  const code = thrown.failure.kind === 'refused' ? 'refused' : 'unreachable'
  return new ServiceError(code, `${about}: ${message}`, { hint })
}

/** 26.7 gives the HTTP status of a HEAD, and the store's own code of a listing. */
function hintOfStore(message: string): string {
  if (/Connection refused|Host not found|Timeout|No route|Name or service/i.test(message))
    return 'The node cannot reach the endpoint, even if the console can. Check its network.'
  if (/\b403\b|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch/.test(message))
    return 'The store rejected the credentials of the node.'
  if (/\b404\b|NoSuchBucket|NoSuchKey/.test(message))
    return 'Check bucket and key. The object may have been deleted.'
  return 'See the log of the node.'
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ While executing \w+\.?/, '').slice(0, 500)
}
