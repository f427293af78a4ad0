/**
 * Erases users whose window of regret is over, to the last row, and signs a receipt of it. Owns
 * tables erasure, erasure_receipt and erasure_sweep; deletes the users' rows of all others.
 */
package io.tributary.erasure;
