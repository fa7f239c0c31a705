import type { StoreFailure } from '@frostline/object-store'
import { ServiceError } from '../../platform/base/service-error.ts'

export interface Explanation {
  message: string
  hint: string
}

const unknownKey = {
  message: 'The store does not know this access key ID.',
  hint: 'Check that the access key ID belongs to this endpoint.',
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, as far as a wrong connection causes them. */
const byCode: Readonly<Record<string, Explanation>> = {
  InvalidAccessKeyId: unknownKey,
  // The same from versitygw.
  XAdminUserNotFound: unknownKey,
  SignatureDoesNotMatch: {
    message: 'The secret access key does not match the access key ID.',
    hint: 'Enter the secret again. Check the region and the clock of this machine.',
  },
  ExpiredToken: { message: 'The credentials have expired.', hint: 'Renew them.' },
  InvalidToken: { message: 'The session token is not valid.', hint: 'Renew the credentials.' },
  RequestTimeTooSkewed: {
    message: 'The clock of this machine is more than 15 minutes off.',
    hint: 'Set the clock.',
  },
  AccessDenied: {
    message: 'The store denies access for this key.',
    hint: 'Listing needs s3:ListBucket on the bucket, reading needs s3:GetObject on its objects.',
  },
  NoSuchBucket: {
    message: 'The bucket does not exist.',
    hint: 'Check its name, the endpoint and the region.',
  },
  NoSuchKey: {
    message: 'The object does not exist.',
    hint: 'It may have been deleted. List the folder again.',
  },
  PermanentRedirect: {
    message: 'The bucket is in another region.',
    hint: 'Enter the region of the bucket.',
  },
  AuthorizationHeaderMalformed: {
    message: 'The store expects a different region.',
    hint: 'Enter the region of the bucket.',
  },
  InvalidObjectState: {
    message: 'The object is archived.',
    hint: 'Restore it from its storage class first.',
  },
}

/** Codes for wrong credentials, whatever the request was. */
export const credentialCodes: ReadonlySet<string> = new Set([
  'InvalidAccessKeyId',
  'XAdminUserNotFound',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
])

export function explainStore(failure: StoreFailure): Explanation {
  if (failure.kind === 'unreachable') {
    return /credential/i.test(failure.message)
      ? {
          message: 'The console has no credentials in its environment.',
          hint: 'Set keys in the source, or set a role or AWS_* variables for the console.',
        }
      : {
          message: `The endpoint does not answer: ${failure.message}.`,
          hint: 'Check address, port, TLS and firewall.',
        }
  }
  const known = byCode[failure.code]
  if (known) return { ...known, message: `${known.message} (${failure.code})` }
  return {
    message: `The store returned ${failure.code}: ${failure.message}`,
    hint: 'See the documentation of the store for this code.',
  }
}

export function toStoreError(failure: StoreFailure, about: string): ServiceError {
  const { message, hint } = explainStore(failure)
  const code =
    failure.kind === 'not-found' ? 'not_found' : failure.kind === 'unreachable' ? 'unreachable' : 'refused'
  return new ServiceError(code, `${about}: ${message}`, { hint })
}
