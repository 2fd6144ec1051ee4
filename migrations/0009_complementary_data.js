/** complementary_data */
export async function up(_knex) {}
