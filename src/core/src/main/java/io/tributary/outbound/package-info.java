/**
 * Protection of outbound calls to user-supplied addresses (SSRF).
 *
 * <p>{@link SsrfPolicy} decides which URLs and addresses are allowed. {@link SsrfGuard} resolves
 * names, and callers connect only to the address that was checked. Owns no table, address or event.
 * Start with {@link SsrfGuard}.
 */
package io.tributary.outbound;
