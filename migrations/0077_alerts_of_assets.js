// Figures are kept with what a person should look at: windows kept before units of production had alerts are computed again
// when they are asked for.

export async function up(trx) {
  await trx.raw(`update asset_window set basis = ''`);
}
