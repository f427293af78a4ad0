/**
 * Format of log lines, and metrics about them.
 *
 * <p>The only package that uses java.util.logging; all others log through System.Logger. Owns no
 * table, address or event. Start with {@link LogConfigurator}.
 */
package io.tributary.log;
