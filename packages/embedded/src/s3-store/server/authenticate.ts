import type { ChunkVerifier } from '../protocol/aws-chunked.ts'
import { S3Error } from '../protocol/s3-error.ts'
import {
  ALGORITHM,
  type CredentialScope,
  deriveSigningKey,
  isSameSignature,
  parseTimestamp,
  renderCanonicalRequest,
  renderChunkStringToSign,
  renderStringToSign,
  renderTrailerStringToSign,
  sign,
} from '../protocol/sigv4.ts'
import type { RequestTarget } from './request-target.ts'
import { type Claim, readClaim } from './signature-claim.ts'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

/** What a verified signature says about the body. */
export interface AuthenticatedPayload {
  /** The signed x-amz-content-sha256: a hex digest, UNSIGNED-PAYLOAD or one of the STREAMING- forms. */
  readonly payloadHash: string
  createChunkVerifier(): ChunkVerifier
}

const MAX_SKEW_MS = 15 * 60 * 1000

export type Authenticate = (
  method: string,
  target: RequestTarget,
  headers: ReadonlyMap<string, readonly string[]>,
  nowMs: number,
) => AuthenticatedPayload

/** An authenticator for one key pair. It throws the S3Error that Amazon S3 returns for each kind of bad request. */
export function createAuthenticator(credentials: Credentials): Authenticate {
  let keyOfDay: { date: string; signingKey: Buffer } | null = null

  function signingKeyFor(scope: CredentialScope): Buffer {
    if (keyOfDay?.date !== scope.date) {
      keyOfDay = { date: scope.date, signingKey: deriveSigningKey(credentials.secretAccessKey, scope) }
    }
    return keyOfDay.signingKey
  }

  return (method, target, headers, nowMs) => {
    const claim = readClaim(target.query, headers)
    checkScope(claim, credentials)
    checkTime(claim, nowMs)
    checkSignedHeaders(claim, headers)
    const canonicalRequest = renderCanonicalRequest({
      method,
      path: target.path,
      query: claim.signedQuery,
      headers,
      signedHeaders: claim.signedHeaders,
      payloadHash: claim.payloadHash,
    })
    const stringToSign = renderStringToSign(claim.timestamp, claim.scope, canonicalRequest)
    const signingKey = signingKeyFor(claim.scope)
    if (!isSameSignature(sign(signingKey, stringToSign), claim.signature)) {
      throw new S3Error(
        'SignatureDoesNotMatch',
        'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
        {
          fields: {
            AWSAccessKeyId: claim.accessKeyId,
            StringToSign: stringToSign,
            SignatureProvided: claim.signature,
            CanonicalRequest: canonicalRequest,
          },
        },
      )
    }
    return {
      payloadHash: claim.payloadHash,
      createChunkVerifier: () => chainVerifier(signingKey, claim),
    }
  }
}

function chainVerifier(signingKey: Buffer, { timestamp, scope, signature: seed }: Claim): ChunkVerifier {
  let previous = seed
  const verify = (stringToSign: string, signature: string): boolean => {
    previous = sign(signingKey, stringToSign)
    return isSameSignature(previous, signature)
  }
  return {
    verifyChunk: (hash, signature) =>
      verify(renderChunkStringToSign(timestamp, scope, previous, hash), signature),
    verifyTrailer: (hash, signature) =>
      verify(renderTrailerStringToSign(timestamp, scope, previous, hash), signature),
  }
}

function checkScope(claim: Claim, credentials: Credentials): void {
  if (claim.accessKeyId !== credentials.accessKeyId) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      {
        fields: { AWSAccessKeyId: claim.accessKeyId },
      },
    )
  }
  if (claim.scope.region !== credentials.region) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; the region '${claim.scope.region}' is wrong; expecting '${credentials.region}'`,
      { fields: { Region: credentials.region }, headers: { 'x-amz-bucket-region': credentials.region } },
    )
  }
  if (claim.scope.service !== 's3' || claim.scope.date !== claim.timestamp.slice(0, 8)) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      'The authorization header is malformed; the credential scope must be <date of the request>/<region>/s3/aws4_request.',
    )
  }
}

function checkTime(claim: Claim, nowMs: number): void {
  const requestMs = parseTimestamp(claim.timestamp)
  if (requestMs === null) {
    throw new S3Error('AccessDenied', `AWS authentication requires a valid ${ALGORITHM} date.`)
  }
  const expired = claim.expiresSeconds !== null && nowMs > requestMs + claim.expiresSeconds * 1000
  if (expired) throw new S3Error('AccessDenied', 'Request has expired')
  const skewMs = claim.expiresSeconds === null ? Math.abs(nowMs - requestMs) : requestMs - nowMs
  if (skewMs > MAX_SKEW_MS) {
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      {
        fields: {
          RequestTime: claim.timestamp,
          ServerTime: new Date(nowMs).toISOString(),
          MaxAllowedSkewMilliseconds: String(MAX_SKEW_MS),
        },
      },
    )
  }
}

// An unsigned x-amz- header could have been added on the way; the host binds the request to this server.
function checkSignedHeaders(claim: Claim, headers: ReadonlyMap<string, readonly string[]>): void {
  const signed = new Set(claim.signedHeaders)
  const unsigned = [...headers.keys()].filter(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !signed.has(name),
  )
  if (!signed.has('host')) unsigned.push('host')
  if (unsigned.length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      fields: { HeadersNotSigned: unsigned.join(', ') },
    })
  }
}
