/**
 * Why stored data is what it is: provenance of records, the ledger of days, and mapping kept
 * documents again. Owns table renormalisation and address {@code explain.command}.
 */
package io.tributary.provenance;
