import * as z from 'zod';
import { ALERT_TEXTS } from '../../services/assets/engine/alert-texts.ts';
import { type AlertedAsset, listAlerted } from '../../services/assets/register/alerted-assets.ts';
import { presentDifferences } from '../../services/assets/register/held-balances.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { coded } from '../operation/wire.ts';
import { assetOperation } from './asset-operation.ts';
import { tell } from './held-balances.ts';
import { day } from './simulation-input.ts';

export const assetAlertList = assetOperation({
  id: 'asset.alert.list',
  ref: 'B17',
  summary: { en: 'List the assets with alerts', fr: 'Lister les immobilisations en alerte' },
  description:
    'Identifiers of the assets that have an alert, critical or not, as of endDate; the end of the exercise under way unless given. The alerts themselves are in Errors of each asset. An asset bought in an exercise of the ledger and associated with no entry has one. A difference with settled books is that of an account, not of an asset: the answer comes with the accounts, over HTTP in the header X-Ledger-Differences.',
  http: { method: 'GET', path: '/alerts' },
  cli: { examples: ['taxops asset alert list --folder 12 --end-date 2025-12-31'] },
  query: z.object({ endDate: day().optional() }),
  output: z.array(coded(z.int(), ({ id }: AlertedAsset) => id)),
  *view(_, language, alerted) {
    yield {
      kind: 'table',
      columns: [
        { name: 'AssetId', fr: 'Id', type: 'number' },
        { name: 'Number', fr: 'N°', type: 'number' },
        { name: 'Name', fr: 'Désignation' },
        { name: 'Account', fr: 'Compte' },
        { name: 'Alerts', fr: 'Alertes', type: 'sentence' },
      ],
      rows: alerted.map(({ id, number, name, account, alerts }) => [
        id,
        number,
        name,
        account,
        words(alerts, language),
      ]),
    };
  },
  run: async (ctx, { folderId, endDate }) => {
    const alerted = await listAlerted(ctx, folderId, endDate);
    tell(ctx, folderId, await presentDifferences(ctx, folderId));
    return alerted;
  },
});

/** What each alert is about; its figures are in the asset. */
const words = (alerts: AlertedAsset['alerts'], language: Language): string =>
  alerts.map((name) => ALERT_TEXTS[name][language].replace(/\{\w+\}/g, '…')).join(language === 'fr' ? ' ; ' : '; ');
