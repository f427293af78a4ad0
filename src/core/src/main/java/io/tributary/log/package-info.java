/**
 * What log lines look like. Owns no table, address or event, and is the only package that knows
 * java.util.logging; all others log through System.Logger.
 */
package io.tributary.log;
