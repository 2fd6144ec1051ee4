/** Controls of the authority that no schema can state: code, meaning, XPath of what breaks it. */

type Control = readonly [code: string, about: string, path: string];

const IDENTIFICATION = 'ListeFormulaires/Identif/Zone';
const zone = (id: string): string => `${IDENTIFICATION}[@id='${id}']`;
const each = (path: (letter: string) => string): string => ['A', 'B', 'C'].map(path).join(' | ');
const isOneOf = (names: readonly string[]): string => `(${names.map((name) => `@Nom='${name}'`).join(' or ')})`;
const digits = (count: number): string => `(string-length(.) = ${count} and translate(., '0123456789', '') = '')`;

const ALL: readonly Control[] = [
  ['006', 'AA reprend le SIREN du redevable', `//Declaration[not(${zone('AA')}/Identifiant = Redevable/Identifiant)]`],
  ['007', 'la période est attendue', `//Declaration[not(${zone('CA')}/Valeur and ${zone('CB')}/Valeur)]`],
  ['018', 'un montant sans compte', each((n) => `//Identif[Zone[@id='H${n}'] and not(Zone[@id='G${n}']/Iban)]`)],
  ['020', 'un compte sans montant', each((n) => `//Identif[Zone[@id='G${n}'] and not(Zone[@id='H${n}']/Valeur > 0)]`)],
  ['041', 'la monnaie est attendue en DA', "//Identif/Zone[@id='DA' and not(MonnaieCible = 'EUR')]"],
  ['158', 'KD reprend la référence de l’obligation', `//Declaration[not(${zone('KD')}/Valeur = Redevable/Rof)]`],
];

/** The same letters have another meaning in F-IDENTIF than in the other procedures. */
const RESULT = `//Declaration[contains(Redacteur/Designation, '_TDFC')]/${IDENTIFICATION}`;

const RETURNS: readonly Control[] = [
  [
    '157',
    'BA est la catégorie, BC l’impôt',
    `${RESULT}[@id='BA'][Valeur = 'IS'] | ${RESULT}[@id='BC'][not(Valeur = 'IS' or Valeur = 'IR')]`,
  ],
];

const VAT = "//Declaration[contains(Redacteur/Designation, '_TVA')]";
const VAT_FORM = `${VAT}/ListeFormulaires/Formulaire`;
const having = (names: readonly string[]): string => `ListeFormulaires/Formulaire[${isOneOf(names)}]`;

/** Forms that a return is made of, with the box of what is to pay. */
const TO_PAY: Readonly<Record<string, string>> = {
  '3310CA3': 'KE',
  '3517SCA12': 'SC',
  '3517AGRSD': 'NC',
  '3514': 'HC',
  '3515SD': 'CB',
  '3525BIS': 'BD',
};
const MAIN = [...Object.keys(TO_PAY), '3310TER'];
const FORMS = [...MAIN, '3310A', '3310TIC', '3517DDR', '3519'];
const INSTALMENTS = having(['3514', '3525BIS']);
const EVENT = `(${zone('BB')} or ${zone('KE')})`;

const paidBy = (form: string, box: string): string =>
  `${VAT}[${having([form])} and ${zone('HA')}]` +
  `[sum(${IDENTIFICATION}[@id='HA' or @id='HB' or @id='HC']/Valeur) != sum(${having([form])}/Zone[@id='${box}']/Valeur)]`;

/** Boxes of the CA3 that are refused as 0. */
const NEVER_0 = ['DK', 'LR', 'LB', 'LD', 'LF', 'LH', 'LK', 'LM', 'HE', 'GS', 'GT', 'GU', 'GV'];

const VALUE_ADDED: readonly Control[] = [
  ['008', 'formulaire inconnu', `${VAT_FORM}[not(${isOneOf(FORMS)})]`],
  ['011', 'le formulaire principal est attendu', `${VAT}[@Type='IDT'][not(${having(MAIN)})]`],
  [
    '012',
    'le remboursement est un dépôt distinct',
    `${VAT}[@Type='RBT']/ListeFormulaires/Formulaire[@Nom!='3519'] | ${VAT}[@Type='IDT']/${having(['3519'])}`,
  ],
  [
    '018',
    'la somme des paiements est celle à payer',
    Object.entries(TO_PAY)
      .map((row) => paidBy(...row))
      .join(' | '),
  ],
  [
    '018',
    'un montant est en euros entiers',
    each((n) => `${VAT}/${zone(`H${n}`)}/Valeur[translate(., '0123456789', '') != '']`),
  ],
  [
    '018',
    'une référence a 31 caractères au plus',
    each((n) => `${VAT}/${zone(`K${n}`)}[string-length(Valeur) > 31 or not(Valeur)]`),
  ],
  [
    '061',
    'un remboursement ne porte aucun paiement',
    `${VAT}[@Type='RBT']/${IDENTIFICATION}[starts-with(@id, 'G') or starts-with(@id, 'H')]`,
  ],
  [
    '128',
    'la mention expresse demande un texte',
    `${VAT_FORM}[@Nom='3310CA3'][Zone[@id='BC'] and not(Zone[@id='BA']/TexteLibre1)]`,
  ],
  ['157', 'un montant n’a pas de signe', `${VAT_FORM}/Zone/Valeur[starts-with(., '-')]`],
  ['161', 'le mois d’échéance est celui d’un acompte', `${VAT}[boolean(${INSTALMENTS}) != boolean(${zone('KF')})]`],
  ['162', 'le mois d’échéance a six chiffres', `${VAT}/${zone('KF')}/Valeur[not(${digits(6)})]`],
  ['163', 'cessation et redressement s’excluent', `${VAT}[${zone('BB')} and ${zone('KE')}]`],
  ['165', 'aucun événement avec un acompte', `${VAT}[${INSTALMENTS} and ${EVENT}]`],
  [
    '169',
    'une zone à zéro n’est pas servie',
    `${VAT_FORM}[@Nom='3310CA3']/Zone[${NEVER_0.map((id) => `@id='${id}'`).join(' or ')}]/Valeur[. = 0]`,
  ],
  ['178', 'la période a douze mois au plus', `${VAT}[${zone('CB')}/Valeur - ${zone('CA')}/Valeur >= 10000]`],
  [
    '180',
    'une date a huit chiffres',
    `${VAT}/${IDENTIFICATION}[@id='CA' or @id='CB' or @id='BB' or @id='KE']/Valeur[not(${digits(8)})]`,
  ],
];

export const CONTROLS: readonly Control[] = [...ALL, ...RETURNS, ...VALUE_ADDED];
