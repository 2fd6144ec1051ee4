/** The liasse of each folder of the demo, filed to the simulated partner: a script, which can be typed line by line. */
import { join } from 'node:path';
import type { Labels, Language } from '../../services/kernel/errors.ts';
import type { FirmFolder } from './folders.ts';

interface Filed extends FirmFolder {
  readonly folderId: number;
}

/** What only a person knows of a company: the demo's books have taxed it at the reduced rate. */
const ANSWERS: Readonly<Record<string, object>> = { CorporationTax: { CapitalPaidAndHeldByPersons: true } };

/** What the accountant types once the authority has answered. */
const CORRECTIONS: Readonly<Record<FirmFolder['TaxReturn'], object>> = {
  Normal: { '2058A': { Cells: { WE: 1200 } } },
  Simplified: { '2033B': { Cells: { CE: 1200 } } },
};

const WORDS = {
  partner: {
    en: 'A partner that plays the tax authority on this machine, and the settings with which taxops uses it',
    fr: 'Un partenaire qui joue l’administration sur cette machine, et les réglages avec lesquels taxops s’en sert',
  },
  read: { en: 'read before it leaves, filed, rejected', fr: 'relue avant de partir, déposée, rejetée' },
  corrected: {
    en: 'corrected, accepted, printed without the draft mark',
    fr: 'corrigée, acceptée, imprimée sans PROJET',
  },
} as const satisfies Record<string, Labels>;

export function filingScript(workspace: string, folders: readonly Filed[], language: Language): string {
  const settings = join(workspace, 'partner.sh');
  const lines = [
    `# ${WORDS.partner[language]}`,
    `export TAXOPS_HOME=${workspace}`,
    `node bin/taxops.js channel simulate > ${settings} &`,
    "trap 'kill $!' EXIT",
    `until grep -qs TAXOPS_CHANNEL_B_PASSWORD ${settings}; do sleep 1; done`,
    `. ${settings}`,
    ...folders.flatMap((folder) => filing(workspace, folder, language)),
  ];
  return `${lines.join('\n')}\n`;
}

function filing(workspace: string, filed: Filed, language: Language): string[] {
  const { folderId, Name, TaxReturn, TaxRegime, Exercises } = filed;
  const [{ StartDate, EndDate }] = Exercises;
  const [folder, paper] = [`--folder ${folderId}`, join(workspace, `liasse-${folderId}`)];
  const show = `npx taxops declaration form show ${folder} --end-date ${EndDate}`;
  const publish = `npx taxops declaration publish ${folder} --start-date ${StartDate} --end-date ${EndDate} --declaration-type Liasse --declaration-source-type Platform --yes --fields DeclarationId,ChannelAUrl`;
  const until = (status: string) =>
    `until npx taxops declaration list ${folder} --refresh-data --fields Label,Status,RejectionReason | grep ${status}; do sleep 1; done`;
  const add = (values: object) => {
    const body = JSON.stringify({ DeclarationType: 'Liasse', EndDate, ...values });
    return `npx taxops declaration value add ${folder} --body '-' <<< '${body}'`;
  };
  const answers = ANSWERS[TaxRegime];
  return [
    `# ${Name}: ${WORDS.read[language]}`,
    ...(answers ? [add({ Facts: answers })] : []),
    `${show} --filled-only`,
    `${show} --output ${paper}.xlsx`,
    publish,
    until('Rejected'),
    `# ${Name}: ${WORDS.corrected[language]}`,
    add({ Forms: CORRECTIONS[TaxReturn] }),
    publish,
    until('Accepted'),
    `${show} --output ${paper}.pdf`,
  ];
}
