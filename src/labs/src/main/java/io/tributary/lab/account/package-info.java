/**
 * Accounts at laboratories: who may order on which, how it is billed and who answers for the order.
 * Owns the tables lab_account, lab_account_team and the address lab_account.command; the
 * installation's own accounts come from a file.
 */
package io.tributary.lab.account;
