import { S3Error } from '../protocol/s3-error.ts'
import { ALGORITHM, type CredentialScope } from '../protocol/sigv4.ts'

/** A request's unverified signature data. */
export interface Claim {
  readonly accessKeyId: string
  readonly scope: CredentialScope
  readonly timestamp: string
  /** Null in the header form. */
  readonly expiresSeconds: number | null
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly payloadHash: string
  /** The query without the signature itself. */
  readonly signedQuery: readonly (readonly [string, string])[]
}

type Query = readonly (readonly [string, string])[]
type Headers = ReadonlyMap<string, readonly string[]>

const MAX_EXPIRES_SECONDS = 7 * 24 * 3600

/** Reads the Authorization header, or the X-Amz- parameters of a presigned URL. */
export function readClaim(query: Query, headers: Headers): Claim {
  const authorization = headers.get('authorization')?.[0]
  const parameters = new Map(query)
  if (authorization !== undefined) return readHeaderClaim(authorization, query, headers)
  if (parameters.has('X-Amz-Algorithm')) return readPresignedClaim(parameters, query, headers)
  throw new S3Error('AccessDenied', 'Access Denied: the request is not signed.')
}

function readHeaderClaim(authorization: string, query: Query, headers: Headers): Claim {
  if (!authorization.startsWith(`${ALGORITHM} `)) {
    throw new S3Error(
      'InvalidRequest',
      `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`,
    )
  }
  const fields = new Map<string, string>()
  for (const field of authorization.slice(ALGORITHM.length).split(',')) {
    const equals = field.indexOf('=')
    fields.set(field.slice(0, equals).trim(), field.slice(equals + 1).trim())
  }
  const payloadHash = headers.get('x-amz-content-sha256')?.[0]
  if (payloadHash === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  }
  const timestamp = headers.get('x-amz-date')?.[0]
  if (timestamp === undefined) {
    throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
  }
  return {
    ...readCredential(fields.get('Credential'), 'AuthorizationHeaderMalformed'),
    timestamp,
    expiresSeconds: null,
    signedHeaders: (fields.get('SignedHeaders') ?? '').split(';'),
    signature: fields.get('Signature') ?? '',
    payloadHash,
    signedQuery: query,
  }
}

function readPresignedClaim(parameters: ReadonlyMap<string, string>, query: Query, headers: Headers): Claim {
  if (parameters.get('X-Amz-Algorithm') !== ALGORITHM) {
    throw badQuery(`X-Amz-Algorithm only supports "${ALGORITHM}"`)
  }
  const expiresSeconds = Number(parameters.get('X-Amz-Expires') ?? Number.NaN)
  if (!Number.isInteger(expiresSeconds) || expiresSeconds < 1 || expiresSeconds > MAX_EXPIRES_SECONDS) {
    throw badQuery('X-Amz-Expires must be between 1 second and a week')
  }
  return {
    ...readCredential(parameters.get('X-Amz-Credential'), 'AuthorizationQueryParametersError'),
    timestamp: parameters.get('X-Amz-Date') ?? '',
    expiresSeconds,
    signedHeaders: (parameters.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: parameters.get('X-Amz-Signature') ?? '',
    payloadHash:
      parameters.get('X-Amz-Content-Sha256') ??
      headers.get('x-amz-content-sha256')?.[0] ??
      'UNSIGNED-PAYLOAD',
    signedQuery: query.filter(([name]) => name !== 'X-Amz-Signature'),
  }
}

function readCredential(
  credential: string | undefined,
  code: 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError',
): Pick<Claim, 'accessKeyId' | 'scope'> {
  // The key id may contain slashes, the four fields after it may not.
  const match = /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(credential ?? '')
  const [, accessKeyId, date, region, service] = match ?? []
  if (accessKeyId === undefined || date === undefined || region === undefined || service === undefined) {
    throw new S3Error(
      code,
      'The credential is malformed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/s3/aws4_request".',
    )
  }
  return { accessKeyId, scope: { date, region, service } }
}

function badQuery(message: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', message)
}
