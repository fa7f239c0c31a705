import { auditLine, type ChainedEntry } from '@frostline/domain'

/** Facility 13 (log audit) with the severities informational and warning. */
const [INFO, WARNING] = [13 * 8 + 6, 13 * 8 + 4]
/** The sequenceId of RFC 5424 ends here and begins again at 1. */
const LAST_SEQUENCE_ID = 2_147_483_647n
/** The largest payload of an IPv4 datagram. */
const MAX_DATAGRAM_BYTES = 65_507

/** A message of RFC 5424 whose text is the entry as JSON. All of it is ASCII, so that it needs no byte order mark. */
export function composeSyslog(entry: ChainedEntry, hostname: string): string {
  return compose(entry, hostname, toAscii(auditLine(entry)))
}

/** For UDP: an entry that fits no datagram is sent with its number and its hash only. */
export function composeDatagram(entry: ChainedEntry, hostname: string): string {
  const whole = composeSyslog(entry, hostname)
  if (whole.length <= MAX_DATAGRAM_BYTES) return whole
  const { sequence, previousHash, hash, id } = entry
  const short = { version: 1, truncated: true, sequence: Number(sequence), previousHash, hash, id }
  return compose(entry, hostname, JSON.stringify(short))
}

/** The length in bytes before each message, as RFC 6587 counts it. Messages are ASCII. */
export function frameSyslog(message: string): string {
  return `${message.length} ${message}`
}

export function composeTestMessage(at: Date, hostname: string): string {
  const text = JSON.stringify({ version: 1, test: true })
  return `<${INFO}>1 ${at.toISOString()} ${toName(hostname, 255)} frostline - test - ${text}`
}

function compose(entry: ChainedEntry, hostname: string, text: string): string {
  const priority = ['denied', 'failed', 'partly'].includes(entry.outcome) ? WARNING : INFO
  const id = ((entry.sequence - 1n) % LAST_SEQUENCE_ID) + 1n
  const head = `<${priority}>1 ${entry.at.toISOString()} ${toName(hostname, 255)} frostline - ${toName(entry.action, 32)}`
  return `${head} [meta sequenceId="${id}"] ${text}`
}

/** Fields of the header are printable ASCII without spaces. */
function toName(text: string, most: number): string {
  return text.replace(/[^\x21-\x7e]/g, '').slice(0, most) || '-'
}

function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
