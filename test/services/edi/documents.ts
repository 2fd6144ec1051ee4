import type { EdiDeclaration, EdiDocument, Zone } from '../../../src/services/edi/xml-edi.ts';
import { value } from '../../../src/services/edi/xml-edi.ts';

export const SIREN = '732829320';
const ADDRESS = { number: '12', street: 'RUE DES LILAS', postCode: '69002', town: 'LYON' };

export const identity: Zone = {
  id: 'AA',
  content: { kind: 'name', name: { identifier: SIREN, designation: 'SOCIETE TEST' } },
};

/** A small right declaration, to be broken one part at a time. */
export const declaration = (more: Partial<EdiDeclaration> = {}): EdiDeclaration => ({
  type: 'IDF',
  reference: 'INFENT000001',
  writer: { identifier: '77788899100018', designation: 'CEC_EDI_TDFC', designation2: 'CABINET TEST', address: ADDRESS },
  declarant: { identifier: SIREN, designation: 'SOCIETE TEST', address: ADDRESS, rof: 'IS1' },
  recipients: [{ designation: 'DGI_EDI_TDFC' }],
  identification: {
    millesime: '25',
    zones: [identity, value('CA', '20240101'), value('CB', '20241231'), value('KD', 'IS1')],
  },
  forms: [{ name: '2033B', millesime: '25', zones: [value('BA', '61200')] }],
  ...more,
});

export const edi = (...declarations: readonly EdiDeclaration[]): EdiDocument => ({
  procedure: 'TDFC',
  isTest: true,
  groups: [{ type: 'INFENT', declarations }],
});

/** Adds zones to the identification form. */
export const identified = (...zones: readonly Zone[]): Partial<EdiDeclaration> => ({
  identification: { millesime: '25', zones: [...declaration().identification.zones, ...zones] },
});
