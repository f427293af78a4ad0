/**
 * Accounts at laboratories: which teams may order on them, how they are billed and who is
 * responsible for an order.
 *
 * <p>Owns the tables {@code lab_account} and {@code lab_account_team} and the bus address {@code
 * lab_account.command}. Organizations manage their accounts over the API; the installation's own
 * accounts come from {@code accounts.json} in the catalogue folder. {@link
 * io.tributary.lab.account.AccountResolver} picks the account of an order.
 *
 * <p>Start with {@link io.tributary.lab.account.LabAccountFeature}.
 */
package io.tributary.lab.account;
