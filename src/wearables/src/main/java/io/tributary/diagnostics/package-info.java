/**
 * Provider diagnostics for operators.
 *
 * <p>Reports what to register with a provider, which parts of the setup do not work and how to fix
 * them, and runs the complete link flow against the provider's simulator. Serves {@code
 * doctor.query} and owns no tables.
 *
 * <p>Start with {@link Diagnostics}.
 */
package io.tributary.diagnostics;
