import { connect } from '../../hub.ts';
import { age, printValue } from '../../output/print.ts';
import type { GlobalOptions } from '../options.ts';
import { getDevice } from './find.ts';

const MARK = { met: '✓', unmet: '✗', unknown: '?' } as const;

/** Explains a status: what it rests on, and what stands between the device and `ready`. */
export async function whyDevice(wanted: string, options: GlobalOptions): Promise<void> {
  const { client } = await connect(options);
  const device = await getDevice(client, wanted);
  if (options.output !== 'table') {
    const { id, name, operational_status, statusSummary, alsoTrue, statusSince, because, gates, conditions } = device;
    return printValue(options.output, {
      id,
      name,
      operational_status,
      statusSummary,
      alsoTrue,
      statusSince,
      because,
      gates,
      conditions,
    });
  }
  const out = [
    `${device.name} is ${device.operational_status}, since ${age(device.statusSince)}.`,
    `  ${device.statusSummary}`,
    ...(device.alsoTrue.length > 0 ? [`  It would also be: ${device.alsoTrue.join(', ')}.`] : []),
    '',
    'It rests on',
    ...device.because.map((b) =>
      b.kind === 'netbox' ? `  NetBox ${b.field}: ${b.value}` : `  ${b.type} = ${b.status} (${b.reason}): ${b.message}`,
    ),
    ...(device.because.length === 0 ? ['  nothing: no condition has been observed'] : []),
    '',
    `Between it and ready (${device.gatesMet} of ${device.gatesTotal} met)`,
    ...device.gates.flatMap((gate) => [
      `  ${MARK[gate.state]} ${gate.title}: ${gate.because}`,
      ...(gate.remedy === null ? [] : [`      ${gate.remedy}`]),
    ]),
  ];
  process.stdout.write(`${out.join('\n')}\n`);
}
