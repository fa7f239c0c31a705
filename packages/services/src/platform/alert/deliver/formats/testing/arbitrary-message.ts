import fc from 'fast-check'
import type { AlertMessage } from '../../alert-message.ts'

/** Names and texts that break messages: markup of every service, halves of surrogate pairs, control characters. */
const piece = fc.constantFrom(
  ...[
    '<!channel>',
    '<@U024BE7LH>',
    '<https://evil.example|click>',
    '*x*',
    '_x_',
    '~x~',
    '`x`',
    '```',
    '&amp;',
    '&',
  ],
  ...[
    '[a](https://evil.example)',
    '<b>',
    '<img src=x>',
    '<at>all</at>',
    '{{DATE(2026-01-01T00:00:00Z)}}',
    '**',
    '# ',
  ],
  ...[
    '😀',
    '👩‍👩‍👧',
    '\uD83D',
    '\uDE00',
    '\u0000',
    '\u0007',
    '\r\n',
    '\n',
    '\u2028',
    'é',
    '漢',
    ' ',
    '"',
    '\\',
    'shop.orders',
  ],
)
const name = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const longText = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 30 }), fc.constantFrom(1, 2, 40, 700))
  .map(([pieces, times]) => pieces.join('').repeat(times))
const anyText = fc.oneof(name, longText)
const time = fc.constantFrom('2026-11-25T05:00:00.000Z', '2026-02-28T23:59:59.999Z')

export const arbitraryMessage: fc.Arbitrary<AlertMessage> = fc
  .record({
    deliveryId: fc.uuid(),
    event: fc.constantFrom('fired' as const, 'acknowledged' as const, 'resolved' as const, 'test' as const),
    sentAt: time,
    alert: fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom('late-parts', 'node-unreachable'),
      severity: fc.constantFrom('critical', 'warning'),
      cluster: name,
      subject: anyText,
      title: anyText,
      text: anyText,
      nodes: fc.array(name, { maxLength: 40 }),
      firedAt: fc.option(time),
      resolvedAt: fc.option(time),
      acknowledgedBy: fc.option(name),
      note: fc.option(anyText),
      path: fc.constant('/alerts?alert=1'),
      url: fc.option(fc.constant('https://frostline.example.com/console/alerts?alert=1')),
    }),
  })
  .map(({ alert, ...message }) => ({ ...message, alert: message.event === 'test' ? null : alert }))
