/** Light on purpose: it is made to be printed and kept. Wide tables break inside words rather than off the page; on a phone each row is a list. */
export const reportStyle = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #16202c; font: 14px/1.45 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.45rem; margin: 0 0 0.75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 1.75rem 0 0.5rem; padding-bottom: 0.2rem; border-bottom: 1px solid #c5ced8; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; overflow-wrap: anywhere; }
p, li, dd { margin: 0.25rem 0; overflow-wrap: anywhere; }
.verdict { padding: 0.6rem 0.8rem; border-left: 4px solid; font-weight: 600; }
.good { border-color: #18794e; background: #eaf6f0; color: #0f5135; }
.verdict.look { border-color: #b42318; background: #fdeeec; }
.look { color: #8f1d14; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; margin: 0.4rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-bottom: 1px solid #dde3ea; overflow-wrap: anywhere; }
tfoot th, tfoot td { font-weight: 600; border-top: 2px solid #98a5b3; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.code, code { font-family: ui-monospace, monospace; font-size: 0.75rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 0.2rem 1.5rem; margin: 0; }
dl div { display: flex; gap: 0.75rem; }
dt { flex: 0 0 8.5rem; color: #4d5b6a; }
dd { min-width: 0; }
.statements { padding-left: 1.5rem; font-size: 0.8125rem; }
footer { margin-top: 2rem; color: #4d5b6a; font-size: 0.8125rem; overflow-wrap: anywhere; }
@media screen and (max-width: 40rem) {
  dl { grid-template-columns: 1fr; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tfoot, tr, td, th[scope=row] { display: block; }
  tr { padding: 0.35rem 0; border-bottom: 1px solid #c5ced8; }
  td, th[scope=row] { padding: 0.1rem 0; border: 0; }
  td { display: flex; gap: 0.75rem; text-align: left; white-space: normal; }
  td::before { content: attr(data-column); flex: 0 0 8.5rem; color: #4d5b6a; font: 0.8125rem system-ui, sans-serif; }
  tfoot td, tfoot th { border: 0; }
}
@media print {
  @page { margin: 14mm; }
  main { max-width: none; padding: 0; }
  body { font-size: 10pt; }
  .number { white-space: normal; }
  section, tr, li { break-inside: avoid; }
  h2, h3, thead { break-after: avoid; }
}
`
