/**
 * Sent by our own pages, so that a page that was just loaded or refreshed shows nothing older: the maximum age of node
 * data in milliseconds. Results queried before that are not used. REST has the input `fresh` instead.
 */
export const maxAnswerAgeHeader = 'frostline-max-answer-age-ms'

/**
 * The time, on the clock of `nowMs`, after which a node must have been queried. The request's transit counts as age
 * too, so that it is never too early.
 */
export function askedSince(headers: Headers, nowMs: number): number | undefined {
  const age = headers.get(maxAnswerAgeHeader)
  return age !== null && /^\d{1,15}$/.test(age) ? nowMs - Number(age) : undefined
}
