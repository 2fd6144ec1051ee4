/** transmission_access */
export async function up(_knex) {}
