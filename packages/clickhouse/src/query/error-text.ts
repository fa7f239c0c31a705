/**
 * SQL for the text of a logged exception, without what the server puts around it: "Code: 499. DB::Exception: " before, and the
 * stack trace after.
 * @param exception an SQL expression
 */
export function exceptionText(exception: string, maxLength: number): string {
  const start = `splitByString(', Stack trace', ${exception})[1]`
  return `substringUTF8(replaceRegexpOne(${start}, '^Code: [0-9]+[.] (DB::Exception: )?(Message: )?', ''), 1, ${maxLength})`
}

/** What an object store said in an error message. Empty: nothing that is known. */
export function storeReasonOf(message: string): string {
  return `extract(${message}, '(?i)(Access ?Denied|SlowDown|InternalError|ServiceUnavailable|RequestTimeout|InvalidAccessKeyId|Access Key Id you provided does not exist|SignatureDoesNotMatch|signature we calculated does not match|token has expired|request time and the current time is too large|reduce your request rate|TooManyRequests|NoSuchKey|NoSuchBucket|Host not found)')`
}
