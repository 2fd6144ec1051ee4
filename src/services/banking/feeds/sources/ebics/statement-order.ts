/** The order by which a bank gives statements: FDL with a file format in H004, BTD with a service (BTF) in H005. */
import { type XmlElement, xml } from '../../../../edi/xml.ts';
import { type Btf, type EbicsSettings, versionOf } from '../source.ts';
import type { Order } from './messages.ts';

/** `period`: `2026-01-01/2026-01-31` for everything of these days, also what was given before; empty for what is new. */
export function statementOrder(settings: EbicsSettings, period: string): Order {
  const [start, end] = period.split('/');
  const range = start && end ? [xml('DateRange', [xml('Start', start), xml('End', end)])] : [];
  if (versionOf(settings) === 'H004') {
    const format = xml('FileFormat', settings.fileFormat, { CountryCode: 'FR' });
    return { type: 'FDL', attribute: 'DZHNN', params: xml('FDLOrderParams', [...range, format]) };
  }
  const params = xml('BTDOrderParams', [serviceOf(btfOf(settings)), ...range]);
  return { type: 'BTD', attribute: 'DZHNN', params };
}

/** Statements of the end of the day in CFONB 120, as French banks often name them. */
export const END_OF_DAY: Btf = { serviceName: 'EOP', scope: 'FR', msgName: 'cfonb120' };

/** A source made before there were services asks for the usual one. */
const btfOf = ({ serviceName, msgName, ...rest }: EbicsSettings): Btf =>
  serviceName && msgName ? { ...rest, serviceName, msgName } : END_OF_DAY;

function serviceOf(btf: Btf): XmlElement {
  const { serviceName, scope, serviceOption, containerType, msgName } = btf;
  const kind = { version: btf.msgVersion, variant: btf.msgVariant, format: btf.msgFormat };
  const given = Object.entries(kind).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return xml('Service', [
    xml('ServiceName', serviceName),
    ...(scope ? [xml('Scope', scope)] : []),
    ...(serviceOption ? [xml('ServiceOption', serviceOption)] : []),
    ...(containerType ? [xml('Container', [], { containerType })] : []),
    xml('MsgName', msgName, Object.fromEntries(given)),
  ]);
}

/** How a person knows it: the file format, or the service in its parts. */
export function statementName(settings: EbicsSettings): string {
  if (versionOf(settings) === 'H004') return settings.fileFormat;
  const { serviceName, scope, serviceOption, containerType, msgName, ...rest } = btfOf(settings);
  const { msgVersion, msgVariant, msgFormat } = rest;
  return [serviceName, scope, serviceOption, containerType, msgName, msgVersion, msgVariant, msgFormat]
    .filter(Boolean)
    .join('.');
}
