/** assets */
export async function up(_knex) {}
