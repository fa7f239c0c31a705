import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { checkedLookup } from '../../net/checked-lookup.ts'
import { loopbackExempt, nothingExempt } from '../../net/explain-address.ts'
import type { PostRequest } from './compose-requests.ts'
import { readRetryAfter } from './read-retry-after.ts'
import type { SendOptions, SendOutcome } from './send-outcome.ts'

const LONGEST_ANSWER_BYTES = 4096

/**
 * Sends a request. Redirects are not followed, and the connection uses the address that was checked, so that a changed
 * DNS name has no effect.
 * @param keepsAnswer whether to keep the beginning of the body of a response, and not only its status.
 */
export async function postRequest(
  { url, body, headers }: PostRequest,
  options: SendOptions,
  keepsAnswer: boolean,
): Promise<SendOutcome> {
  const target = new URL(url)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ kind: 'failed', answer: error.message })
    const request = send(
      target,
      {
        method: 'POST',
        agent: false,
        lookup: checkedLookup(options.allowLoopback ? loopbackExempt : nothingExempt),
        signal: AbortSignal.timeout(options.timeoutMs),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Frostline',
          ...headers,
        },
      },
      (response) =>
        void readAnswer(response, keepsAnswer).then((text) => resolve(judge(response, text)), fail),
    )
    request.on('error', fail)
    request.end(body)
  })
}

/** A service that refuses what was sent refuses it again, unless it says that it was too much or too slow. */
function judge({ statusCode = 0, headers }: IncomingMessage, text: string): SendOutcome {
  const answer = text === '' ? `HTTP ${statusCode}` : `HTTP ${statusCode}: ${text}`
  if (statusCode >= 200 && statusCode < 300) return { kind: 'sent', answer }
  const refused = statusCode >= 400 && statusCode < 500 && ![408, 425, 429].includes(statusCode)
  return {
    kind: refused ? 'refused' : 'failed',
    answer,
    retryAfterMs: readRetryAfter(headers['retry-after'], Date.now()),
  }
}

async function readAnswer(response: IncomingMessage, keeps: boolean): Promise<string> {
  if (!keeps) {
    response.resume()
    return ''
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length >= LONGEST_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
