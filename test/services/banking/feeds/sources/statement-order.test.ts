import { expect, it } from 'vitest';
import { NAMES } from '../../../../../src/services/banking/feeds/sources/ebics/protocol.ts';
import {
  statementName,
  statementOrder,
} from '../../../../../src/services/banking/feeds/sources/ebics/statement-order.ts';
import type { EbicsSettings } from '../../../../../src/services/banking/feeds/sources/source.ts';
import { writeXml } from '../../../../../src/services/edi/xml.ts';

const settings: EbicsSettings = {
  url: 'https://bank.example/ebics',
  hostId: 'BANK',
  partnerId: 'CABINET',
  userId: 'USER1',
  bankName: 'Banque B',
  fileFormat: 'camt.xxx.cfonb120.stm',
  signatureVersion: 'A005',
  withCertificates: true,
  state: 'Ready',
};
const written = (change: Partial<EbicsSettings>, period = '') => {
  const { type, params } = statementOrder({ ...settings, ...change }, period);
  return [type, params && writeXml(params)];
};

it('a source that names no version speaks H004, and asks for its file format', () => {
  expect(written({}, '2026-01-01/2026-01-31')).toEqual([
    'FDL',
    '<FDLOrderParams><DateRange><Start>2026-01-01</Start><End>2026-01-31</End></DateRange><FileFormat CountryCode="FR">camt.xxx.cfonb120.stm</FileFormat></FDLOrderParams>',
  ]);
  expect(statementName(settings)).toBe('camt.xxx.cfonb120.stm');
  expect(Object.keys(NAMES)).toEqual(['H004', 'H005']);
});

it('one of H005 asks for its service, the statements of the end of the day where it names none', () => {
  expect(written({ version: 'H005' })).toEqual([
    'BTD',
    '<BTDOrderParams><Service><ServiceName>EOP</ServiceName><Scope>FR</Scope><MsgName>cfonb120</MsgName></Service></BTDOrderParams>',
  ]);
  const named = { version: 'H005', serviceName: 'EOP', scope: '', msgName: 'camt.053', msgVersion: '08' } as const;
  expect(written(named)).toEqual([
    'BTD',
    '<BTDOrderParams><Service><ServiceName>EOP</ServiceName><MsgName version="08">camt.053</MsgName></Service></BTDOrderParams>',
  ]);
  expect(statementName({ ...settings, ...named })).toBe('EOP.camt.053.08');
});
